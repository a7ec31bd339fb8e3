//! What a template can see and call.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use tera::{Context, Tera, Value};

use super::bound::{self, Bounded};
use super::fault::Meeting;
use super::icons::IconCall;
use super::keywords::Known;
use super::lookup::TableCall;
use super::trace::{self, Copies};
use super::{Measure, Side, boards, calls, codes, fault, keywords, lists, notes, reading, shapes};
use crate::diag::{Diagnostic, Sink, Staged};
use crate::geom::decimal;
use crate::icons::Icons;
use crate::load::COMPONENTS;
use crate::model::{Card, Deck, Game, NamedCells, Shape, Theme, ThemeValue, TuckBox};
use crate::span::Sources;

/// What all cards of a game share: the templates, and the parts of the context that stay.
pub struct Shared<'a> {
    tera: Tera,
    game: &'a Game,
    sources: &'a Sources,
    game_value: Value,
    /// The templates once more, so that they refuse to print a list; read when one may be printed.
    refusing: OnceLock<Option<(Tera, Copies)>>,
}

impl<'a> Shared<'a> {
    /// Reads the game's templates.
    ///
    /// # Errors
    /// Every template that cannot be read is in `sink`.
    pub fn new(
        game: &'a Game,
        icons: &Arc<Icons>,
        measure: &Measure,
        sources: &'a Sources,
        sink: &mut Sink,
    ) -> Staged<Self> {
        Self::of(game, icons, measure, sources, needed(game, sources), sink)
    }

    /// The same of these templates, by name.
    ///
    /// # Errors
    /// Every template that cannot be read is in `sink`.
    pub fn of(
        game: &'a Game,
        icons: &Arc<Icons>,
        measure: &Measure,
        sources: &'a Sources,
        texts: Vec<(&str, &str)>,
        sink: &mut Sink,
    ) -> Staged<Self> {
        let mut tera = Tera::new();
        let styles = game.decks.iter().flat_map(|deck| deck.styles.keys().cloned()).collect();
        register(&mut tera, icons, Known::new(&game.keywords, styles));
        tera.register_function("table", TableCall::new(&game.tables));
        boards::register(&mut tera, game, measure);
        reading::add_templates(&mut tera, texts, game, sources, sink)?;
        Ok(Self { tera, game, sources, game_value: game_value(game), refusing: OnceLock::new() })
    }

    /// The text of one face, and what was noticed about its cells.
    pub fn render(
        &self,
        deck: &Deck,
        at: usize,
        card: &Card,
        side: Side,
        template: &str,
    ) -> Result<(String, Vec<Diagnostic>), Box<Diagnostic>> {
        let context = self.context(deck, at, card, side);
        let kilobytes = self.game.limits.kilobytes;
        let mut out = Bounded::new(kilobytes);
        drop((notes::take(), trace::looks_like_list()));
        let done = self.tera.render_to(template, &context, &mut out);
        if out.is_over() {
            return Err(Box::new(fault::too_long(kilobytes, self.game, card, template)));
        }
        let meeting = Meeting { game: self.game, sources: self.sources, deck, card, template };
        done.map_err(|error| Box::new(fault::rendering(&error, &meeting)))?;
        let noticed = notes::take().into_iter();
        let noticed = noticed.map(|note| fault::noticed(note, self.sources, deck, card)).collect();
        if trace::looks_like_list()
            && let Some(fault) = self.refused(template, &context, &meeting)
        {
            return Err(Box::new(fault));
        }
        // Templates and cells are text, and so is what comes of them.
        let text = String::from_utf8_lossy(&out.text).into_owned();
        match trace::joined_list(&text, deck, card) {
            Some(fault) => Err(Box::new(fault)),
            None => Ok((text, noticed)),
        }
    }

