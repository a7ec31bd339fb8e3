//! The parser of drawings. What it breaks at is refused like what it does not understand.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use usvg::{Error, Options, Tree};

/// Why a drawing has no tree.
#[derive(Debug)]
pub enum Refused {
    /// It is no drawing.
    Unread(Error),
    /// The parser broke: it is known to at letters that one font of a text joins and another does not.
    Broken,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => error.fmt(f),
            Self::Broken => f.write_str("its texts cannot be laid out"),
        }
    }
}

thread_local! {
    /// Whether a parser at work on this thread may break without a word.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The tree of a drawing.
///
/// # Errors
/// It is not well-formed, not an SVG, or the parser broke.
pub fn tree_of(svg: &str, options: &Options<'_>) -> Result<Tree, Refused> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                before(info);
            }
        }));
    });
    // Pictures in drawings are parsed on the way.
    let around = IS_GUARDED.replace(true);
    let tree = catch_unwind(AssertUnwindSafe(|| Tree::from_str(svg, options)));
    IS_GUARDED.set(around);
    tree.map_err(|_| Refused::Broken)?.map_err(Refused::Unread)
}
