//! Which sheets a build makes: every deck on every paper that the game asks for.

use std::collections::BTreeSet;

use super::lot::Lot;
use super::{Made, Options};
use crate::diag::{Code, Diagnostic, Sink, Staged, suggest};
use crate::fonts::Fonts;
use crate::geom::{Mm, Size};
use crate::impose::{Layout, Page};
use crate::load::measured;
use crate::model::{Deck, Game, Kind, NamedSize, Output, SheetSpec};

/// The most pixels of a picture: an A0 board at 600 pixels an inch, with bleed.
const MOST_PIXELS: u64 = 600_000_000;

/// A sheet to be made.
pub struct Plan<'a> {
    /// The decks on it.
    pub lot: Lot<'a>,
    /// What the manifest says of it.
    pub spec: &'a SheetSpec,
    /// The paper.
    pub paper: &'a NamedSize,
    /// Path of the file below the output.
    pub path: String,
    /// How the faces go on the paper.
    pub layout: Layout,
    /// The pages.
    pub pages: Vec<Page>,
    /// A drawing of a line of text for each page; none where there is no room.
    pub labels: Vec<String>,
    /// A drawing of the ruler, for all pages.
    pub ruler: Option<String>,
}

impl Plan<'_> {
    /// How a printer should turn the paper, if there are backs.
    pub fn duplex(&self) -> Option<&'static str> {
        let backs = self.pages.iter().any(|page| page.side == crate::compose::Side::Back);
        backs.then_some(self.spec.flip.preference())
    }
}

/// Puts what the command line says over the manifest.
pub fn override_with(game: &mut Game, options: &Options, sink: &mut Sink) -> Staged<()> {
    game.dpi = options.dpi.unwrap_or(game.dpi);
    game.pictures.draft = options.draft;
    if options.papers.is_empty() {
        return Ok(());
    }
    let mut papers = Vec::new();
    let mut names = options.papers.clone();
    names.sort();
    names.dedup();
    for name in &names {
        let named = game.papers.iter().find(|paper| paper.name == *name);
        let known = game.papers.iter().map(|paper| paper.name.as_str());
        match named.map_or_else(|| measured("paper", name, known), |paper| Ok(paper.clone())) {
            Ok(paper) => papers.push(paper),
            Err(fault) => sink.misuse(*fault),
        }
    }
    game.sheets.iter_mut().for_each(|sheet| sheet.papers.clone_from(&papers));
    sink.checked()
}

/// Tells titles that cannot be drawn in the line of text on each sheet.
pub fn check_titles(game: &Game, fonts: &Fonts, sink: &mut Sink) {
    let decks = game.decks.iter().map(|deck| (&deck.title, deck.title_at));
    let titles = [(&game.title, game.title_at), (&game.version, game.version_at)];
    for (title, span) in titles.into_iter().chain(decks) {
        let bad = |c: &char| c.is_control() || !fonts.has(*c);
        let bad: BTreeSet<_> = title.chars().filter(bad).collect();
        if !bad.is_empty() {
            let code = Code::GLYPH;
            let word = if bad.len() == 1 { "character" } else { "characters" };
            let bad: Vec<_> = bad.into_iter().map(shown).collect();
            let bad = bad.join(", ");
            let message = format!("no font has the {word} {bad}, which every sheet would show");
            let help =
                "write it otherwise, or put a font that has it into the game's `fonts` folder";
            sink.push(Diagnostic::error(code, message).at(span).help(help));
        }
    }
}

/// A character as a message shows it, with its number.
fn shown(c: char) -> String {
    let number = format!("U+{:04X}", c as u32);
    if c.is_control() { number } else { format!("`{c}` ({number})") }
}

/// Tells pictures that would be too large, before anything is drawn.
pub fn check_pictures(game: &Game, options: &Options, sink: &mut Sink) {
    let raster = |sheet: &SheetSpec| options.sheets && sheet.output == Output::Raster;
    if !options.cards && !game.sheets.iter().any(raster) {
        return;
    }
    for deck in &game.decks {
        let size = deck.full_size();
        let [w, h] = [size.w, size.h].map(|side| Mm(side).px(f64::from(game.dpi)));
        if u64::from(w) * u64::from(h) > MOST_PIXELS {
            let message = format!(
                "the pictures of `{}` would have {w} x {h} pixels, more than {} million",
                deck.name,
                MOST_PIXELS / 1_000_000
            );
            let most =
                f64::from(game.dpi) * (MOST_PIXELS as f64 / (f64::from(w) * f64::from(h))).sqrt();
            let help = format!("`dpi` may be {} for this size", most.floor());
            sink.push(Diagnostic::error(Code::LIMIT, message).at(deck.title_at).help(help));
        }
    }
}

/// Imposes every sheet.
///
/// # Errors
/// A paper is too small for the cards or the grid that is asked for.
pub fn sheets<'a>(made: &'a Made, sink: &mut Sink) -> Staged<Vec<Plan<'a>>> {
    let mut plans = Vec::new();
    for spec in &made.game.sheets {
        for (decks, paper) in spec.files(&made.game.decks) {
            plans.extend(sheet(Lot::new(made, decks), spec, paper, sink));
        }
    }
    let mut paths = BTreeSet::new();
    for plan in &plans {
        // The manifest has been checked; papers of the command line may make two sheets one.
        if !paths.insert(&plan.path) {
            let message = format!("two sheets would write `{}`", plan.path);
            let help = "give one of them a `name` in the manifest";
            sink.push(Diagnostic::error(Code::SAME_FILE, message).help(help));
        }
    }
    sink.checked()?;
    Ok(plans)
}