    /// What is said of a face that prints a list; nothing of a text that only looks like one.
    fn refused(
        &self,
        template: &str,
        context: &Context,
        meeting: &Meeting<'_>,
    ) -> Option<Diagnostic> {
        let read = || {
            let (mut tera, copies) = (self.tera.clone(), trace::refusing(self.game, self.sources));
            let texts = copies.iter().map(|(name, copy)| (name.as_str(), copy.text.as_str()));
            tera.add_raw_templates(texts.collect::<Vec<_>>()).ok()?;
            Some((tera, copies))
        };
        let (tera, copies) = self.refusing.get_or_init(read).as_ref()?;
        let mut out = Bounded::new(self.game.limits.kilobytes);
        let error = tera.render_to(template, context, &mut out).err()?;
        (!out.is_over()).then(|| fault::rendering_of_copy(&error, copies, meeting))
    }

    /// The text of a face alone, of at most so many KiB.
    pub fn text(
        &self,
        (deck, at, card): (&Deck, usize, &Card),
        side: Side,
        template: &str,
        kilobytes: u32,
    ) -> Option<String> {
        let mut out = Bounded::new(kilobytes);
        let context = self.context(deck, at, card, side);
        self.tera.render_to(template, &context, &mut out).ok()?;
        Some(String::from_utf8_lossy(&out.text).into_owned())
    }

    fn context(&self, deck: &Deck, at: usize, card: &Card, side: Side) -> Context {
        let mut context = Context::new();
        let full = deck.full_size();
        let bleed = deck.bleed.0;
        let view = format!(
            "{} {} {} {}",
            decimal(-bleed),
            decimal(-bleed),
            decimal(full.w),
            decimal(full.h)
        );
        context.insert_value("card", card_value(deck, card));
        context.insert_value("deck", deck_value(deck));
        if let Some(board) = &deck.board {
            context.insert_value("board", boards::value(board));
        }
        context.insert_value("game", self.game_value.clone());
        context.insert_value("theme", theme_value(&deck.theme, &card.theme));
        context.insert("index", &(at + 1));
        context.insert("count", &deck.cards.len());
        context.insert("copies", &card.copies);
        context.insert("face", side.word());
        context.insert("width", &deck.size.size.w);
        context.insert("height", &deck.size.size.h);
        context.insert("bleed", &bleed);
        context.insert("safe", &deck.safe.0);
        context.insert("corner", &deck.corner.0);
        context.insert("view_box", &view);
        context.insert("shape", deck.form.shape.outline());
        if let Shape::Net(net) = &deck.form.shape {
            context.insert_value("box", box_value(net));
        }
        context
    }
}

/// The templates by name; of the shared components those that are called, because to read all of
/// them takes longer than to load a small game.
pub fn needed<'a>(game: &'a Game, sources: &'a Sources) -> Vec<(&'a str, &'a str)> {
    let all = game.templates.iter().map(|(name, id)| (name.as_str(), &*sources.get(*id).text));
    let (mut shared, mut needed): (Vec<_>, Vec<_>) =
        all.partition(|(name, _)| calls::is_shared(name, game, sources));
    let mut words = BTreeSet::new();
    let mut read = 0;
    loop {
        words.extend(needed[read..].iter().flat_map(|(_, text)| calls::called(text)));
        read = needed.len();
        let is_called = |(name, _): &(&str, &str)| {
            words.contains(name.trim_start_matches(COMPONENTS).trim_end_matches(".svg"))
        };
        let (called, others): (Vec<_>, Vec<_>) = shared.into_iter().partition(is_called);
        if called.is_empty() {
            return needed;
        }
        needed.extend(called);
        shared = others;
    }
}

