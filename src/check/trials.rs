//! What only games can tell: which piles without a rule run out, and which victories ever come.

use super::rules::{dealt_from, every_step, owners, seats, taken};
use super::victory::within;
use super::{Effort, Row, Verdict};
use crate::diag::{Code, Diagnostic, Label, plural};
use crate::model::{Empty, End, Zone};
use crate::sim::engine::{Over, Table, compile};
use crate::sim::lang::Step;
use crate::sim::odds::deck_of;
use crate::sim::play::Play;
use crate::sim::pool::Pool;
use crate::span::Span;

/// The games of a trial, for each number of players.
const GAMES: u64 = 400;
/// Steps after which a trial has seen enough, if it has seen a few games.
const STEPS: u64 = 2_000_000;
/// The games of a trial in which something has not come yet.
const RARE: u64 = 100_000;
/// The steps of such a trial, for all numbers of players together.
const RARE_STEPS: u64 = 40_000_000;
/// Games that are played whatever they take.
const FEW: u64 = 8;
/// The most numbers of players that are tried.
const TABLES: u32 = 12;

/// What counting alone says of a pile.
enum Outlook {
    /// It lasts as long as the game.
    Lasts,
    /// It runs out in this round.
    Out(u64),
    /// That depends on the game.
    Open,
}

/// The games of a number of players.
struct Trial {
    players: Option<u32>,
    games: u64,
    /// For each zone: in how many games it ran out with no rule for it, and the first round of that.
    out: Vec<(u64, i64)>,
    /// How many games each condition ended.
    ended: Vec<u64>,
    /// How many games `[result]` was asked for, and how many it found a winner for.
    result: (u64, u64),
    /// How often each action was done.
    acts: Vec<u64>,
    /// How many were given up after too many steps.
    stuck: u64,
    /// The first game in which a rule had no value, as it divided by 0 or was too large, which is told first, and where it stands.
    zero: Option<(u64, bool, Option<Span>)>,
}

impl Trial {
    /// Whether a victory, or an action that some policy chooses, has not come in any game.
    fn missing(&self, awaited: &[bool], chosen: &[bool]) -> bool {
        let ends = awaited.iter().zip(&self.ended);
        let acts = chosen.iter().zip(&self.acts);
        self.result.0 > 0 && self.result.1 == 0
            || ends.into_iter().any(|(awaited, games)| *awaited && *games == 0)
            || acts.into_iter().any(|(chosen, acts)| *chosen && *acts == 0)
    }

    /// ` with 3 players`, where that differs.
    fn with(&self) -> String {
        let with = self.players.map(|many| format!(" with {}", plural(many as usize, "player")));
        with.unwrap_or_default()
    }
}

/// Looks at piles without a rule and at victories; a row for each victory, and whether games were played.
pub fn trials(
    pool: &Pool<'_>,
    play: &Play,
    effort: &Effort,
    told: &mut Vec<Diagnostic>,
) -> (Vec<Row>, bool) {
    let rules = &pool.game.rules;
    let unsaid = rules.zones.iter().enumerate().filter(|(_, zone)| zone.empty.is_none());
    let unsaid: Vec<_> = unsaid
        .map(|(at, zone)| (at, zone, outlook(pool, play, zone)))
        .filter(|(_, _, outlook)| !matches!(outlook, Outlook::Lasts))
        .collect();
    let ends = rules.ends.len() == play.ends.len() && rules.ends.iter().any(|end| !end.draw);
    // What counting has shown never to come is not waited for.
    let awaited = |end: &End| !end.draw && !told.iter().any(|one| unreached(one, end.when.span));
    let awaited: Vec<bool> = rules.ends.iter().map(awaited).collect();
    let trials = match rules.playable() && !play.faulty {
        true => tables(pool, play, &awaited, effort),
        false => Vec::new(),
    };
    if let Some(zero) = trials.iter().find_map(|trial| divides(trial, effort)) {
        told.push(zero);
        return (Vec::new(), true);
    }
    if let (Some(phase), Some(cut)) = (rules.phases.first(), trials.iter().find_map(cut_off)) {
        told.push(cut.at(phase.span));
    }
    told.extend(unreachable(pool, play, &trials));
    // Of rules with faults nothing is known that their own messages do not say.
    for (at, zone, outlook) in unsaid.iter().filter(|_| !play.faulty) {
        told.extend(exhausted(pool, *at, zone, outlook, &trials));
    }
    let victories = rules.ends.iter().enumerate().filter(|(_, end)| ends && !end.draw);
    let victories = victories.filter(|_| !trials.is_empty());
    let rows = victories.map(|(at, end)| victory(pool, play, at, end, &trials, told));
    let mut rows: Vec<Row> = rows.collect();
    rows.extend(result(pool, &trials, told));
    (rows, !trials.is_empty())
}

