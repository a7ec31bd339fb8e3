//! The manifest as written, read key by key into the model.

use ::toml::de::DeTable;

use super::board;
use super::boxes;
use super::deck;
use super::keywords;
use super::lookups;
use super::pictures;
use super::rules;
use super::sheets;
use super::sizes::Known;
use super::templates;
use super::theme::Themes;
use super::toml::{Reader, Value, whole};
use crate::diag::{Code, Diagnostic, Sink, Staged};
use crate::model::{Deck, Game, Kind, Picture};
use crate::span::{SourceId, Sources, Span};
use crate::workspace::Workspace;

/// Resolution of the card pictures when the manifest names none.
const DPI: u32 = 300;

/// Reads the manifest `source` and the tables that it names.
///
/// # Errors
/// Everything that is wrong is in `sink`.
pub fn read(
    workspace: &dyn Workspace,
    source: SourceId,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Game> {
    let text = sources.get(source).text.clone();
    let (document, errors) = DeTable::parse_recoverable(&text);
    for error in &errors {
        let span = Span::new(source, error.span().unwrap_or(0..0));
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        sink.push(Diagnostic::error(Code::TOML, message).at(span));
    }
    sink.checked()?;
    let start = Span::new(source, 0..0);
    let root = Reader::new(document.get_ref(), source, "the manifest");
    let mut game = game(&root, workspace.name(), start, sink);
    let (cards, papers) = (Known::cards(&root, sink), Known::papers(&root, sink));
    game.pictures = pictures::rules(&root, sink);
    game.limits = pictures::limits(&root, sink);
    game.templates = templates::templates(workspace, sources, sink);
    game.icons = templates::icons(workspace, sources, sink);
    game.keywords = keywords::read(&root, &game.icons, workspace, sources, sink);
    let files = game.templates.clone();
    let texts = files.values().map(|id| &*sources.get(*id).text);
    let themes = Themes::read(&root, texts.chain([&*text]), sink);
    game.papers = papers.names().filter_map(|name| papers.named(name)).collect();
    game.tables = lookups::read(&root, workspace, sources, sink);
    let tables = game.tables.clone();
    let context = deck::Context {
        root: &root,
        workspace,
        sizes: &cards,
        papers: &papers,
        themes: &themes,
        templates: &files,
        tables: &tables,
    };
    game.decks = decks(&context, start, sources, sink);
    game.sheets = sheets::read(&root, &papers, &game.decks, sink);
    let sides = std::mem::take(&mut game.rules.sides);
    game.rules = rules::read(&root, source, &text, sides, sink);
    root.finish(sink);
    sink.checked()?;
    Ok(game)
}

/// Everything that is printed in pieces: decks, counters and boxes, in this order.
fn decks(
    context: &deck::Context<'_>,
    start: Span,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Vec<Deck> {
    let mut decks = Vec::new();
    let mut found = false;
    let keys = [
        ("deck", Kind::Card),
        ("counters", Kind::Counter),
        ("box", Kind::Box),
        ("board", Kind::Board),
    ];
    for (key, kind) in keys {
        for (reader, span) in context.root.tables(key, sink) {
            found = true;
            let loaded = match kind {
                Kind::Box => boxes::read(&reader, span, &decks, context, sink),
                Kind::Board => board::read(&reader, span, &decks, context, sources, sink),
                _ => deck::read(&reader, span, kind, context, sources, sink),
            };
            if let Some(loaded) = loaded {
                deck::check_name(&loaded, &decks, span, sink);
                decks.push(loaded);
            }
        }
    }
    if !found {
        let message = "the game has no deck";
        let help = "add a `[[deck]]`, or a `[[board]]`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(start).help(help));
    }
    decks
}

/// The table `[game]`.
fn game(root: &Reader<'_, '_>, name: &str, start: Span, sink: &mut Sink) -> Game {
    let mut game = Game {
        name: name.into(),
        title: String::new(),
        title_at: start,
        version: String::new(),
        version_at: start,
        players: None,
        players_at: start,
        authors: Vec::new(),
        credits: String::new(),
        dpi: DPI,
        picture: Picture::Bleed,
        pictures: Default::default(),
        limits: Default::default(),
        papers: Vec::new(),
        templates: Default::default(),
        icons: Default::default(),
        keywords: Vec::new(),
        tables: Default::default(),
        decks: Vec::new(),
        sheets: Vec::new(),
        rules: Default::default(),
    };
    let Some(table) = root.table("game", sink) else {
        let message = "the manifest has no table `[game]`";
        let help = "begin with `[game]` and `title = \"…\"`";
        sink.push(Diagnostic::error(Code::MISSING_KEY, message).at(start).help(help));
        return game;
    };
    let text = |found: Option<crate::span::Spanned<String>>| {
        found.map(|text| text.value).unwrap_or_default()
    };
    let title = table.required("title", start, sink);
    game.title_at = title.as_ref().map_or(start, |title| title.span);
    game.title = text(title);
    let version = table.text("version", sink);
    game.version_at = version.as_ref().map_or(game.title_at, |version| version.span);
    game.version = text(version);
    game.credits = text(table.text("credits", sink));
    game.authors =
        table.texts("authors", sink).unwrap_or_default().into_iter().map(|one| one.value).collect();
    game.rules.sides = table.texts("sides", sink).unwrap_or_default();
    let players = table.read("players", sink, players);
    game.players_at = players.as_ref().map_or(game.title_at, |players| players.span);
    game.players = players.map(|players| players.value);
    game.dpi = table.number("dpi", 36, 2400, sink).map_or(DPI, |dpi| dpi.value);
    let pictures = [("bleed", Picture::Bleed), ("trim", Picture::Trim)];
    game.picture = table.choice("pictures", &pictures, sink).unwrap_or(game.picture);
    table.finish(sink);
    game
}

/// `players = 2` or `players = [2, 4]`.
fn players(value: Value<'_, '_>, span: Span, sink: &mut Sink) -> Option<(u32, u32)> {
    // What the rulebook does not say is noted with the rules: `"?"`, or what is assumed instead.
    let value = match value.get_ref() {
        ::toml::de::DeValue::Table(table) => table.get("value").unwrap_or(value),
        _ => value,
    };
    if rules::unstated(value) {
        return None;
    }
    let found = match value.get_ref() {
        ::toml::de::DeValue::Array(pair) if pair.len() == 2 => whole(&pair[0]).zip(whole(&pair[1])),
        _ => whole(value).map(|number| (number, number)),
    };
    let found = found.filter(|(least, most)| (1..=*most).contains(least) && *most <= 100);
    if found.is_none() {
        let message = "`players` must be a number or `[fewest, most]`";
        sink.push(Diagnostic::error(Code::BAD_VALUE, message).at(span));
    }
    found
}
