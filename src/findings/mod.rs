//! What was noticed while a face was parsed: missing fonts, glyphs and pictures, and usvg's own words.

mod alike;
mod lines;
mod logged;
mod place;
mod seek;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::diag::Code;
use crate::geom::decimal;

pub use alike::{before_it, letters, word_around};
pub use lines::Lines;
pub use logged::watched;
pub use place::Teller;

/// One thing that was noticed about a face. It can be kept with the face's picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    code: String,
    error: bool,
    message: String,
    help: Option<String>,
    /// Where the fault is written, as far as is known.
    written: Option<Box<Written>>,
    /// How a box of text was filled, if that is all there is to say: no fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fitted: Option<Box<Fitted>>,
    /// How it is told, if not as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    manner: Option<Box<Manner>>,
}

/// How a finding is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Manner {
    /// The number that the message calls a box of text by.
    numbered: Option<String>,
    /// What a list is told of once, however many of its cells hold it.
    once: Option<String>,
    /// The element of the face's text that it is about.
    element: Option<Range<usize>>,
    /// Whether it is meant so where a template writes it, and is told only of a component's call.
    #[serde(default)]
    of_call: bool,
    /// The side that something lacks, `width` or `height`, and by how many mm, if it is too small.
    #[serde(default)]
    lacks: Option<(String, String)>,
}

/// What is known of the place of a fault: enough to find it in a template, a cell or the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Written {
    /// Words of the face.
    Words {
        /// The words.
        words: String,
        /// The part of them that is at fault.
        part: Range<usize>,
        /// How many texts before them begin alike.
        nth: usize,
    },
    /// The value of an attribute or a property.
    Attribute {
        /// Its name.
        name: String,
        /// Its value, without XML's escapes.
        value: String,
    },
    /// A place in the text of the face.
    At(usize),
}

impl Written {
    /// Its words, or the value of its attribute, and the part of them that is at fault.
    fn words(&self) -> Option<(&str, Range<usize>)> {
        match self {
            Self::Words { words, part, .. } => Some((words, part.clone())),
            Self::Attribute { value, .. } => Some((value, 0..value.len())),
            Self::At(_) => None,
        }
    }

    /// The line of a text that has these words, or this value of an attribute.
    fn line_in(&self, text: &str) -> Option<usize> {
        let at = match self {
            Self::Words { words, .. } if words.is_empty() => return None,
            Self::Words { words, .. } => text.find(words.as_str())?,
            Self::Attribute { name, value } => {
                let ways = ["\"", "'"].map(|quote| format!("{name}={quote}{value}{quote}"));
                ways.iter().find_map(|way| text.find(way)).or_else(|| text.find(value.as_str()))?
            }
            Self::At(_) => return None,
        };
        Some(text[..at].matches('\n').count() + 1)
    }
}

/// How a box of text was filled, so that a designer sees which text to cut.
///
/// Numbers are whole ten-thousandths, so that findings can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fitted {
    /// The name of the box: its id, or its number on the face.
    pub name: String,
    /// The beginning of its tag, if it has no id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// The size that was asked for, in 1/10000 mm.
    pub wanted: u64,
    /// The size that was chosen, in 1/10000 mm.
    pub size: u64,
    /// The part of the box's height that is taken, in 1/10000.
    pub fill: u64,
    /// How many lines.
    pub lines: usize,
}