/// What counting says of a pile that has no rule for its end.
fn outlook(pool: &Pool<'_>, play: &Play, zone: &Zone) -> Outlook {
    let (rules, name) = (&pool.game.rules, zone.name.value.as_str());
    let (mut comes, mut goes, mut draws, mut wins) = (false, false, false, false);
    every_step(play, &mut |_, step| match step {
        Step::Draw { from, to, .. } => {
            draws |= from.as_ref().map_or("deck", |from| &from.name) == name;
            comes |= to.as_ref().is_some_and(|to| to.name == name);
        }
        Step::Reveal { from, to, rest, .. } => {
            goes |= from.as_ref().map_or("deck", |from| &from.name) == name;
            draws |= goes;
            comes |= to.name == name || rest.as_ref().is_some_and(|rest| rest.name == name);
        }
        Step::Move { from, to, .. } => {
            goes |= from.as_ref().is_some_and(|from| from.name == name);
            comes |= to.name == name;
        }
        Step::Shuffle(from, to) => {
            goes |= from.name == name;
            comes |= to.name == name;
        }
        Step::Win(_) => wins = true,
        _ => {}
    });
    let Some(deck) = deck_of(pool, name) else {
        // A pile that begins empty must give a card only where one is drawn from it.
        return if draws { Outlook::Open } else { Outlook::Lasts };
    };
    let size = pool.copies(&pool.deck(deck));
    let rounds = rules.max_rounds.as_ref().map_or(u64::MAX, |max| u64::from(max.value));
    // Of the piles of several sides, that which is empty first.
    let lasts = owners(pool, zone).into_iter().map(|owner| {
        let dealt = dealt_from(pool, zone, owner).map(|(_, n)| n).sum();
        let each = taken(pool, play, zone, owner).filter(|_| !goes)?;
        Some(size.saturating_sub(dealt).checked_div(each).unwrap_or(u64::MAX))
    });
    let lasts = match lasts.min() {
        Some(Some(u64::MAX)) => return Outlook::Lasts,
        Some(Some(lasts)) => lasts,
        _ => return Outlook::Open,
    };
    let ends =
        |zone: &Zone| matches!(zone.empty.as_ref().map(|empty| &empty.value), Some(Empty::End(_)));
    if lasts >= rounds {
        Outlook::Lasts
    } else if comes || wins || !rules.ends.is_empty() || rules.zones.iter().any(ends) {
        Outlook::Open
    } else {
        Outlook::Out(lasts + 1)
    }
}

/// Plays a trial for each number of players; none where the rules have faults, which are told elsewhere.
fn tables(pool: &Pool<'_>, play: &Play, awaited: &[bool], effort: &Effort) -> Vec<Trial> {
    let (least, most) = pool.game.players.unwrap_or((1, 1));
    let players: Vec<Option<u32>> = match pool.game.rules.sides.is_empty() {
        true => (least..=most.min(least.saturating_add(TABLES - 1))).map(Some).collect(),
        false => vec![None],
    };
    let many = players.len() as u64;
    let trial = |players| table(pool, play, players, awaited, many, effort);
    players.into_iter().filter_map(trial).collect()
}

