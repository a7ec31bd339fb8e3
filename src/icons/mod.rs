//! Icons by name, for templates and for texts: the drawings in the binary, and the game's own over them.

mod scope;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::OnceLock;

use svgtypes::ViewBox;

use crate::diag::{Code, Diagnostic, Sink};
use crate::digest::Digest;
use crate::embed;
use crate::geom::decimal;
use crate::model::{Game, is_name};
use crate::span::{Sources, Span};
use crate::workspace::composed;
use crate::xml::{self, Styling, Unread};

/// What a root says of itself alone.
const OF_ROOTS: [&str; 9] =
    ["viewBox", "width", "height", "x", "y", "preserveAspectRatio", "transform", "id", "version"];
/// Values of `fill` that are no colour of an icon's own.
const NO_COLOURS: [&str; 2] = ["none", "currentColor"];

/// Drawings by name.
#[derive(Debug, Default)]
pub struct Icons {
    by_name: BTreeMap<String, Icon>,
    /// What a text depends on that names an icon in vain, and is told of others like it.
    names: Digest,
}

/// A drawing: the inside of an SVG and its viewBox.
#[derive(Debug)]
pub struct Icon {
    view_box: ViewBox,
    inside: String,
    digest: Digest,
    /// The bounds of its ink, by the sides of a square of 1 around its viewBox.
    ink: OnceLock<Option<[f64; 4]>>,
}

/// Where an icon goes, in mm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place<'a> {
    /// Left edge of its square.
    pub x: f64,
    /// Upper edge of its square.
    pub y: f64,
    /// Side of its square.
    pub size: f64,
    /// Turn about its middle, in degrees.
    pub turn: f64,
    /// The colour of the parts that name none; the surroundings' if not said.
    pub fill: Option<&'a str>,
}

impl Icons {
    /// The icons in the binary alone.
    pub fn embedded() -> Self {
        let mut icons = Self::default();
        for (file, bytes) in embed::files("templates/icons") {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            if let (Some(name), Ok(icon)) = (file.strip_suffix(".svg"), Icon::parse(text)) {
                icons.by_name.insert(name.into(), icon);
            }
        }
        icons.named()
    }

    /// The icons in the binary, and the game's own over them.
    pub fn read(game: &Game, sources: &Sources, sink: &mut Sink) -> Self {
        let mut icons = Self::embedded();
        for (file, id) in &game.icons {
            match Icon::parse(&sources.get(*id).text) {
                Ok(icon) => drop(icons.by_name.insert(file.trim_end_matches(".svg").into(), icon)),
                Err(why) => {
                    let message = format!("the icon `{file}` cannot be used: {why}");
                    sink.push(Diagnostic::error(Code::BAD_ICON, message).at(Span::new(*id, 0..0)));
                }
            }
        }
        icons.named()
    }

    fn named(mut self) -> Self {
        self.names = Digest::of_key(&self.names().collect::<Vec<_>>());
        self
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.by_name.keys().map(String::as_str)
    }

    /// The icon of that name.
    pub fn get(&self, name: &str) -> Option<&Icon> {
        self.by_name.get(&*composed(name))
    }

    /// What the icons that a drawing may name in braces depend on.
    pub fn digests(&self, svg: &str) -> Vec<Digest> {
        let names = svg.split('{').skip(1).filter_map(|rest| rest.split(['}', '|']).next());
        let names = names.filter(|name| is_name(name));
        names.map(|name| self.get(name).map_or(self.names, |icon| icon.digest)).collect()
    }
}

impl Icon {
    /// Takes the drawing out of an SVG file.
    fn parse(text: &str) -> Result<Self, String> {
        let document = xml::plain(text).map_err(|why| match why {
            Unread::Malformed(error) => error.to_string(),
            Unread::Excess(excess) => format!("{} at {}", excess.why, excess.pos(text)),
        })?;
        if !Styling::is_light(&document) {
            return Err("its style sheets are too much work".into());
        }
        let root = document.root_element();
        let view_box = root.attribute("viewBox").ok_or("it has no viewBox")?;
        let view_box = ViewBox::from_str(view_box)
            .map_err(|_| format!("its viewBox `{view_box}` is not four numbers with some room"))?;
        let first = root.first_child().map_or(0, |child| child.range().start);
        let last = root.last_child().map_or(0, |child| child.range().end);
        let inside = scope::scoped(text, &document, first..last);
        let said = root.attributes().filter(|one| one.namespace().is_none());
        let said = said.filter(|one| !OF_ROOTS.contains(&one.name()));
        let said = said.map(|one| format!(" {}=\"{}\"", one.name(), xml::attribute(one.value())));
        let said: String = said.collect();
        // What the root says of colours and lines holds for all that is in it.
        let inside = if said.is_empty() { inside } else { format!("<g{said}>{inside}</g>") };
        Ok(Self { view_box, inside, digest: Digest::of(text.as_bytes()), ink: OnceLock::new() })
    }

