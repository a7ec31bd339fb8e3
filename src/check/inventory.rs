//! Each line of the list of components against the pieces that are built.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, suggest};
use crate::model::{Component, Deck, Kind};
use crate::sim::lang::{Scope, Text, rest_selector};
use crate::sim::play::Play;
use crate::sim::pool::{KindSet, Pool};

/// A line of the list, and what of the game it names.
struct Line<'g> {
    component: &'g Component,
    /// All pieces of the decks, boards and counters that it names.
    named: KindSet,
    /// The pieces that it means, if its selector or its name says which.
    meant: Option<KindSet>,
}

/// Each line has as many pieces as are built, and each deck of cards has a line.
pub fn counts(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let whole = Pool::whole(pool.game);
    let components = &pool.game.rules.components;
    let (mut found, mut covered) = (Vec::new(), whole.none());
    let mut shared: BTreeMap<Vec<&str>, Vec<Line<'_>>> = BTreeMap::new();
    for component in components.iter().filter(|one| one.built) {
        let Some(mut line) = line(&whole, component, &mut found) else { continue };
        let mut decks: Vec<_> = component.decks.iter().map(|deck| deck.value.as_str()).collect();
        decks.sort_unstable();
        if decks.is_empty() {
            line.meant = line.meant.or_else(|| called(&whole, component, &mut found));
            if let Some(meant) = &line.meant {
                compare(&whole, &[&line], meant, &mut found);
            }
        }
        covered = covered.or(line.meant.as_ref().unwrap_or(&line.named));
        if !decks.is_empty() {
            shared.entry(decks).or_default().push(line);
        }
    }
    for lines in shared.into_values() {
        share(&whole, lines, &mut found);
    }
    found.sort_by_key(|one| one.place.as_ref().map(|label| label.span.start));
    told.extend(found);
    if components.iter().any(|one| one.kind == "card") {
        uncovered(&whole, &covered, told);
    }
}

/// Reads what a line names; nothing where that is not there, which is told.
fn line<'g>(
    whole: &Pool<'_>,
    component: &'g Component,
    told: &mut Vec<Diagnostic>,
) -> Option<Line<'g>> {
    let mut named = whole.none();
    for deck in &component.decks {
        let Some(at) = whole.deck_named(&deck.value) else {
            let message = match component.kind.as_str() {
                "board" | "mat" | "pad" => format!("there is no board `{}`", deck.value),
                "card" => format!("there is no deck `{}`", deck.value),
                _ => format!("there are no counters `{}`", deck.value),
            };
            let help = suggest(&deck.value, whole.game.decks.iter().map(|one| one.name.as_str()));
            told.push(Diagnostic::error(Code::COMPONENT, message).at(deck.span).help(help));
            return None;
        };
        told.extend(misfit(component, &whole.game.decks[at]));
        named = named.or(&whole.deck(at));
    }
    let Some(phrase) = &component.cards else {
        return Some(Line { component, named, meant: None });
    };
    let scope = Scope { pool: whole };
    let read = Text::new(&phrase.text, &scope).and_then(|mut text| rest_selector(&mut text));
    let of = read.map_err(|fault| told.push(fault.diagnostic(phrase))).ok()?.set;
    let within = if component.decks.is_empty() { fitting(whole, component) } else { named.clone() };
    let fits = of.and(&within);
    let meant = if component.decks.is_empty() && fits.is_empty() { of } else { fits };
    Some(Line { component, named, meant: Some(meant) })
}

/// Cards that a line calls counters, or the other way round.
fn misfit(component: &Component, deck: &Deck) -> Option<Diagnostic> {
    let (is, help) = match (component.kind.as_str(), deck.form.kind) {
        ("token" | "counter" | "marker" | "die" | "cube" | "pawn", Kind::Card) => {
            ("is a deck of cards", "write `kind = \"card\"`, or name the counters")
        }
        ("card", Kind::Counter) => ("are counters", "write `kind = \"counter\"`, or name the deck"),
        ("card", Kind::Board) => ("is a board", "write `kind = \"board\"`, or name the deck"),
        _ => return None,
    };
    let (name, kind) = (&component.name.value, &component.kind);
    let message = format!("`{name}` is of the kind `{kind}`, and `{}` {is}", deck.name);
    let place = component.decks.iter().find(|named| named.value == deck.name)?.span;
    Some(Diagnostic::warning(Code::COMPONENT, message).at(place).help(help))
}

/// All pieces that a component of its kind may be.
fn fitting(whole: &Pool<'_>, component: &Component) -> KindSet {
    let fits = |form: Kind| match component.kind.as_str() {
        "card" => form == Kind::Card,
        "board" | "mat" | "pad" => form == Kind::Board,
        "token" | "counter" | "marker" | "die" | "cube" | "pawn" => form == Kind::Counter,
        _ => true,
    };
    let decks = whole.game.decks.iter().enumerate().filter(|(_, deck)| fits(deck.form.kind));
    decks.fold(whole.none(), |set, (at, _)| set.or(&whole.deck(at)))
}

/// The pieces that a line without a deck and a selector means, by its name alone.
fn called(whole: &Pool<'_>, component: &Component, told: &mut Vec<Diagnostic>) -> Option<KindSet> {
    let found = by_name(whole, component);
    // Dice, cubes, pawns and books are bought.
    let made = !matches!(component.kind.as_str(), "die" | "cube" | "pawn" | "book" | "other");
    if found.is_none() && made {
        let name = &component.name.value;
        let message = match component.kind.as_str() {
            "card" => format!("nothing says which cards `{name}` are"),
            _ => format!("nothing that is built is called `{name}`"),
        };
        let help = "name them by `deck` or `cards`; or write `built = false`";
        let diagnostic = Diagnostic::warning(Code::COMPONENT, message);
        told.push(diagnostic.at(component.name.span).help(help));
    }
    found
}

