//! `deckle simulate` as values: what is played for a number of players, and what is said of it.

use serde::{Deserialize, Serialize};

use super::deals::{Deals, Opening, deals, openings};
use super::engine::{Policies, Program, compile};
use super::games::{Study, divided, play};
use super::lang::seat_number;
use super::play as rules;
use super::pool::Pool;
use super::watched::{Hands, exact, followed, hands, of_cards, shared};
use crate::diag::{Code, Diagnostic, Severity, plural, suggest};
use crate::digest::Digest;
use crate::model::Game;

/// The number of the form; a change that readers must know of raises it.
pub const SCHEMA: u32 = 2;

/// What is played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// How many games for each number of players.
    pub games: u64,
    /// This part of so many, from 1.
    pub shard: (u64, u64),
    /// The numbers of players; those of the game if none.
    pub players: Vec<u32>,
    /// Policies instead of the manifest's, for sides.
    pub policies: Vec<(String, String)>,
}

/// All games of a plan, or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The form.
    pub schema: u32,
    /// The game's folder.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// How many games the whole plan has for each number of players.
    pub planned: u64,
    /// What it was played with: the digest of the rules and of the cards with their copies.
    pub version: String,
    /// The parts that are in it, from 1, and of how many; nothing when it is whole.
    pub parts: Option<(Vec<u64>, u64)>,
    /// For each number of players.
    pub tables: Vec<Played>,
}

/// The games of one number of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// How many seats.
    pub seats: usize,
    /// Who sits there.
    pub names: Vec<String>,
    /// The policy of each seat.
    pub policies: Vec<String>,
    /// Whether a game can have a winner at all.
    pub decides: bool,
    /// How many cards the set-up deals of a pile that has fewer, and how many that has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<(u64, u64)>,
    /// The names of the counters.
    pub counters: Vec<String>,
    /// The names of the watched events.
    pub watches: Vec<String>,
    /// Whether a watched event is the table's, the same for all seats.
    pub shared: Vec<bool>,
    /// Whether dealt and drawn cards are all that a watched event looks at, so that draws alone may bring it about.
    #[serde(default)]
    pub drawn: Vec<bool>,
    /// The names of the kinds of cards.
    pub cards: Vec<String>,
    /// The seats, from 0, that events are followed of beside the games: one of all that are dealt and draw alike.
    pub followed: Vec<usize>,
    /// For each watched event and each followed seat, its exact chance within the seat's first cards, by round from 0.
    pub exact: Vec<Vec<f64>>,
    /// Opening hands, exact.
    pub openings: Vec<Opening>,
    /// What came of the draws alone, with nothing played or thrown away.
    pub deals: Deals,
    /// For each watched event of a hand alone and each followed seat, in how many fresh hands it was held, apart from the games.
    pub hands: Vec<Option<Hands>>,
    /// What came of the games.
    pub study: Study,
}

impl Played {
    /// Whether the set-up is all that is declared, so that no round was played.
    pub fn dealt_only(&self) -> bool {
        self.study.games > 0 && self.study.rounds.up_to(0) == self.study.games
    }

    /// The seats that a watched event is told of, each with its place among those that are followed: those that it came to, or
    /// surely can; the first if there are none, or if it is the table's.
    pub fn told(&self, watch: usize) -> Vec<(usize, Option<usize>)> {
        if self.shared[watch] {
            return vec![(0, Some(0))];
        }
        let came = |seat: &usize| self.study.first[watch * self.seats + seat].ever().total() > 0;
        let can = |(seat, at): &(usize, Option<usize>)| {
            let at = at.map(|at| watch * self.followed.len() + at);
            let exact = at.and_then(|at| self.exact.get(at));
            let deals = at.and_then(|at| self.deals.first.get(at));
            came(seat)
                || exact.is_some_and(|exact| exact.iter().any(|chance| *chance > 0.0))
                || deals.is_some_and(|deals| deals.ever().total() > 0)
        };
        let followed = self.followed.iter().enumerate().map(|(at, seat)| (*seat, Some(at)));
        let told: Vec<_> = followed.filter(can).collect();
        let others = (0..self.seats).filter(|seat| told.is_empty() && came(seat));
        let others: Vec<_> = others.map(|seat| (seat, None)).collect();
        let first = (told.is_empty() && others.is_empty()).then_some((0, Some(0)));
        told.into_iter().chain(others).chain(first).collect()
    }

    /// Whose a watched event is that is told of a seat.
    pub fn holder(&self, watch: usize, seat: usize) -> &str {
        if self.shared[watch] { "the table" } else { &self.names[seat] }
    }
}

/// The numbers of players that a game is played with; one entry for a game of sides.
pub fn tables(game: &Game, asked: &[u32]) -> Vec<Option<u32>> {
    let (least, most) = game.players.unwrap_or((1, 1));
    if !game.rules.sides.is_empty() {
        return vec![None];
    }
    let mut all: Vec<u32> = if asked.is_empty() { (least..=most).collect() } else { Vec::new() };
    for one in asked {
        if !all.contains(one) {
            all.push(*one);
        }
    }
    all.into_iter().map(Some).collect()
}