fn table(
    pool: &Pool<'_>,
    play: &Play,
    players: Option<u32>,
    awaited: &[bool],
    many: u64,
    effort: &Effort,
) -> Option<Trial> {
    let rules = &pool.game.rules;
    let program = compile(pool, play, players, &[]).ok()?;
    let mut table = Table::new(&program);
    let (out, ended) = (vec![(0, i64::MAX); rules.zones.len()], vec![0; rules.ends.len()]);
    let acts = vec![0; rules.actions.len()];
    let result = (0, 0);
    let mut trial = Trial { players, games: 0, out, ended, result, acts, stuck: 0, zero: None };
    let chosen = chosen(rules.actions.len(), play);
    let mut steps = 0;
    loop {
        let enough = trial.games >= GAMES.min(u64::from(effort.games)).max(1);
        // What has not come yet may be rare.
        let open = trial.missing(awaited, &chosen)
            && trial.stuck == 0
            && trial.games < RARE.min(u64::from(effort.games))
            && steps < RARE_STEPS / many.max(1);
        if enough && !open {
            break;
        }
        program.play(&mut table, effort.seed, trial.games, |_| {});
        if table.zero {
            trial.zero = Some((trial.games, table.large, table.zero_at));
        }
        trial.games += 1;
        trial.stuck += u64::from(table.over == Some(Over::Stuck) && !table.zero);
        steps += table.steps();
        if let Some(zone) = table.unsaid {
            let out = &mut trial.out[zone];
            *out = (out.0 + 1, out.1.min(table.deck_out));
        }
        if let Some(end) = table.ended {
            trial.ended[end] += 1;
        }
        if table.full && rules.result.is_some() {
            trial.result.0 += 1;
            trial.result.1 += u64::from(matches!(table.over, Some(Over::Won(_))));
        }
        trial.acts.iter_mut().zip(&table.acts).for_each(|(sum, acts)| *sum += u64::from(*acts));
        if trial.zero.is_some() || steps > STEPS && trial.games >= FEW && !open {
            break;
        }
    }
    Some(trial)
}

/// Which actions some policy chooses; all of them where there are no policies.
fn chosen(actions: usize, play: &Play) -> Vec<bool> {
    let by = |at: usize| play.policies.iter().any(|one| one.choose.iter().any(|(of, _)| *of == at));
    (0..actions).map(|at| play.policies.is_empty() || by(at)).collect()
}

/// Actions that nobody ever did, though a policy chooses them.
fn unreachable(pool: &Pool<'_>, play: &Play, trials: &[Trial]) -> Vec<Diagnostic> {
    let actions = &pool.game.rules.actions;
    let games: u64 = trials.iter().map(|trial| trial.games).sum();
    if games == 0 {
        return Vec::new();
    }
    let chosen = chosen(actions.len(), play);
    let never = |at: usize| chosen[at] && trials.iter().all(|trial| trial.acts[at] == 0);
    let told = (0..actions.len()).filter(|at| never(*at)).map(|at| {
        let name = &actions[at].name;
        let message = format!("nobody did `{}` in {games} games", name.value);
        let help = "look at its cards and condition, and at what the policies choose before it";
        Diagnostic::warning(Code::UNREACHABLE_ACTION, message).at(name.span).help(help)
    });
    told.collect()
}

/// What is told of a rule that divides by 0.
fn divides(trial: &Trial, effort: &Effort) -> Option<Diagnostic> {
    let (game, large, at) = trial.zero?;
    let why = Table::no_value(large);
    let message = format!("a rule {why} in game {game}{}", trial.with());
    let players = trial.players.map(|players| format!(" --players {players}")).unwrap_or_default();
    let first = if large { "keep it lower" } else { "ask first whether it is 0, with `if`" };
    let help = format!(
        "{first}; `deckle simulate{players} --seed {} --replay {game}` shows the game",
        effort.seed
    );
    let diagnostic = Diagnostic::error(Code::EXPRESSION, message).help(help);
    Some(match at {
        Some(at) => diagnostic.at(at),
        None => diagnostic,
    })
}

/// What is told of games that took too many steps.
fn cut_off(trial: &Trial) -> Option<Diagnostic> {
    let Trial { stuck, games, .. } = trial;
    let message = format!("{stuck} of {games} games{} were cut off: too many steps", trial.with());
    let help = "look for a rule that repeats without end, or for a round that takes very long";
    (*stuck > 0).then(|| Diagnostic::warning(Code::CHECK_UNDECIDED, message).help(help))
}