/// The deck or board of that title, the cards or counters of that name, or boards whose titles begin so.
fn by_name(whole: &Pool<'_>, component: &Component) -> Option<KindSet> {
    let (wanted, fits) = (words(&component.name.value), fitting(whole, component));
    let decks = |so: &dyn Fn(&Deck) -> bool| {
        let decks = whole.game.decks.iter().enumerate().filter(|(_, deck)| so(deck));
        decks.fold(whole.none(), |set, (at, _)| set.or(&whole.deck(at)))
    };
    let titled = decks(&|deck| words(&deck.title) == wanted || words(&deck.name) == wanted);
    let begins = decks(&|deck| words(&deck.title).starts_with(&wanted)).and(&fits);
    let found = [titled.and(&fits), named_so(whole, &wanted).and(&fits), begins, titled];
    found.into_iter().find(|set| !set.is_empty()).filter(|_| !wanted.is_empty())
}

/// The kinds whose own name, or a notation's, has these words.
fn named_so(whole: &Pool<'_>, wanted: &[String]) -> KindSet {
    let named = whole.names.iter().filter(|(name, _)| words(name) == wanted);
    named.fold(whole.none(), |set, (_, of)| set.or(of))
}

/// The words of a name, small and without the `s` of a plural; cards and decks are called so or not.
fn words(name: &str) -> Vec<String> {
    let words = name.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let single = |word: &str| word.strip_suffix('s').filter(|one| one.len() > 2).map(str::to_owned);
    let mut words: Vec<_> = words.map(|word| single(word).unwrap_or(word.to_owned())).collect();
    if words.len() > 1 && words.last().is_some_and(|last| last == "card" || last == "deck") {
        words.pop();
    }
    words
}

/// Lines that name the same decks: each is told apart by its selector or name, and one may be the rest.
fn share(whole: &Pool<'_>, mut lines: Vec<Line<'_>>, told: &mut Vec<Diagnostic>) {
    if lines.len() > 1 {
        for line in lines.iter_mut().filter(|line| line.meant.is_none()) {
            let so = named_so(whole, &words(&line.component.name.value)).and(&line.named);
            line.meant = Some(so).filter(|set| !set.is_empty());
        }
    }
    let mut rest = lines[0].named.clone();
    for line in &lines {
        if let Some(meant) = &line.meant {
            compare(whole, &[line], meant, told);
            rest = rest.and(&meant.not());
        }
    }
    let open: Vec<_> = lines.iter().filter(|line| line.meant.is_none()).collect();
    let [first, more @ ..] = &open[..] else { return };
    // One line may count the whole deck, of which others count a part.
    let all = whole.copies(&first.named);
    let count = first.component.count.as_ref().map(|count| u64::from(count.value));
    if more.is_empty() && count == Some(all) {
        return;
    }
    if !more.is_empty() {
        let names = names(&open);
        let message = format!("nothing says which pieces {names} are, each by itself");
        let help =
            "tell them apart by `cards = \"SELECTOR\"`, or call them what their rows are called";
        let diagnostic = Diagnostic::warning(Code::COMPONENT, message);
        told.push(diagnostic.at(first.component.name.span).help(help));
    }
    compare(whole, &open, &rest, told);
}

fn names(lines: &[&Line<'_>]) -> String {
    let names = lines.iter().map(|line| format!("`{}`", line.component.name.value));
    names.collect::<Vec<_>>().join(", ")
}

/// Tells where lines do not have, all together, as many as are built.
fn compare(whole: &Pool<'_>, lines: &[&Line<'_>], meant: &KindSet, told: &mut Vec<Diagnostic>) {
    let counts = lines.iter().map(|line| line.component.count.as_ref());
    let Some(counts) = counts.collect::<Option<Vec<_>>>() else { return };
    let sum: u64 = counts.iter().map(|count| u64::from(count.value)).sum();
    let built = whole.copies(meant);
    if built == sum {
        return;
    }
    let message = format!("the list has {sum} of {}, and {built} are built", names(lines));
    let form = meant.iter().next().map(|kind| whole.game.decks[whole.kinds[kind].deck].form.kind);
    let help = match form {
        Some(Kind::Counter) => "mend the count, or the copies in the list of counters",
        Some(Kind::Board) => "mend the count, or `copies` of the board",
        _ => "mend the count, or the copies in the card list",
    };
    let fault = Diagnostic::error(Code::COMPONENT, message).at(counts[0].span).help(help);
    let others = counts[1..].iter();
    told.push(others.fold(fault, |fault, count| fault.also(count.span, "")));
}

/// Decks of cards that no line counts.
fn uncovered(whole: &Pool<'_>, covered: &KindSet, told: &mut Vec<Diagnostic>) {
    for (at, deck) in whole.game.decks.iter().enumerate().filter(|(_, one)| one.has_cards()) {
        if whole.deck(at).and(covered).is_empty() {
            let message = format!("no component holds the cards of the deck `{}`", deck.name);
            let help = format!("add a `[[component]]` with `deck = \"{}\"`", deck.name);
            let diagnostic = Diagnostic::warning(Code::COMPONENT, message);
            told.push(diagnostic.at(deck.title_at).help(help));
        }
    }
}
