//! How far a build is: a bar on a terminal, nothing elsewhere.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once};

use indicatif::{ProgressBar, ProgressStyle};

use crate::pipeline::Watch;

/// A bar, and the wish to stop.
pub struct Terminal {
    bar: Mutex<Option<ProgressBar>>,
    visible: bool,
    stopped: Arc<AtomicBool>,
}

impl Terminal {
    /// Listens for Ctrl-C; the bar is shown if `wanted` and somebody watches.
    pub fn new(wanted: bool) -> Self {
        static LISTEN: Once = Once::new();
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        LISTEN.call_once(|| {
            // Without a handler Ctrl-C still ends the program, and the next build tidies up.
            let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
        });
        Self { bar: Mutex::new(None), visible: wanted && io::stderr().is_terminal(), stopped }
    }

    fn with(&self, work: impl FnOnce(&mut Option<ProgressBar>)) {
        if let Ok(mut bar) = self.bar.lock() {
            work(&mut bar);
        }
    }
}

impl Watch for Terminal {
    fn begin(&self, what: &str, total: usize) {
        if !self.visible {
            return;
        }
        // The name before it and the numbers behind it take thirty signs.
        let wide = super::say::width().map_or(40, |width| width.saturating_sub(30).clamp(4, 40));
        let style =
            ProgressStyle::with_template(&format!("{{msg:>16}} [{{bar:{wide}}}] {{pos}}/{{len}}"))
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("=> ");
        let bar = ProgressBar::new(total as u64).with_style(style).with_message(what.to_owned());
        self.with(|slot| *slot = Some(bar));
    }

    fn step(&self) {
        self.with(|bar| bar.iter().for_each(|bar| bar.inc(1)));
    }

    fn end(&self) {
        self.with(|bar| bar.take().iter().for_each(ProgressBar::finish_and_clear));
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
