//! The template function `icon`: `{{ icon(name="anchor", x=3, y=3, size=8) }}` draws one.

use std::sync::Arc;

use tera::{Function, Kwargs, State, TeraResult};

use super::arguments::{fault, known};
use crate::diag::suggest;
use crate::icons::{Icons, Place};

/// The function over a library of icons.
pub struct IconCall {
    icons: Arc<Icons>,
}

impl IconCall {
    /// A function over these icons.
    pub fn new(icons: Arc<Icons>) -> Self {
        Self { icons }
    }
}

impl Function<TeraResult<String>> for IconCall {
    fn call(&self, arguments: Kwargs, _: &State) -> TeraResult<String> {
        known(&arguments, "icon", &["name", "x", "y", "size", "fill", "rotate"])?;
        let name: &str = arguments.must_get("name")?;
        let Some(icon) = self.icons.get(name) else {
            let help = suggest(name, self.icons.names());
            return Err(fault(format!("there is no icon `{name}`"), help));
        };
        let number =
            |key: &'static str| Ok::<_, tera::Error>(arguments.get::<f64>(key)?.unwrap_or(0.0));
        let (x, y, turn) = (number("x")?, number("y")?, number("rotate")?);
        let size: f64 = arguments.must_get("size")?;
        if !(size > 0.0 && size <= 10_000.0) {
            let help = "it is a number of mm, more than 0";
            return Err(fault(format!("the `size` of an icon is {size}"), help));
        }
        let fill = arguments.get::<&str>("fill")?;
        Ok(icon.placed(&Place { x, y, size, turn, fill }))
    }

    fn is_safe(&self) -> bool {
        true
    }
}