/// Prepares `tera` for templates: how they escape, and what they can call.
pub fn register(tera: &mut Tera, icons: &Arc<Icons>, words: Known) {
    // The empty suffix: every template is escaped, whatever its name.
    tera.autoescape_on(vec![""]);
    tera.set_escape_fn(escape);
    // A component that a game defines goes before that of the kit, in whatever file it stands.
    // Without the slash no `include` finds a component by its bare file name.
    let prefix = COMPONENTS.trim_end_matches('/');
    tera.set_fallback_prefixes([prefix]).expect("there are no templates yet");
    tera.register_function("icon", IconCall::new(Arc::clone(icons)));
    tera.register_function("range", bound::range);
    keywords::register(tera, words, icons);
    lists::register(tera);
    shapes::register(tera);
    codes::register(tera);
    trace::register(tera);
}

/// The row as templates see it, and in `rows` all rows of the card, where the deck groups them.
fn card_value(deck: &Deck, card: &Card) -> Value {
    let row = |at: usize| Value::from_serializable(&deck.table.named(&deck.table.rows[at]));
    if card.rows.is_empty() {
        return row(card.row);
    }
    let rows: Vec<_> = card.rows.iter().map(|at| row(*at)).collect();
    let first = deck.table.named(&deck.table.rows[card.row]);
    Value::from_serializable(&Grouped { first, rows })
}

/// A card of several rows.
#[derive(Serialize)]
struct Grouped<'a> {
    #[serde(flatten)]
    first: NamedCells<'a>,
    rows: Vec<Value>,
}

fn deck_value(deck: &Deck) -> Value {
    let copies = deck.copies();
    let map: BTreeMap<_, Value> = BTreeMap::from([
        ("name", Value::from_serializable(&deck.name)),
        ("title", Value::from_serializable(&deck.title)),
        ("designs", Value::from_serializable(&deck.cards.len())),
        ("copies", Value::from_serializable(&copies)),
    ]);
    Value::from_serializable(&map)
}

/// A box: its measures, and each panel as `[x, y, width, height]`.
fn box_value(net: &TuckBox) -> Value {
    let panels = net.panels().map(|(name, at)| (name, [at.x, at.y, at.w, at.h]));
    Value::from_serializable(&BoxValue { net, panels: BTreeMap::from(panels) })
}

#[derive(Serialize)]
struct BoxValue<'a> {
    #[serde(flatten)]
    net: &'a TuckBox,
    #[serde(flatten)]
    panels: BTreeMap<&'static str, [f64; 4]>,
}

fn game_value(game: &Game) -> Value {
    let map: BTreeMap<_, Value> = BTreeMap::from([
        ("name", Value::from_serializable(&game.name)),
        ("title", Value::from_serializable(&game.title)),
        ("version", Value::from_serializable(&game.version)),
        ("authors", Value::from_serializable(&game.authors)),
        ("credits", Value::from_serializable(&game.credits)),
        ("players", Value::from_serializable(&game.players.map(|(least, most)| [least, most]))),
    ]);
    Value::from_serializable(&map)
}

/// The theme of a deck, with what a card sets of it.
fn theme_value(theme: &Theme, card: &Theme) -> Value {
    // A whole number is written without a point: `font-weight="400"`.
    let number = |number: f64| match number.fract() == 0.0 {
        true => Value::from_serializable(&(number as i64)),
        false => Value::from_serializable(&number),
    };
    let value = |value: &ThemeValue| match value {
        ThemeValue::Text(text) => Value::from_serializable(text),
        ThemeValue::Length(length) => number(length.0),
        ThemeValue::Number(one) => number(*one),
    };
    let both = theme.iter().chain(card);
    let map: BTreeMap<_, _> = both.map(|(name, one)| (name, value(one))).collect();
    Value::from_serializable(&map)
}

/// Escapes the five characters that mean something in XML, in text and in attributes.
pub fn escape(text: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    trace::watch(text);
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        out.write_all(&rest.as_bytes()[..at])?;
        out.write_all(match rest.as_bytes()[at] {
            b'&' => b"&amp;",
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'"' => b"&quot;",
            _ => b"&#39;",
        })?;
        rest = &rest[at + 1..];
    }
    out.write_all(rest.as_bytes())
}
