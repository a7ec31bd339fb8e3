//! `deckle list`: what is known by name.

use super::Exit;
use super::args::{List, What};
use super::say;
use crate::compose::kit::{self, Component};
use crate::embed;
use crate::fonts::Fonts;
use crate::geom::{Size, decimal};
use crate::model::{CARD_SIZES, PAPERS};
use crate::sim::lang::reference::{CONTEXTS, FUNCTIONS, OWNERS, POLICIES, STATISTICS, STEPS};

/// Prints the list.
pub fn list(arguments: &List) -> Exit {
    for line in lines(arguments.what) {
        if !say::told(&line) {
            break;
        }
    }
    Exit::Well
}

fn lines(what: What) -> Vec<String> {
    match what {
        What::Sizes => {
            CARD_SIZES.iter().map(|one| sized(one.name, one.w, one.h, one.note)).collect()
        }
        What::Papers => {
            let papers = PAPERS.iter().map(|one| sized(one.name, one.w, one.h, one.note));
            papers
                .chain([format!("{:<14} as large as the face, with its marks", "whole")])
                .collect()
        }
        What::Templates => {
            names("templates").filter(|name| !name.contains('/')).map(str::to_owned).collect()
        }
        What::Components => kit::components().iter().flat_map(described).collect(),
        What::Icons => {
            names("templates/icons").map(|name| name.trim_end_matches(".svg").to_owned()).collect()
        }
        What::Fonts => Fonts::embedded()
            .families()
            .iter()
            .map(|(name, family)| {
                let faces = family.faces.iter().map(|(weight, italic)| {
                    format!("{weight}{}", if *italic { " italic" } else { "" })
                });
                format!("{name:<18} {}", faces.collect::<Vec<_>>().join(", "))
            })
            .collect(),
        What::Language => language(),
        What::Games => embed::games().map(|name| format!("{name:<18} {}", title(name))).collect(),
    }
}

/// The language of rules and checks, a table after another.
fn language() -> Vec<String> {
    let tables = [
        ("Steps", STEPS),
        ("Functions", FUNCTIONS),
        ("Contexts of P, mean and quantile", CONTEXTS),
        ("Statistics", STATISTICS),
        ("Owners", OWNERS),
        ("Policies", POLICIES),
    ];
    let mut lines = Vec::new();
    for (title, entries) in tables {
        lines.push(title.to_owned());
        lines.extend(
            entries
                .iter()
                .flat_map(|one| [format!("  {}", one.form), format!("      {}", one.what)]),
        );
    }
    lines
}

/// A component, and its arguments below it.
fn described(component: &Component) -> Vec<String> {
    let mut lines = vec![format!("{:<16} {}", component.name, component.about)];
    lines.extend(
        component.arguments.iter().map(|one| format!("  {:<16} {}", one.name, one.words())),
    );
    lines
}

fn sized(name: &str, w: f64, h: f64, note: &str) -> String {
    let inches = format!("{} x {} in", decimal(w / 25.4), decimal(h / 25.4));
    format!("{name:<14} {:<20} {inches:<18} {note}", Size { w, h }.to_string())
}

fn names(folder: &str) -> impl Iterator<Item = &'static str> {
    embed::files(folder).map(|(name, _)| name).filter(|name| name.ends_with(".svg"))
}

/// The title in a sample's manifest.
fn title(game: &str) -> String {
    let manifest = embed::file(&format!("data/{game}/game.toml")).unwrap_or_default();
    let text = String::from_utf8_lossy(manifest);
    let line = text.lines().find_map(|line| line.trim().strip_prefix("title"));
    line.and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned()
}
