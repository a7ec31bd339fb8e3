//! Icons by name: `{{ icon(name="anchor", x=3, y=3, size=8) }}` draws one.

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::{Function, Kwargs, State, TeraResult};

use crate::diag::{Code, Diagnostic, Sink, suggest};
use crate::embed;
use crate::geom::decimal;
use crate::model::Game;
use crate::span::{Sources, Span};

/// Drawings by name, each as the inside of an SVG and its viewBox.
#[derive(Debug, Default)]
pub struct Icons {
    by_name: BTreeMap<String, Icon>,
}

#[derive(Debug)]
struct Icon {
    view_box: [f64; 4],
    inside: String,
}

impl Icons {
    /// The icons in the binary, and the game's own over them.
    pub fn read(game: &Game, sources: &Sources, sink: &mut Sink) -> Self {
        let mut icons = Self::default();
        for (file, bytes) in embed::files("templates/icons") {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            if let (Some(name), Ok(icon)) = (file.strip_suffix(".svg"), parse(text)) {
                icons.by_name.insert(name.into(), icon);
            }
        }
        for (file, id) in &game.icons {
            match parse(&sources.get(*id).text) {
                Ok(icon) => drop(icons.by_name.insert(file.trim_end_matches(".svg").into(), icon)),
                Err(why) => {
                    let message = format!("the icon `{file}` cannot be used: {why}");
                    sink.push(Diagnostic::error(Code::BAD_ICON, message).at(Span::new(*id, 0..0)));
                }
            }
        }
        icons
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.by_name.keys().map(String::as_str)
    }
}

/// Takes the drawing out of an SVG file.
fn parse(text: &str) -> Result<Icon, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let view_box = root.attribute("viewBox").ok_or("it has no viewBox")?;
    let numbers: Vec<f64> =
        view_box.split([' ', ',']).filter_map(|part| part.trim().parse().ok()).collect();
    let view_box: [f64; 4] = numbers.try_into().map_err(|_| "its viewBox has not four numbers")?;
    if !(view_box[2] > 0.0 && view_box[3] > 0.0) {
        return Err("its viewBox is empty".into());
    }
    let first = root.first_child().map_or(0, |child| child.range().start);
    let last = root.last_child().map_or(0, |child| child.range().end);
    Ok(Icon { view_box, inside: text[first..last].trim().to_owned() })
}

/// The template function `icon`.
pub struct IconCall {
    icons: Arc<Icons>,
}

impl IconCall {
    /// A function over these icons.
    pub fn new(icons: Icons) -> Self {
        Self { icons: Arc::new(icons) }
    }
}

impl Function<TeraResult<String>> for IconCall {
    fn call(&self, arguments: Kwargs, _: &State) -> TeraResult<String> {
        let name: &str = arguments.must_get("name")?;
        let Some(icon) = self.icons.by_name.get(name) else {
            let help = suggest(name, self.icons.names());
            return Err(tera::Error::message(format!("there is no icon `{name}`\n{help}")));
        };
        let number =
            |key: &'static str| Ok::<_, tera::Error>(arguments.get::<f64>(key)?.unwrap_or(0.0));
        let (x, y, turn) = (number("x")?, number("y")?, number("rotate")?);
        let size: f64 = arguments.must_get("size")?;
        let fill = arguments.get::<&str>("fill")?;
        Ok(icon.placed(x, y, size, turn, fill))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

impl Icon {
    /// The drawing in a square of `size` mm whose top left corner is at (x, y).
    fn placed(&self, x: f64, y: f64, size: f64, turn: f64, fill: Option<&str>) -> String {
        let [left, top, w, h] = self.view_box;
        let scale = size / w.max(h);
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
        let fill = fill.map(|fill| format!(" fill=\"{}\"", fill.replace(['"', '<', '&'], "")));
        format!("<g transform=\"{transform}\"{}>{}</g>", fill.unwrap_or_default(), self.inside)
    }
}