impl Finding {
    /// A finding that lets the face fail.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code: code.name().into(),
            error: true,
            message: message.into(),
            help: None,
            written: None,
            fitted: None,
            manner: None,
        }
    }

    /// No fault: how a box of text was filled.
    pub fn fitted(fitted: Fitted) -> Self {
        Self { fitted: Some(Box::new(fitted)), ..Self::warning(Code::OVERFLOW, "") }
    }

    /// How a box of text was filled, if that is what was noticed.
    pub fn as_fitted(&self) -> Option<&Fitted> {
        self.fitted.as_deref()
    }

    /// A finding that a person should look at.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { error: false, ..Self::error(code, message) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the words that are at fault, to be found in the row or in the template.
    #[must_use]
    pub fn written(self, words: impl Into<String>) -> Self {
        let words = words.into();
        let whole = 0..words.len();
        self.written_in(words, whole)
    }

    /// Adds words of which a part is at fault.
    #[must_use]
    pub fn written_in(mut self, words: impl Into<String>, part: Range<usize>) -> Self {
        let words = words.into();
        self.written = Some(Box::new(Written::Words { words, part, nth: 0 }));
        self
    }

    /// Says how many texts of the face before its words begin alike.
    #[must_use]
    pub fn behind(mut self, others: usize) -> Self {
        if let Some(Written::Words { nth, .. }) = self.written.as_deref_mut() {
            *nth = others;
        }
        self
    }

    /// Adds the attribute or the property whose value is at fault.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let (name, value) = (name.into(), value.into());
        self.written = Some(Box::new(Written::Attribute { name, value }));
        self
    }

    /// Adds the place in the text of the face, in bytes.
    #[must_use]
    pub fn at(mut self, place: usize) -> Self {
        self.written = Some(Box::new(Written::At(place)));
        self
    }

    /// Adds the element of the face's text that it is about: others may have the same words.
    #[must_use]
    pub fn of(mut self, element: Range<usize>) -> Self {
        self.manner.get_or_insert_default().element = Some(element);
        self
    }

    /// The element of the face's text that it is about, if that is known.
    fn element(&self) -> Option<&Range<usize>> {
        self.manner.as_ref().and_then(|manner| manner.element.as_ref())
    }

    /// The same about a text that this one was made of, whose places are found by `back`.
    #[must_use]
    pub fn moved(mut self, back: impl Fn(usize) -> usize) -> Self {
        if let Some(Written::At(at)) = self.written.as_deref_mut() {
            *at = back(*at);
        }
        let manner = self.manner.as_deref_mut();
        if let Some(element) = manner.and_then(|manner| manner.element.as_mut()) {
            *element = back(element.start)..back(element.end);
        }
        self
    }

    /// Where in the text of the face, or of a picture, it is or its element begins, as far as that is known.
    pub fn start(&self) -> usize {
        match (self.element(), self.written.as_deref()) {
            (Some(element), _) => element.start,
            (None, Some(Written::At(at))) => *at,
            _ => 0,
        }
    }

    /// Whether it tells the same of another place.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.code, &self.message, &self.help) == (&other.code, &other.message, &other.help)
    }

    /// The same about what the picture written as `href` draws, in a line of its file if that is known.
    #[must_use]
    pub fn in_picture(self, href: &str, line: Option<usize>) -> Self {
        let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
        let message = format!("in the picture `{href}`{line}: {}", self.message);
        let mut told = Self { message, ..self }.attribute("href", href);
        // It is one of the picture's own text.
        told.manner.iter_mut().for_each(|manner| manner.element = None);
        told
    }

    /// The words that are at fault, if they are known.
    pub fn words(&self) -> Option<&str> {
        match self.written.as_deref() {
            Some(Written::Words { words, .. }) => Some(words),
            _ => None,
        }
    }

    /// Says that all faults of its kind with this name are one in all cells of a list.
    #[must_use]
    pub fn once(mut self, name: &str) -> Self {
        let once = format!("{} {name}", self.code);
        self.manner.get_or_insert_default().once = Some(once);
        self
    }

    /// Says that the message calls a box of text by its number on the face.
    #[must_use]
    pub fn of_numbered(mut self, name: &str) -> Self {
        self.manner.get_or_insert_default().numbered = Some(name.into());
        self
    }

    /// Says that something has a side of less than nothing, or if that is not known, that it is too small.
    #[must_use]
    pub fn lacking(mut self, side: &str, missing: f64) -> Self {
        self.manner.get_or_insert_default().lacks = Some((side.into(), decimal(missing)));
        self
    }

    /// The side that something lacks, and by how many mm.
    fn lacks(&self) -> Option<&(String, String)> {
        self.manner.as_ref().and_then(|manner| manner.lacks.as_ref())
    }

    /// Says that it may well be meant so in a template, but in no component of the binary.
    #[must_use]
    pub fn of_call(mut self) -> Self {
        self.manner.get_or_insert_default().of_call = true;
        self
    }

    /// Whether it is told only of the call of a component.
    pub fn is_of_call(&self) -> bool {
        self.manner.as_ref().is_some_and(|manner| manner.of_call)
    }

    /// Whether its message has these words.
    pub fn says(&self, words: &str) -> bool {
        self.message.contains(words)
    }

    /// Whether it is of that kind.
    pub fn is_of(&self, code: Code) -> bool {
        self.fitted.is_none() && self.code == code.name()
    }

    /// The same, but the face passes.
    #[must_use]
    pub fn let_pass(self) -> Self {
        Self { error: false, ..self }
    }

    /// Whether the face fails.
    pub fn is_error(&self) -> bool {
        self.error
    }
}