/// The one number of players of a single game: the one that is asked for, or the game's fewest.
///
/// # Errors
/// Several are asked for, or one that a game of sides is not played with, or policies of seats that are not there.
pub fn one_table(
    game: &Game,
    asked: &[u32],
    policies: &Policies,
) -> Result<Option<u32>, Vec<Diagnostic>> {
    let table = tables(game, asked).into_iter().next().flatten();
    let mut told = unfit(game, asked, &[]);
    told.extend(unknown_sides(game, &Vec::from_iter(table), policies));
    if asked.len() > 1 {
        let message = "a single game is of one number of players, and several are asked for";
        let diagnostic = Diagnostic::error(Code::BAD_VALUE, message);
        told.push(diagnostic.help(format!("write `--players {}`", asked[0])));
    }
    if !told.is_empty() {
        return Err(told);
    }
    Ok(table)
}

/// Numbers of players that are asked for, and that a game without sides is not meant for.
pub fn unmeant(game: &Game, players: &[u32]) -> Vec<Diagnostic> {
    let Some((least, most)) = game.players.filter(|_| game.rules.sides.is_empty()) else {
        return Vec::new();
    };
    let odd = players.iter().filter(|one| !(least..=most).contains(*one));
    let told = odd.map(|one| {
        let message = format!("{one} players are asked for, and the game is for {least} to {most}");
        Diagnostic::warning(Code::SEATS, message).at(game.players_at)
    });
    told.collect()
}

/// Numbers of players for which the set-up deals more cards than there are.
pub fn short(game: &Game, plan: &Plan) -> Vec<Diagnostic> {
    let told = tables(game, &plan.players).into_iter().filter_map(|players| {
        let (dealt, has) = program(game, players, &plan.policies).ok()?.short()?;
        let with = players.map(|many| format!(" with {}", plural(many as usize, "player")));
        let message = format!(
            "the set-up deals {dealt} cards of {has}{}: games begin with what there is",
            with.unwrap_or_default()
        );
        let at = game.rules.deals.first().map_or(game.title_at, |deal| deal.n.span);
        let diagnostic = Diagnostic::warning(Code::DRAW_EXCEEDS_DECK, message).at(at);
        Some(diagnostic.help("deal fewer, or print more"))
    });
    told.collect()
}

/// Compiles a game for a number of players.
///
/// # Errors
/// Everything that keeps it from being played.
pub fn program(
    game: &Game,
    players: Option<u32>,
    policies: &Policies,
) -> Result<Program, Vec<Diagnostic>> {
    let pool = Pool::new(game);
    let rules = &game.rules;
    let mut told = Vec::new();
    for what in &rules.unplayable {
        let message = format!("the rulebook does not say `{}`", what.value);
        let help = "decide: `{ value = …, assumed = \"why\" }`";
        told.push(Diagnostic::error(Code::UNSTATED, message).at(what.span).help(help));
    }
    if rules.phases.is_empty() && rules.deals.is_empty() {
        let message = "there is nothing to play: the manifest declares no set-up and no turn";
        let diagnostic = Diagnostic::error(Code::MISSING_KEY, message).at(game.title_at);
        told.push(diagnostic.help("declare zones, `[setup]` and `[[turn.phases]]`"));
    }
    told.extend(unknown_policies(game, policies));
    told.extend(unknown_sides(game, &[], policies));
    let read = rules::read(&pool, &mut told);
    told.retain(|one| one.severity == Severity::Error);
    if !told.is_empty() {
        return Err(told);
    }
    compile(&pool, &read, players, policies)
}

fn unknown_policies(game: &Game, policies: &Policies) -> Vec<Diagnostic> {
    let own = game.rules.policies.iter().map(|policy| policy.name.value.as_str());
    let known: Vec<&str> = own.chain(["greedy", "random"]).collect();
    let unknown = policies.iter().filter(|(_, name)| !known.contains(&name.as_str()));
    let told = unknown.map(|(_, name)| {
        let message = format!("there is no policy `{name}`");
        Diagnostic::error(Code::UNKNOWN_NAME, message).help(suggest(name, known.iter().copied()))
    });
    told.collect()
}

/// Sides that are given a policy, by an argument, and are not there.
fn unknown_sides(game: &Game, players: &[u32], policies: &Policies) -> Vec<Diagnostic> {
    let known = || game.rules.sides.iter().map(|side| side.value.as_str());
    let seats = tables(game, players).into_iter().flatten().max();
    let seats = seats.unwrap_or(known().count() as u32).max(1);
    let seat = |name: &str| seat_number(name).is_some_and(|number| number <= seats);
    let unknown =
        |name: &&str| !name.is_empty() && !seat(name) && !known().any(|side| side == *name);
    let asked = policies.iter().map(|(side, _)| side.as_str()).filter(unknown);
    let told = asked.map(|side| {
        let message = match seat_number(side) {
            Some(number) => {
                let players = plural(seats as usize, "player");
                format!("there is no seat {number} to play by a policy: the game is of {players}")
            }
            None => format!("there is no side `{side}` to play by a policy"),
        };
        let help = match game.rules.sides.is_empty() {
            true => format!("write `seat {seats}=NAME`, or a lower seat, or the policy alone"),
            false => suggest(side, known()),
        };
        Diagnostic::error(Code::UNKNOWN_NAME, message).help(help)
    });
    told.collect()
}

