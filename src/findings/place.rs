//! Where a fault is written: in a cell, in a template, or in the manifest, found by what came out.
//!
//! A face is text made of a template and of cells, so the words around a fault say whose it is:
//! what is the template's own stands there word for word, and the rest was put in.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::alike::Template;
use super::seek::Seeker;
use super::{Finding, Lines};
use crate::compose::{Face, Traced, Tracer, Uses, columns};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::model::Game;
use crate::span::{SourceId, Sources, Span};

/// Tells the findings of faces, each where it is written.
pub struct Teller<'a> {
    game: &'a Game,
    sources: &'a Sources,
    tracer: &'a Tracer<'a>,
    lines: OnceCell<Lines<'a>>,
    told: Vec<Diagnostic>,
    /// What a list has one of: which of what is told, and where it was met.
    once: HashMap<(String, SourceId), (usize, Vec<Span>)>,
    /// The templates that a face of a template may come from, its own first; no other has a part in it.
    texts: BTreeMap<&'a str, Texts<'a>>,
}

impl<'a> Teller<'a> {
    /// Has told nothing yet.
    pub fn new(game: &'a Game, sources: &'a Sources, tracer: &'a Tracer<'a>) -> Self {
        Self {
            game,
            sources,
            tracer,
            lines: OnceCell::new(),
            told: Vec::new(),
            once: HashMap::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Hears what was noticed about a face.
    pub fn hear(&mut self, findings: &[Finding], face: &'a Face) {
        let traced = OnceCell::new();
        for finding in findings.iter().filter(|one| one.fitted.is_none()) {
            let Some(told) = self.told(finding, findings, face, &traced) else { continue };
            let place = told.place.as_ref().map(|label| label.span);
            let once = finding.manner.as_ref().and_then(|manner| manner.once.as_ref());
            if let (Some(place), Some(once)) = (place, once) {
                let next = self.told.len();
                let key = (once.clone(), place.source);
                let (first, places) = self.once.entry(key).or_insert((next, Vec::new()));
                places.push(place);
                if *first < next {
                    continue;
                }
            }
            match finding.lacks() {
                Some(_) => self.tell_once(told),
                None => self.told.push(told),
            }
        }
    }

    /// Adds what is told of something too small, unless it is told already; an error goes before a warning.
    fn tell_once(&mut self, told: Diagnostic) {
        let is_same = |one: &&mut Diagnostic| {
            (one.code, &one.message, &one.place) == (told.code, &told.message, &told.place)
        };
        match self.told.iter_mut().find(is_same).filter(|one| one.severity != told.severity) {
            Some(one) => one.severity = Severity::Error,
            None => self.told.push(told),
        }
    }

    /// Tells all that was heard.
    pub fn tell(mut self, sink: &mut Sink) {
        for (first, mut places) in self.once.into_values() {
            places.sort_unstable_by_key(|place| (place.start, place.end));
            places.dedup();
            let help = match places.len() {
                1 => continue,
                2 => "it stands in 1 more place".into(),
                more => format!("it stands in {} more places", more - 1),
            };
            self.told[first].helps.push(help);
        }
        self.told.into_iter().for_each(|one| sink.push(one));
    }

    /// The message, with what a report calls the box that it speaks of by its number.
    fn message(&self, finding: &Finding, findings: &[Finding], face: &Face) -> String {
        let message = finding.message.clone();
        let number = finding.manner.as_ref().and_then(|manner| manner.numbered.as_ref());
        let Some(number) = number else { return message };
        let boxes = || findings.iter().filter_map(Finding::as_fitted);
        let lines = self.lines.get_or_init(|| Lines::of(self.game, self.sources, self.tracer));
        let at = boxes().position(|one| one.name == *number);
        let name = at.and_then(|at| lines.names(face, boxes()).into_iter().nth(at));
        // What stands before it may be the same word in the text.
        match (name, message.rsplit_once(&format!("`{number}`"))) {
            (Some(name), Some((before, behind))) => format!("{before}`{name}`{behind}"),
            _ => message,
        }
    }

    fn told(
        &mut self,
        finding: &Finding,
        findings: &[Finding],
        face: &'a Face,
        traced: &OnceCell<Option<Traced>>,
    ) -> Option<Diagnostic> {
        let severity = if finding.error { Severity::Error } else { Severity::Warning };
        let code = Code::by_name(&finding.code).unwrap_or(Code::SVG);
        let diagnostic = Diagnostic::new(code, severity, self.message(finding, findings, face));
        let diagnostic = diagnostic.help_if(finding.help.clone());
        let met = format!("first met on the {} of `{}`", face.side.word(), face.name);
        let (game, sources) = (self.game, self.sources);
        let new = || texts(&face.template, game, sources);
        let texts = &*self.texts.entry(&face.template).or_insert_with(new);
        let element = finding.element();
        let (texts, columns) = (&texts.texts, texts.columns.as_ref());
        let seeker = Seeker { face, element, game, sources, texts, columns };
        let written = finding.written.as_deref();
        let place = written.and_then(|written| seeker.place(written));
        if finding.is_of_call() && !place.is_some_and(|place| seeker.is_of_binary(place)) {
            return None;
        }
        let traced = || traced.get_or_init(|| self.tracer.face(face)).as_ref();
        // Of several cells that hold the words, the one that was put in there.
        let unclear = written.filter(|written| seeker.is_unclear(written));
        let column = unclear.and_then(|written| seeker.column(written, traced()?));
        let place = column.or(place);
        // What does not fit is of the cell that fills the box, also where a filter changed its words.
        let is_full = column.is_none() && finding.is_of(Code::OVERFLOW);
        let place = if is_full { seeker.filling(place) } else { None }.or(place);
        // Nor is what a component drew of a text of the template that is like it.
        let is_of_call =
            |written| traced().is_some_and(|traced| seeker.is_of_call(written, traced));
        let is_own =
            place.is_some_and(|place| !seeker.is_put_in(place) && !seeker.is_of_component(place));
        let place = place.filter(|_| !(is_own && written.is_some_and(is_of_call)));
        // What a component has put in is told at its call, which is the game's own.
        let called = written.filter(|_| place.is_none_or(|place| seeker.is_put_in(place)));
        let marks = called.and_then(|written| Some(seeker.marks(written, traced()?)));
        let marks = marks.unwrap_or_default();
        // Of what a component of the game says itself, the call is told, too.
        let own = || written.filter(|_| place.is_some_and(|place| seeker.is_of_component(place)));
        let caller = || own().and_then(|one| seeker.marks(one, traced()?).last().copied());
        let caller = if marks.is_empty() { caller() } else { None };
        let inner = place.filter(|place| !marks.is_empty() && !seeker.is_of_binary(*place));
        let place = marks.last().copied().or(place);
        // Nobody knows the place in the template; at its start the fault is told once for all.
        let template = game.templates.get(&face.template).copied();
        let place = place.or_else(|| template.map(|id| Span::new(id, 0..0)));
        let called = marks.last().and_then(|mark| seeker.called(*mark));
        let diagnostic = match (finding.lacks(), called) {
            (Some((side, missing)), Some(call)) => too_small(diagnostic, call, side, missing),
            _ => diagnostic,
        };
        let diagnostic = match place {
            Some(span) if seeker.is_of_card(span) => return Some(diagnostic.at_with(span, met)),
            Some(span) => diagnostic.at(span),
            None => return Some(diagnostic.at_with(face.at, met)),
        };
        let diagnostic = match inner.filter(|inner| Some(*inner) != place) {
            Some(inner) => diagnostic.also(inner, "drawn here"),
            None => diagnostic,
        };
        let diagnostic = match caller {
            Some(call) => diagnostic.also(call, "called from here"),
            None => diagnostic,
        };
        Some(diagnostic.also(face.at, met))
    }
}

/// The same of a component of the binary that is too small for what it draws.
fn too_small(
    told: Diagnostic,
    (name, call): (&str, &str),
    side: &str,
    missing: &str,
) -> Diagnostic {
    let is_given = |one: &&&str| call.contains(&format!(" {one}="));
    let sides = ["width", "height", "size"];
    let (given, by) = match sides.iter().find(|one| **one == side).filter(is_given) {
        Some(side) => (vec![*side], format!(": more than {missing} mm are missing")),
        None => (sides.iter().filter(is_given).copied().collect(), String::new()),
    };
    let given: Vec<_> = given.iter().map(|one| format!("`{one}`")).collect();
    let help = match given.is_empty() {
        true => "make it larger; `deckle list components` shows what it takes".to_owned(),
        false => format!("make its {} larger{by}", given.join(" or ")),
    };
    let message = format!("the component `{name}` is too small for what it draws");
    Diagnostic { message, helps: vec![help], code: Code::TEXT_BOX, ..told }
}

/// What a face may come from.
struct Texts<'a> {
    texts: Vec<(SourceId, Template<'a>)>,
    /// The columns that the templates read, if that is known.
    columns: Option<BTreeSet<&'a str>>,
}

/// The texts of the templates that a face of this one may come from, its own first.
fn texts<'a>(template: &str, game: &'a Game, sources: &'a Sources) -> Texts<'a> {
    let own = game.templates.get(template);
    let used = Uses::of(game, sources).used(template);
    let others = used.iter().filter_map(|name| game.templates.get(*name));
    let others = others.filter(|id| Some(*id) != own);
    let ids = own.into_iter().chain(others);
    let texts: Vec<_> = ids.map(|id| (*id, Template::new(&sources.get(*id).text))).collect();
    let read = texts.iter().map(|(_, template)| columns(template.text));
    let columns = read.collect::<Option<Vec<_>>>().map(|all| all.into_iter().flatten().collect());
    Texts { texts, columns }
}