/// The most findings of one face: a drawing with a fault in each of a million elements is one fault.
const MOST: usize = 100;
/// The most boxes of text of one face whose filling is told: more than any face that is read has.
const BOXES: usize = 2000;

/// Collects the findings of one face, from closures that usvg calls.
#[derive(Debug, Default)]
pub struct Findings {
    // usvg asks for closures that could be sent; the lock is never contended.
    list: Mutex<(Vec<Finding>, usize)>,
    /// How boxes of text were filled, which is no fault and takes no fault's room.
    boxes: Mutex<Vec<Finding>>,
    /// Characters that no font has.
    missing: Mutex<BTreeSet<char>>,
    /// Whether a font was looked for instead of the one that a text asks for.
    stood_in: AtomicBool,
}

impl Findings {
    /// Adds a finding, once; beyond a hundred they are counted, but never the first error.
    pub fn push(&self, finding: Finding) {
        if finding.fitted.is_some() {
            let mut boxes = self.boxes.lock().expect("no holder panics");
            if boxes.len() < BOXES && !boxes.contains(&finding) {
                boxes.push(finding);
            }
            return;
        }
        let mut list = self.list.lock().expect("no holder panics");
        let (list, more) = &mut *list;
        let first_error = finding.error && !list.iter().any(Finding::is_error);
        if list.len() >= MOST && !first_error {
            *more += usize::from(!list.iter().any(|one| one.is_like(&finding)));
        } else if !list.contains(&finding) {
            list.push(finding);
        }
    }

    /// Notes a character that no font has; the texts that show it are told when all is parsed.
    pub fn lacks(&self, c: char) {
        self.missing.lock().expect("no holder panics").insert(c);
    }

    /// The characters that no font has.
    pub fn missing(&self) -> BTreeSet<char> {
        self.missing.lock().expect("no holder panics").clone()
    }

    /// Notes that a font stands in for the one that a text asks for.
    pub fn stands_in(&self) {
        self.stood_in.store(true, Ordering::Relaxed);
    }

    /// Whether a font stood in for another.
    pub fn has_stood_in(&self) -> bool {
        self.stood_in.load(Ordering::Relaxed)
    }

    /// Tells what is noticed during `work` as something in the picture that is written as `href`, whose
    /// text is a file of its own.
    pub fn within<T>(&self, href: &str, text: &str, work: impl FnOnce() -> T) -> T {
        let told = self.count();
        let value = watched(self, work);
        let list = &mut self.list.lock().expect("no holder panics").0;
        for one in list.iter_mut().skip(told).filter(|one| one.fitted.is_none()) {
            let line = one.written.as_deref().and_then(|written| written.line_in(text));
            *one = one.clone().in_picture(href, line);
        }
        value
    }

    /// Tells what is noticed during `work` as something about that element of the face's text.
    pub fn about<T>(&self, element: Range<usize>, work: impl FnOnce() -> T) -> T {
        let told = self.count();
        let value = work();
        let list = &mut self.list.lock().expect("no holder panics").0;
        for one in list.iter_mut().skip(told).filter(|one| one.element().is_none()) {
            *one = one.clone().of(element.clone());
        }
        value
    }

    /// How many errors there are so far.
    pub fn errors(&self) -> usize {
        self.list.lock().expect("no holder panics").0.iter().filter(|one| one.error).count()
    }

    fn count(&self) -> usize {
        self.list.lock().expect("no holder panics").0.len()
    }

    /// All findings so far.
    pub fn take(self) -> Vec<Finding> {
        let (mut list, more) = self.list.into_inner().expect("no holder panics");
        if more > 0 {
            let message = format!("{more} more things were noticed about this drawing");
            list.push(Finding::warning(Code::SVG_WARNING, message));
        }
        list.extend(self.boxes.into_inner().expect("no holder panics"));
        list
    }
}
