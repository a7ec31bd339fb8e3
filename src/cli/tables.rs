//! What came of the games of one number of players, in lines for people.

use crate::diag::plural;
use crate::sim::deals::Opening;
use crate::sim::histogram::Histogram;
use crate::sim::shown::{percentage, share, spark, spread};
use crate::sim::study::Played;

/// All lines of a table.
pub fn lines(table: &Played) -> Vec<String> {
    let study = &table.study;
    let seats = plural(table.seats, "seat");
    let mut lines = vec![String::new(), format!("{seats}, {} games", study.games)];
    if study.games == 0 {
        lines.push("  none of the games belongs to this part".into());
        return lines;
    }
    lines.extend(table.openings.iter().map(opening));
    if table.dealt_only() {
        lines.push("  only the set-up is declared, and it was dealt".into());
        lines.extend(watched(table));
        return lines;
    }
    lines.extend(winners(table));
    if study.stuck > 0 {
        let how = share(study.stuck, study.games);
        lines.push(format!("  {:<20} {} games, {how}: too many steps", "cut off", study.stuck));
    }
    if study.full > 0 {
        let how = share(study.full, study.games);
        lines.push(format!("  {:<20} {} games, {how}", "ended by max_rounds", study.full));
    }
    lines.push(format!(
        "  {:<20} {}  {}",
        "rounds",
        spread(&study.rounds),
        spark(&study.rounds, 32)
    ));
    let reshuffles = &study.reshuffles;
    lines.push(format!("  {:<20} {}", "reshuffles", spread(reshuffles)));
    let drawn = table.deals.deck_out.ever();
    if drawn.total() > 0 {
        let how = share(drawn.total(), table.deals.games);
        let deals = table.deals.games;
        let out = spread(&drawn);
        lines.push(format!(
            "  {:<20} a pile in {how} of {deals} deals, in round {out}",
            "draws alone use up"
        ));
    }
    let out = study.deck_out.ever();
    if out.total() > 0 {
        let how = share(out.total(), study.games);
        let first = out.quantile(0.0);
        lines.push(format!(
            "  {:<20} in {how}, first in round {first}; {}",
            "a pile runs out",
            spread(&out)
        ));
    }
    for (name, counter) in table.counters.iter().zip(&study.counters) {
        lines.push(format!("  {name:<20} {}  {}", spread(counter), spark(counter, 32)));
    }
    lines.extend(watched(table));
    lines.extend(plays(table));
    lines
}

/// Who wins; nothing where no rule names a winner.
fn winners(table: &Played) -> Vec<String> {
    let (study, mut lines) = (&table.study, Vec::new());
    if !table.decides {
        return vec![format!("  {:<20} no rule names one", "winner")];
    }
    for (seat, name) in table.names.iter().enumerate() {
        let won = share(study.won[seat], study.games);
        lines.push(format!("  {name:<20} wins {won}, by the policy `{}`", table.policies[seat]));
    }
    if study.drawn + study.stuck > 0 {
        lines.push(format!("  {:<20} {}", "nobody", share(study.drawn + study.stuck, study.games)));
    }
    if study.tied > 0 {
        let how = share(study.tied, study.games);
        lines.push(format!(
            "  {:<20} {how}: for different winners; the first in order counts",
            "several ends at once"
        ));
    }
    lines
}

/// When each watched event first held, for each seat that is told of.
fn watched(table: &Played) -> Vec<String> {
    let each = |at: usize| table.told(at).into_iter().flat_map(move |who| event(table, at, who));
    (0..table.watches.len()).flat_map(each).collect()
}

/// When a watched event first held for a seat.
fn event(table: &Played, at: usize, (seat, followed): (usize, Option<usize>)) -> Vec<String> {
    let (study, who, mut lines) = (&table.study, table.holder(at, seat), Vec::new());
    let first = study.first[at * table.seats + seat].ever();
    let seen = share(first.total(), study.games);
    lines.push(format!("  {:<20} held by {who} in {seen}", table.watches[at]));
    let beside = followed.map(|followed| at * table.followed.len() + followed);
    if let Some(hands) = beside.and_then(|at| table.hands.get(at).copied().flatten()) {
        let exact = beside.and_then(|at| table.exact.get(at)).and_then(|exact| exact.first());
        let exact = exact.map(|exact| format!("; exactly {}", percentage(*exact, 2)));
        let held = share(hands.held, hands.dealt);
        let exact = exact.unwrap_or_default();
        lines.push(format!(
            "  {:<20} in the opening hand of {who} in {held} of {} hands{exact}",
            "", hands.dealt
        ));
    }
    let drawn = beside.and_then(|at| table.deals.first.get(at));
    // Of what is no draw's to bring about, that none did says nothing.
    let may = |drawn: &Histogram| {
        drawn.ever().total() > 0 || table.drawn.get(at).copied().unwrap_or(true)
    };
    if let Some(drawn) = drawn.filter(|drawn| table.deals.games > 0 && may(drawn)) {
        let (drawn, deals) = (drawn.ever(), table.deals.games);
        let seen = share(drawn.total(), deals);
        let round = match drawn.total() {
            0 => String::new(),
            _ => format!(", first in round {}", spread(&drawn)),
        };
        lines.push(format!("  {:<20} by draws alone in {seen} of {deals} deals{round}", ""));
    }
    if first.total() > 0 && !table.dealt_only() {
        lines.push(format!("  {:<20} in games first in round {}", "", spread(&first)));
    }
    lines
}

/// What an opening hand holds, exactly.
fn opening(opening: &Opening) -> String {
    let each = opening.groups.iter().map(|group| {
        let some = percentage(1.0 - group.chances[0], 2);
        format!("{} {:.3} ({some})", group.name, group.mean)
    });
    let who = match opening.side.as_str() {
        "" => "opening hand".to_owned(),
        side => format!("{side} is dealt"),
    };
    let (hand, of) = (opening.hand, opening.of);
    let each = some(&each.collect::<Vec<_>>(), 10);
    format!("  {who:<20} {hand} of {of} cards, exact: mean (at least one): {each}")
}

/// Cards by how often they are played; nothing where no card is.
fn plays(table: &Played) -> Vec<String> {
    let each = |sum: u64| sum as f64 / table.study.games.max(1) as f64;
    let mut cards: Vec<_> = table.cards.iter().zip(&table.study.plays).collect();
    cards.sort_by(|a, b| b.1.cmp(a.1));
    let (played, never): (Vec<_>, Vec<_>) = cards.into_iter().partition(|(_, sum)| **sum > 0);
    if played.is_empty() {
        return Vec::new();
    }
    let most = played.iter().map(|(name, sum)| format!("{name} {:.2}", each(**sum)));
    let never = never.iter().map(|(name, _)| (*name).clone());
    let lists = [("plays in a game", most.collect::<Vec<_>>()), ("never played", never.collect())];
    let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
    lists.map(|(what, list)| format!("  {what:<20} {}", some(&list, 8))).collect()
}

/// The first of a list, and how many there are.
fn some(list: &[String], most: usize) -> String {
    let shown = list.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    if list.len() > most { format!("{shown}, … ({} in all)", list.len()) } else { shown }
}