/// What is told of a pile without a rule.
fn exhausted(
    pool: &Pool<'_>,
    at: usize,
    zone: &Zone,
    outlook: &Outlook,
    trials: &[Trial],
) -> Option<Diagnostic> {
    let name = &zone.name.value;
    let worst = trials.iter().max_by_key(|trial| (trial.out[at].0 * GAMES) / trial.games);
    let (sure, how) = match (outlook, worst) {
        (Outlook::Out(round), _) => {
            let with = plural(seats(pool) as usize, "player");
            (true, format!("`{name}` runs out in round {round} with {with}"))
        }
        (_, Some(trial)) if trial.out[at].0 > 0 => {
            let (out, first) = trial.out[at];
            let many = match out == trial.games {
                true => format!("all {out}"),
                false => format!("{out} of {}", trial.games),
            };
            let with = trial.with();
            (true, format!("`{name}` runs out in {many} games{with}, first in round {first}"))
        }
        (_, Some(trial)) => {
            let games = trial.games;
            (false, format!("`{name}` did not run out in {games} games, which decides nothing"))
        }
        (_, None) => {
            (false, format!("whether `{name}` runs out is not decided before it can be played"))
        }
    };
    let message = format!("{how}; nothing says what then");
    let diagnostic = match sure {
        true => Diagnostic::error(Code::DECK_RUNS_OUT, message),
        false => Diagnostic::warning(Code::DECK_RUNS_OUT, message),
    };
    let help = "give it `empty = \"reshuffle ZONE\"`, `\"stop\"` or `\"end\"`";
    Some(diagnostic.at(zone.name.span).help(help))
}

/// Whether this tells that a condition at a place is never fulfilled.
fn unreached(one: &Diagnostic, when: Span) -> bool {
    let inside = |label: &Label| when.holds(label.span);
    one.code == Code::VICTORY_UNREACHABLE && one.place.as_ref().is_some_and(inside)
}

/// The row of a victory: in how many games it came, and how often the printed cards allow what it needs.
fn victory(
    pool: &Pool<'_>,
    play: &Play,
    at: usize,
    end: &End,
    trials: &[Trial],
    told: &mut Vec<Diagnostic>,
) -> Row {
    let games = trials
        .iter()
        .map(|trial| format!("ends {} of {} games{}", trial.ended[at], trial.games, trial.with()));
    let mut found = games.collect::<Vec<_>>().join(", ");
    if let Some((most, goal)) = within(pool, play, end, &play.ends[at]) {
        found += &format!("; one pass of the cards is enough for {most}, {goal} needed");
    }
    let came = trials.iter().any(|trial| trial.ended[at] > 0);
    let span = end.when.span;
    let never = told.iter().any(|one| unreached(one, span));
    // What came is not out of reach, and what counting has shown needs no games.
    if came {
        told.retain(|one| !unreached(one, span));
    } else if !never {
        let all: u64 = trials.iter().map(|trial| trial.games).sum();
        let message = format!("none of {all} games ended by `{}`", end.when.text);
        let help = "look whether the policies play for it, or `deckle simulate` more games";
        let diagnostic = Diagnostic::warning(Code::VICTORY_UNREACHABLE, message);
        told.push(diagnostic.at(span).help(help));
    }
    let of = end.side.as_ref().map(|side| format!(" of {}", side.value)).unwrap_or_default();
    Row {
        name: format!("victory{of}"),
        text: end.when.text.clone(),
        players: None,
        verdict: match (came, never) {
            (true, _) => Verdict::Passed,
            (false, true) => Verdict::Failed,
            (false, false) => Verdict::Undecided,
        },
        found,
        measured: Vec::new(),
        span,
    }
}

/// The row of what decides when all rounds are played: how many games it found a winner for; none where no game came to that.
fn result(pool: &Pool<'_>, trials: &[Trial], told: &mut Vec<Diagnostic>) -> Option<Row> {
    let phrase = pool.game.rules.result.as_ref()?;
    let asked: u64 = trials.iter().map(|trial| trial.result.0).sum();
    let came = trials.iter().any(|trial| trial.result.1 > 0);
    if asked == 0 {
        return None;
    }
    let games = trials.iter().map(|trial| {
        let (asked, won) = trial.result;
        format!("decides {won} of {asked} games that last to the end{}", trial.with())
    });
    let silent = told.iter().any(|one| one.code == Code::SIDE_CANNOT_WIN);
    if !came && !silent {
        let message =
            format!("all of {asked} games that lasted to the end were ties by `{}`", phrase.text);
        let help =
            "look whether anything makes the players differ in it, or `deckle simulate` more games";
        let diagnostic = Diagnostic::warning(Code::VICTORY_UNREACHABLE, message);
        told.push(diagnostic.at(phrase.span).help(help));
    }
    Some(Row {
        name: "result".into(),
        text: phrase.text.clone(),
        players: None,
        verdict: if came { Verdict::Passed } else { Verdict::Undecided },
        found: games.collect::<Vec<_>>().join(", "),
        measured: Vec::new(),
        span: phrase.span,
    })
}
