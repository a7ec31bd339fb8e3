//! A game with its faces made: what a check and a build have in common.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::{BoxReport, Options, Summary, plan, texts};
use crate::compose::{Composed, Face, Measure, Tracer, compose};
use crate::diag::{Sink, Staged};
use crate::digest::Digest;
use crate::findings::{Finding, Lines, Teller};
use crate::fonts::{self, Fonts};
use crate::icons::Icons;
use crate::images::Images;
use crate::load::load;
use crate::model::{Deck, Game};
use crate::scene::{self, Parsed, Seam};
use crate::span::Sources;
use crate::text;
use crate::workspace::Workspace;

/// What was noticed about each face of a game, in their order.
pub trait Noticed<'a>: Iterator<Item = &'a [Finding]> {}

impl<'a, I: Iterator<Item = &'a [Finding]>> Noticed<'a> for I {}

/// A game with its faces made and everything that they need at hand.
pub struct Made {
    /// The game.
    pub game: Game,
    /// Its decks, composed.
    pub decks: Vec<Composed>,
    /// The fonts it may use.
    pub fonts: Arc<Fonts>,
    /// The pictures it shows.
    pub images: Images,
    /// The icons that its templates and texts show.
    pub icons: Arc<Icons>,
    /// What each face of each deck depends on; found when it is asked for.
    keys: OnceLock<Vec<Vec<Digest>>>,
}

impl Made {
    /// All faces of all decks.
    pub fn faces(&self) -> impl Iterator<Item = &Face> {
        self.decks.iter().flat_map(|deck| &deck.faces)
    }

    /// Some faces of a deck as scenes.
    pub fn parse(&self, faces: &[&Face]) -> Vec<Parsed> {
        self.parse_cut(faces, &scene::seams(faces))
    }

    /// Some faces as scenes, each cut where it says.
    pub fn parse_cut(&self, faces: &[&Face], seams: &[Option<Seam>]) -> Vec<Parsed> {
        scene::parse_cut(faces, seams, &self.fonts, &self.images, &self.icons)
    }

    /// What each face depends on, by deck.
    pub fn keys(&self) -> &[Vec<Digest>] {
        let deck = |deck: &Composed| deck.faces.par_iter().map(|face| self.key(face)).collect();
        self.keys.get_or_init(|| self.decks.iter().map(deck).collect())
    }

    fn key(&self, face: &Face) -> Digest {
        Digest::of_key(&(
            env!("CARGO_PKG_VERSION"),
            self.fonts.digest(),
            self.images.digests(&face.svg),
            self.icons.digests(&face.svg),
            text::may_have_boxes(&face.svg).then_some(&*face.styles),
            &self.game.limits,
            &face.svg,
            face.trim,
            face.shape.outline(),
            face.bleed,
        ))
    }

    /// How boxes of text were filled, by deck, from what was noticed about each face in turn.
    pub fn texts<'a>(
        &'a self,
        mut noticed: impl Noticed<'a>,
        sources: &Sources,
    ) -> Vec<(String, Vec<BoxReport>)> {
        let tracer = self.tracer(sources);
        let lines = Lines::of(&self.game, sources, &tracer);
        let decks = self.game.decks.iter().zip(&self.decks);
        decks
            .map(|(deck, composed)| {
                let faces = composed.faces.iter().zip(&mut noticed);
                (deck.name.clone(), texts::boxes(faces, &lines))
            })
            .collect()
    }

    /// Tells what was noticed about each face in turn.
    pub fn tell<'a>(
        &self,
        noticed: impl Noticed<'a>,
        sources: &Sources,
        sink: &mut Sink,
    ) -> Staged<()> {
        let tracer = self.tracer(sources);
        let mut teller = Teller::new(&self.game, sources, &tracer);
        for (face, findings) in self.faces().zip(noticed) {
            teller.hear(findings, face);
        }
        teller.tell(sink);
        sink.checked()
    }

    fn tracer<'a>(&'a self, sources: &'a Sources) -> Tracer<'a> {
        Tracer::new(&self.game, &self.icons, measure(&self.fonts), sources)
    }

    /// What is in it, before anything of it is drawn.
    pub fn summary(&self) -> Summary {
        let decks = |cards: bool| {
            let decks = self.game.decks.iter().filter(move |deck| deck.has_cards() == cards);
            decks.map(Deck::copies).sum()
        };
        Summary {
            title: self.game.title.clone(),
            cards: decks(true),
            pieces: decks(false),
            designs: self.decks.iter().map(|deck| deck.cards.len()).sum(),
            ..Summary::default()
        }
    }
}

/// Loads and composes a game, with sizes that an earlier build measured.
///
/// # Errors
/// Everything that is wrong with it is in `sink`.
pub fn make_with(
    workspace: &dyn Workspace,
    options: &Options,
    keep: text::Keep<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Staged<Made> {
    let mut game = load(workspace, sources, sink)?;
    plan::override_with(&mut game, options, sink)?;
    let fonts = Arc::new(Fonts::load(workspace, sink));
    plan::check_titles(&game, &fonts, sink);
    plan::check_families(&game, &fonts, sink);
    plan::check_pictures(&game, options, sink);
    let icons = Arc::new(Icons::read(&game, sources, sink));
    let mut decks = compose(&game, &icons, &measure(&fonts), sources, sink)?;
    for deck in &mut decks {
        text::agree(&mut deck.faces, &fonts, &icons, &game.limits, keep);
    }
    let images = Images::read(workspace, &game, decks.iter().flat_map(|deck| &deck.faces));
    sink.checked()?;
    Ok(Made { game, decks, fonts, images, icons, keys: OnceLock::new() })
}

/// How wide texts are, for templates that place them.
fn measure(fonts: &Arc<Fonts>) -> Measure {
    let fonts = Arc::clone(fonts);
    Arc::new(move |text, font| {
        fonts.width(text, &fonts::families(&font.family), font.weight, font.is_italic)
    })
}