/// Numbers of players that a game of sides is asked for and cannot be played with, and seats with a policy that nobody has.
pub(super) fn unfit(game: &Game, players: &[u32], policies: &Policies) -> Vec<Diagnostic> {
    let sides = game.rules.sides.len();
    let wrong = players.iter().filter(|one| sides > 0 && **one as usize != sides);
    let told = wrong.map(|one| {
        let message = format!("this game is not played by {one}: it has {sides} sides");
        let help = format!("leave the number of players out, or write {sides}");
        Diagnostic::error(Code::UNKNOWN_NAME, message).help(help)
    });
    told.chain(unknown_sides(game, players, policies)).collect()
}

/// Plays a plan, or the part of it that is asked for, with deals beside its games.
///
/// # Errors
/// Everything that keeps the game from being played.
pub fn simulate(game: &Game, plan: &Plan) -> Result<Results, Vec<Diagnostic>> {
    results(game, plan, true)
}

/// Plays the games of a plan, and deals nothing beside them.
///
/// # Errors
/// Everything that keeps the game from being played.
pub fn games_alone(game: &Game, plan: &Plan) -> Result<Results, Vec<Diagnostic>> {
    results(game, plan, false)
}

fn results(game: &Game, plan: &Plan, dealt: bool) -> Result<Results, Vec<Diagnostic>> {
    let (part, parts) = plan.shard;
    let at =
        |part: u64| (u128::from(plan.games) * u128::from(part) / u128::from(parts.max(1))) as u64;
    let mut results = Results {
        schema: SCHEMA,
        game: game.name.clone(),
        title: game.title.clone(),
        seed: plan.seed,
        planned: plan.games,
        version: version(game),
        parts: (parts > 1).then(|| (vec![part], parts)),
        tables: Vec::new(),
    };
    let told = unfit(game, &plan.players, &plan.policies);
    if !told.is_empty() {
        return Err(told);
    }
    let read = rules::read(&Pool::new(game), &mut Vec::new());
    let (openings, followed) = (openings(game), followed(game, &read));
    let games = at(part.saturating_sub(1))..at(part);
    for players in tables(game, &plan.players) {
        let program = program(game, players, &plan.policies)?;
        let study = play(&program, &[], plan.seed, games.clone());
        divides(&program, &study, plan.seed)?;
        results.tables.push(Played {
            seats: program.seats,
            names: (0..program.seats).map(|seat| program.who(seat)).collect(),
            policies: program.policies.clone(),
            decides: program.decides(),
            short: program.short(),
            counters: program.counter_names(),
            watches: game.rules.watches.iter().map(|watch| watch.name.value.clone()).collect(),
            shared: shared(game, &read),
            drawn: of_cards(game, &read),
            cards: program.kinds.clone(),
            followed: followed.clone(),
            exact: exact(game, program.seats),
            openings: openings.clone(),
            deals: match dealt {
                true => deals(game, &read, players, plan.seed, games.clone()),
                false => Deals::default(),
            },
            hands: match dealt {
                true => hands(game, plan.seed, &games),
                false => vec![None; game.rules.watches.len() * followed.len()],
            },
            study,
        });
    }
    Ok(results)
}

/// Refuses games in which a rule has divided by 0.
pub(super) fn divides(program: &Program, study: &Study, seed: u64) -> Result<(), Vec<Diagnostic>> {
    let Some((game, why)) = study.no_value() else { return Ok(()) };
    let message = format!("a rule {why} in game {game}");
    let help = format!("`--seed {seed} --replay {game}` shows it");
    let mut diagnostic = Diagnostic::error(Code::EXPRESSION, message).help(help);
    if let Some(at) = divided(program, seed, game) {
        diagnostic = diagnostic.at(at);
    }
    Err(vec![diagnostic])
}

/// A digest of the rules and of every card with its copies and cells.
pub(super) fn version(game: &Game) -> String {
    let mut text = format!("{:?}", game.rules);
    for deck in &game.decks {
        for card in &deck.cards {
            let cells = deck.table.rows.get(card.row).map(|row| row.cells.iter());
            let cells = cells.into_iter().flatten().map(|cell| cell.text.as_str());
            text +=
                &format!("{:?}", (&deck.name, &card.name, card.copies, cells.collect::<Vec<_>>()));
        }
    }
    Digest::of(text.as_bytes()).to_string()
}
