//! Opening hands, exact; and games of which only the set-up and the draws are played: no choice is made in them.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::engine::{Program, Table, compile};
use super::histogram::Histogram;
use super::lang::{Context, Expr, Node, Place, Selector, Step};
use super::odds;
use super::play::Play;
use super::pool::{KindSet, Pool};
use super::watched::followed;
use crate::model::{Deck, Empty, Game};
use crate::span::Spanned;

/// Deals that are played for each game: they take far less time.
pub const DEALS: u64 = 10;
/// Rounds after which nothing more is drawn.
const ROUNDS: u32 = 60;
/// Games that one table plays in a row.
const CHUNK: u64 = 512;
/// Cards that are told one by one; with more kinds, only the values of notations are.
const KINDS: usize = 24;

/// What came of the draws alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deals {
    /// How many were played.
    pub games: u64,
    /// For each watched event and each followed seat, the first round in which it held.
    pub first: Vec<Histogram>,
    /// The round in which a pile first had no card to give.
    pub deck_out: Histogram,
}

impl Deals {
    /// Adds other deals of the same game.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.first.resize(self.first.len().max(other.first.len()), Histogram::default());
        self.first.iter_mut().zip(&other.first).for_each(|(to, from)| to.merge(from));
        self.deck_out.merge(&other.deck_out);
    }

    /// Whether everything was counted once a game.
    pub fn agrees(&self, followed: usize) -> bool {
        let mut all = self.first.iter().chain([&self.deck_out]);
        self.games == 0 || self.first.len() == followed && all.all(|one| one.total() == self.games)
    }
}

/// Plays the deals that belong to these games; nothing where every draw depends on what is done.
pub fn deals(
    game: &Game,
    read: &Play,
    players: Option<u32>,
    seed: u64,
    games: std::ops::Range<u64>,
) -> Deals {
    let Some(program) = drawing(game, read, players) else { return Deals::default() };
    let games = games.start * DEALS..games.end * DEALS;
    let chunks = games.end.saturating_sub(games.start).div_ceil(CHUNK);
    let chunk = |at: u64| {
        let start = games.start + at * CHUNK;
        chunk(&program, seed, start..(start + CHUNK).min(games.end))
    };
    let merge = |mut a: Deals, b: Deals| {
        a.merge(&b);
        a
    };
    (0..chunks).into_par_iter().map(chunk).reduce(Deals::default, merge)
}

fn chunk(program: &Program, seed: u64, games: std::ops::Range<u64>) -> Deals {
    let mut table = Table::new(program);
    let mut deals = Deals::default();
    let followed = program.followed();
    deals.first.resize(program.watches() * followed.len(), Histogram::default());
    for index in games {
        program.play(&mut table, seed, index, |_| {});
        deals.games += 1;
        deals.deck_out.add(table.deck_out);
        let firsts = table.first.chunks(program.seats);
        let firsts = firsts.flat_map(|seats| followed.iter().map(|seat| seats[*seat]));
        deals.first.iter_mut().zip(firsts).for_each(|(all, first)| all.add(first));
    }
    deals
}

/// The rules with nothing left in them but draws that come in every round; they end where a pile is empty, and events are
/// looked for in what the followed seats have.
fn drawing(game: &Game, read: &Play, players: Option<u32>) -> Option<Program> {
    let (watches, policies) = (read.watches.clone(), read.policies.clone());
    let mut play = Play { watches, policies, ..Play::default() };
    let mut draws = false;
    for (who, steps) in &read.phases {
        let always = |step: &Step| matches!(step, Step::Draw { fill: false, .. });
        let steps: Vec<_> = steps.iter().filter(|(_, step)| always(step)).cloned().collect();
        draws |= !steps.is_empty();
        play.phases.push((who.clone(), steps));
    }
    let mut game = game.clone();
    for zone in &mut game.rules.zones {
        let span = zone.empty.as_ref().map_or(zone.name.span, |empty| empty.span);
        zone.empty = Some(Spanned { value: Empty::End(None), span });
    }
    let span = game.title_at;
    game.rules.max_rounds = Some(Spanned { value: ROUNDS, span });
    let pool = Pool::new(&game);
    let followed = followed(&game, read);
    let program = compile(&pool, &play, players, &[]).ok().filter(|_| draws)?;
    Some(program.following(followed))
}