    /// The drawing in the square of a place.
    pub fn placed(&self, place: &Place<'_>) -> String {
        let ViewBox { x, y, w, h } = self.view_box;
        let (inside, sides) =
            (&self.inside, format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\""));
        match self.is_over() {
            // A drawing in a drawing is cut to its view.
            true => self
                .around(&format!("<svg {sides} viewBox=\"{x} {y} {w} {h}\">{inside}</svg>"), place),
            false => self.around(inside, place),
        }
    }

    /// How long a unit of its drawing is in a square of that size.
    pub fn scale(&self, size: f64) -> f64 {
        size / self.view_box.w.max(self.view_box.h)
    }

    /// Whether it reaches over its viewBox.
    fn is_over(&self) -> bool {
        let ViewBox { w, h, .. } = self.view_box;
        let (x, y) = ((1.0 - w / w.max(h)) / 2.0, (1.0 - h / w.max(h)) / 2.0);
        self.bounds().is_some_and(|[left, top, right, bottom]| {
            let over = [x - left, y - top, right - (1.0 - x), bottom - (1.0 - y)];
            over.iter().any(|over| *over > 1e-3)
        })
    }

    /// What is inside of an icon, in the square of a place.
    fn around(&self, inside: &str, place: &Place<'_>) -> String {
        let Place { x, y, size, turn, fill } = *place;
        let ViewBox { x: left, y: top, w, h } = self.view_box;
        let scale = self.scale(size);
        let (dx, dy) = (x + (size - w * scale) / 2.0, y + (size - h * scale) / 2.0);
        let mut transform = String::new();
        if turn != 0.0 {
            let (cx, cy) = (decimal(x + size / 2.0), decimal(y + size / 2.0));
            transform = format!("rotate({} {cx} {cy}) ", decimal(turn));
        }
        transform += &format!("translate({} {}) scale({:.6})", decimal(dx), decimal(dy), scale);
        if left != 0.0 || top != 0.0 {
            transform += &format!(" translate({} {})", decimal(-left), decimal(-top));
        }
        let fill = fill.map(|fill| fill.replace(['"', '<', '&'], ""));
        let mut said = fill.as_ref().map(|fill| format!(" fill=\"{fill}\"")).unwrap_or_default();
        let is_colour = |fill: &String| {
            !["currentColor", "none"].contains(&fill.as_str()) && !fill.starts_with("url(")
        };
        if let Some(fill) = fill.filter(|fill| inside.contains("currentColor") && is_colour(fill)) {
            said += &format!(" color=\"{fill}\"");
        }
        format!("<g transform=\"{transform}\"{said}>{inside}</g>")
    }

    /// The first colour that it names itself.
    pub fn fill(&self) -> Option<&str> {
        let rest = self.inside.split("fill=\"").skip(1);
        rest.filter_map(|rest| rest.split('"').next()).find(|fill| !NO_COLOURS.contains(fill))
    }

    /// Where its ink begins and ends from the left, in parts of its square.
    pub fn ink(&self) -> (f64, f64) {
        let Some([start, _, end, _]) = self.bounds() else { return (0.0, 1.0) };
        let (start, end) = (start.max(0.0), end.min(1.0));
        if end - start > 0.01 { (start, end) } else { (0.0, 1.0) }
    }

    fn bounds(&self) -> Option<[f64; 4]> {
        *self.ink.get_or_init(|| self.measured())
    }

    fn measured(&self) -> Option<[f64; 4]> {
        let drawing = self.around(&self.inside, &Place { size: 1000.0, ..Place::default() });
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"1000\" height=\"1000\">{drawing}</svg>"
        );
        let nothing: usvg::ImageHrefStringResolverFn<'_> = Box::new(|_, _| None);
        let pictures = usvg::ImageHrefResolver {
            resolve_string: nothing,
            ..usvg::ImageHrefResolver::default()
        };
        let options = usvg::Options { image_href_resolver: pictures, ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(&svg, &options).ok()?;
        let ink = tree.root().abs_stroke_bounding_box();
        Some(
            [ink.left(), ink.top(), ink.right(), ink.bottom()].map(|side| f64::from(side) / 1000.0),
        )
    }
}