/// Imposes one sheet; what does not fit is told.
fn sheet<'a>(
    lot: Lot<'a>,
    spec: &'a SheetSpec,
    paper: &'a NamedSize,
    sink: &mut Sink,
) -> Option<Plan<'a>> {
    let deck = lot.first();
    let at = |fault: Diagnostic, span| match span {
        Some(span) => fault.at(span),
        None => fault,
    };
    match Layout::of(&deck.form, (deck.size.size, lot.bleed().0), paper, spec) {
        Ok(layout) => {
            if !layout.has_text() && deck.form.kind != Kind::Board {
                let (deck, paper) = (&deck.name, &paper.name);
                let message =
                    format!("`{deck}` on {paper} leaves no room for the ruler and its text");
                sink.push(at(Diagnostic::warning(Code::GRID, message), spec.span));
            }
            let too_large = just_too_large(deck, paper, spec, &layout);
            too_large.into_iter().for_each(|fault| sink.push(fault));
            Some(plan(lot, spec, paper, layout))
        }
        Err(unfit) => {
            let message =
                format!("`{}` does not fit on {}: {}", deck.name, paper.name, unfit.message);
            let mut fault = Diagnostic::error(Code::GRID, message).help(unfit.help);
            if spec.grid.is_none() && !spec.tile.asked && !spec.together && !paper.is_whole() {
                fault = fault.help(
                    "`tile = true` in a `[[sheet]]` cuts it into pages that are glued together",
                );
            }
            let place = spec.grid.map(|(_, _, span)| span).or(spec.span);
            sink.push(fault.at(place.unwrap_or(deck.title_at)));
            None
        }
    }
}

/// Tells a board that is cut into pages only because of the margins of its paper.
fn just_too_large(
    deck: &Deck,
    paper: &NamedSize,
    spec: &SheetSpec,
    layout: &Layout,
) -> Option<Diagnostic> {
    let (face, sheet, margin) = (deck.size.size, paper.size, spec.margin.0);
    let on = |space: Size| face.w <= space.w + 1e-6 && face.h <= space.h + 1e-6;
    let fits = [sheet, sheet.turned()].into_iter().find(|paper| on(*paper))?;
    let is_meant = spec.tile.asked || spec.fold.is_some() || paper.is_whole();
    if is_meant || !matches!(layout, Layout::Tiles(_)) {
        return None;
    }
    let message = format!(
        "`{}` is as large as {}, but not as what its margins leave, and is cut into pages",
        deck.name, paper.name
    );
    let space = fits.grown(Mm(-margin));
    let help = format!("{space} would fit on one page, with margins of {}", spec.margin);
    let or = "`margin = \"0 mm\"` in the `[[sheet]]` puts it on one page, if the printer reaches the edge; `tile = true` says that pages are meant";
    let fault = Diagnostic::warning(Code::GRID, message).help(help).help(or);
    Some(fault.at(spec.span.unwrap_or(deck.title_at)))
}

fn plan<'a>(lot: Lot<'a>, spec: &'a SheetSpec, paper: &'a NamedSize, layout: Layout) -> Plan<'a> {
    let game = &lot.made.game;
    let pages = layout.pages(&lot.cards(), spec);
    let labels = pages.iter().enumerate().filter_map(|(at, page)| {
        let version = match game.version.is_empty() {
            true => String::new(),
            false => format!(" {}", game.version),
        };
        let text = format!(
            "{}{version} · {} · page {} of {} · {} · print at 100 %",
            short(&game.title),
            on_page(&lot, &pages[..=at]),
            at + 1,
            pages.len(),
            page.side.word(),
        );
        layout.label(&pages, at, &text)
    });
    Plan {
        spec,
        paper,
        path: spec.path(&lot.decks, &game.decks, paper),
        labels: labels.collect(),
        ruler: layout.ruler(),
        layout,
        pages,
        lot,
    }
}

/// What is on the last of some pages, as far as the line has room for it; on a blank one, what is on its front.
fn on_page(lot: &Lot<'_>, pages: &[Page]) -> String {
    const MOST: usize = 50;
    let placed = pages.iter().rev().map(|page| &page.placements);
    let placed = placed.into_iter().find(|placed| !placed.is_empty());
    let placed = placed.into_iter().flatten();
    let mut decks: Vec<_> = placed.map(|one| lot.deck_of(one.design)).collect();
    decks.dedup();
    let mut said = String::new();
    for (at, deck) in decks.iter().enumerate() {
        let title = short(&lot.made.game.decks[*deck].title);
        if at > 0 && said.chars().count() + title.chars().count() > MOST {
            return format!("{said} and {} more", decks.len() - at);
        }
        said += if at > 0 { ", " } else { "" };
        said += &title;
    }
    said
}

/// A title that leaves room for the rest of the line.
fn short(title: &str) -> String {
    const MOST: usize = 40;
    if title.chars().count() <= MOST {
        return title.to_owned();
    }
    title.chars().take(MOST - 1).chain(['…']).collect()
}

/// Tells styles of texts whose families are not there, once for all decks.
pub fn check_families(game: &Game, fonts: &Fonts, sink: &mut Sink) {
    let styles = game.decks.iter().flat_map(|deck| deck.styles.values());
    let said = styles.filter_map(|style| Some((style.family_at?, style.family.as_deref()?)));
    for (at, said) in said.collect::<std::collections::BTreeMap<_, _>>() {
        let named = crate::fonts::families(said);
        if let Some(missing) = named.iter().find(|name| !fonts.families().contains_key(*name)) {
            let help = suggest(missing, fonts.families().keys().map(String::as_str));
            let message = format!("there is no font family `{missing}`");
            sink.push(Diagnostic::error(Code::FONT, message).at(at).help(help));
        }
    }
}