/// An opening hand: of whom, how large, and what is in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// Whose it is; empty where all are alike.
    pub side: String,
    /// How many cards it has.
    pub hand: u32,
    /// Of how many.
    pub of: u64,
    /// Cards that are alike, in the order of the notations or of the list.
    pub groups: Vec<Group>,
}

/// Cards that are alike in an opening hand; all chances are exact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// The notation that they are told apart by; empty for cards by name.
    pub notation: String,
    /// What they are.
    pub name: String,
    /// How many there are.
    pub copies: u64,
    /// How many of them a hand holds on average.
    pub mean: f64,
    /// The chances of none, one, two, and more of them.
    pub chances: [f64; 4],
}

/// The opening hands of a game; none where nothing is dealt to hands.
pub fn openings(game: &Game) -> Vec<Opening> {
    let pool = Pool::new(game);
    let sides = game.rules.sides.iter().map(|side| Some(side.value.clone()));
    let mut sides: Vec<Option<String>> = sides.collect();
    if sides.is_empty() {
        sides.push(None);
    }
    let mut found: Vec<Opening> = sides.iter().filter_map(|side| opening(&pool, side)).collect();
    let alike =
        found.windows(2).all(|two| (&two[0].groups, two[0].hand) == (&two[1].groups, two[1].hand));
    if alike && found.len() == sides.len() {
        found.truncate(1);
        found.iter_mut().for_each(|one| one.side = String::new());
    }
    found
}

fn opening(pool: &Pool<'_>, side: &Option<String>) -> Option<Opening> {
    let draw = odds::draw(pool, &Context::Opening(side.clone()), &held(&pool.none())).ok()??;
    let deck = draw.of.iter().next().map(|kind| &pool.game.decks[pool.kinds[kind].deck])?;
    let mut groups = Vec::new();
    for (notation, name, set) in sets(pool, deck, &draw.of) {
        let set = set.and(&draw.of);
        let copies = pool.copies(&set);
        let found = odds::hand(pool, &draw, &held(&set)).ok().filter(|_| copies > 0);
        let Some(found) = found else { continue };
        let short = |chance: f64| (chance * 1e12).round() / 1e12;
        let mut chances = [0.0; 4];
        for (value, chance) in &found.values {
            chances[(*value as usize).min(3)] += chance;
        }
        let (mean, chances) = (short(found.mean()), chances.map(short));
        groups.push(Group { notation, name, copies, mean, chances });
    }
    let (of, hand) = (pool.copies(&draw.of), draw.n);
    Some(Opening { side: side.clone().unwrap_or_default(), hand, of, groups })
}

/// Cards that are told apart: by the notations of their columns, and by name where they are few.
fn sets(pool: &Pool<'_>, deck: &Deck, of: &KindSet) -> Vec<(String, String, KindSet)> {
    let mut sets = Vec::new();
    for notation in &pool.game.rules.notations {
        if deck.table.column(&notation.column.value).is_none() {
            continue;
        }
        for (value, meaning) in &notation.values {
            // Not by the bare name, which may also be a card's.
            let set = pool.where_cell(&notation.column.value, |cell| match notation.letters {
                true => cell.text.contains(value.value.as_str()),
                false => cell.text == value.value,
            });
            // A meaning of a few words says more than a letter.
            let short = !meaning.is_empty() && value.value.chars().count() == 1;
            let name = if short { meaning.clone() } else { value.value.clone() };
            sets.push((notation.name.value.clone(), name, set));
        }
    }
    if of.iter().count() <= KINDS {
        for kind in of.iter() {
            let mut set = pool.none();
            set.insert(kind);
            sets.push((String::new(), pool.kinds[kind].name.clone(), set));
        }
    }
    sets
}

/// How many of these cards are in hand.
fn held(set: &KindSet) -> Expr {
    let place = Place { owner: None, name: "hand".into(), range: 0..0 };
    let of = Selector { order: vec![set.clone()], set: set.clone(), range: 0..0 };
    Expr { node: Node::Pick(place, of), range: 0..0 }
}
