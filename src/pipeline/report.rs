//! `report.json`: what the build holds, for people's scripts and for tests.

use serde::Serialize;

use super::plan::Plan;
use super::{BoxReport, Made, Options};
use crate::compose::Side;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::digest::Digest;
use crate::geom::{Mm, Rect, Size};
use crate::model::Kind;
use crate::output::{Artifact, Content};
use crate::span::{Located, Sources};

/// The number of the report's form; a change that readers must know of raises it.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    deckle: &'a str,
    game: &'a str,
    title: &'a str,
    version: &'a str,
    dpi: u32,
    decks: Vec<DeckReport<'a>>,
    sheets: Vec<SheetReport<'a>>,
    warnings: Vec<Warning<'a>>,
}

#[derive(Serialize)]
struct DeckReport<'a> {
    name: &'a str,
    title: &'a str,
    kind: Kind,
    shape: &'a str,
    size: Size,
    bleed: Mm,
    copies: u32,
    designs: Vec<Design<'a>>,
    texts: &'a [BoxReport],
}

#[derive(Serialize)]
struct Design<'a> {
    number: usize,
    name: &'a str,
    copies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<String>,
}

#[derive(Serialize)]
struct SheetReport<'a> {
    file: &'a str,
    /// The only deck of the sheet; none where several share its pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<&'a str>,
    decks: Vec<&'a str>,
    paper: &'a str,
    size: Size,
    columns: u32,
    rows: u32,
    pages: Vec<PageReport<'a>>,
}

#[derive(Serialize)]
struct PageReport<'a> {
    page: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    side: Side,
    media_box: Rect,
    bleed_box: Rect,
    trim_box: Rect,
    placements: Vec<PlacementReport<'a>>,
}

#[derive(Serialize)]
struct PlacementReport<'a> {
    deck: &'a str,
    design: usize,
    side: Side,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    art: Rect,
    rotation: u16,
}

#[derive(Serialize)]
struct Warning<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Option<Located<'a>>,
}

/// The report as a file of the output.
pub fn artifact(
    made: &Made,
    plans: &[Plan<'_>],
    texts: &[(String, Vec<BoxReport>)],
    options: &Options,
    sources: &Sources,
    sink: &Sink,
) -> Artifact {
    let game = &made.game;
    let report = Report {
        schema: SCHEMA,
        deckle: env!("CARGO_PKG_VERSION"),
        game: &game.name,
        title: &game.title,
        version: &game.version,
        dpi: game.dpi,
        decks: (0..game.decks.len())
            .map(|deck| deck_report(made, deck, &texts[deck].1, options))
            .collect(),
        sheets: if options.sheets { plans.iter().map(sheet_report).collect() } else { Vec::new() },
        warnings: warnings(sources, sink),
    };
    let mut bytes = serde_json::to_vec_pretty(&report).unwrap_or_default();
    bytes.push(b'\n');
    Artifact { path: "report.json".into(), key: Digest::of(&bytes), content: Content::Bytes(bytes) }
}

fn deck_report<'a>(
    made: &'a Made,
    number: usize,
    texts: &'a [BoxReport],
    options: &Options,
) -> DeckReport<'a> {
    let (deck, composed) = (&made.game.decks[number], &made.decks[number]);
    let files = super::draw::picture_names(made, number);
    let file = |face: usize| options.cards.then(|| files[face].clone());
    let designs = deck.cards.iter().zip(&composed.cards).enumerate();
    let designs = designs.map(|(at, (card, faces))| Design {
        number: at + 1,
        name: &card.name,
        copies: card.copies,
        front: file(faces.front),
        back: faces.back.and_then(file),
    });
    DeckReport {
        name: &deck.name,
        title: &deck.title,
        kind: deck.form.kind,
        shape: deck.form.shape.outline(),
        size: even(deck.size.size),
        bleed: deck.bleed,
        copies: deck.copies(),
        designs: designs.collect(),
        texts,
    }
}

fn sheet_report<'a>(plan: &'a Plan<'_>) -> SheetReport<'a> {
    let name = |deck: &usize| plan.lot.made.game.decks[*deck].name.as_str();
    let decks: Vec<_> = plan.lot.decks.iter().map(name).collect();
    let pages = plan.pages.iter().enumerate().map(|(at, page)| PageReport {
        page: at + 1,
        name: plan.layout.page_name(page),
        side: page.side,
        media_box: rounded(Rect::at(0.0, 0.0, plan.layout.paper())),
        bleed_box: rounded(page.bleed_box),
        trim_box: rounded(page.trim_box),
        placements: placements(plan, at),
    });
    let (columns, rows) = plan.layout.table();
    SheetReport {
        file: &plan.path,
        deck: (decks.len() == 1).then(|| decks[0]),
        decks,
        paper: &plan.paper.name,
        size: even(plan.layout.paper()),
        columns,
        rows,
        pages: pages.collect(),
    }
}

/// The placements of a page, each with the deck and the number of the design that it is a side of.
fn placements<'a>(plan: &'a Plan<'_>, at: usize) -> Vec<PlacementReport<'a>> {
    let faces: Vec<_> = plan.lot.faces().collect();
    let report = plan.pages[at].placements.iter().map(|placement| {
        let trim = rounded(placement.trim);
        let (deck, design) = plan.lot.design(placement.design);
        PlacementReport {
            deck: &plan.lot.made.game.decks[deck].name,
            design: design + 1,
            side: faces[placement.face].side,
            x: trim.x,
            y: trim.y,
            w: trim.w,
            h: trim.h,
            art: rounded(placement.art),
            rotation: placement.rotation,
        }
    });
    report.collect()
}

/// To a ten-thousandth of a millimetre, so that the numbers read well.
fn rounded(rect: Rect) -> Rect {
    let Size { w, h } = even(Size { w: rect.w, h: rect.h });
    let corner = even(Size { w: rect.x, h: rect.y });
    Rect { x: corner.w, y: corner.h, w, h }
}

/// The same of a size.
fn even(size: Size) -> Size {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    Size { w: round(size.w), h: round(size.h) }
}

fn warnings<'a>(sources: &'a Sources, sink: &'a Sink) -> Vec<Warning<'a>> {
    let warnings = sink.list().iter().filter(|one| one.severity == Severity::Warning);
    let warning = |one: &'a Diagnostic| Warning {
        code: one.code.name(),
        message: &one.message,
        place: one.place.as_ref().map(|label| sources.place(label.span)),
    };
    warnings.map(warning).collect()
}
