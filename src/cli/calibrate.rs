//! `deckle calibrate`: the sheet that tells what `back_offset` a printer needs.

use std::fs;
use std::path::Path;

use super::Exit;
use super::args::{Calibrate, Edge};
use super::say;
use crate::cache::replace;
use crate::geom::Size;
use crate::load::measured;
use crate::model::{FlipEdge, NamedSize, PAPERS, file_slug};
use crate::pipeline::calibration_sheet;

/// Writes the sheet for each paper.
pub fn calibrate(arguments: &Calibrate) -> Exit {
    let flip = match arguments.flip {
        Edge::LongEdge => FlipEdge::Long,
        Edge::ShortEdge => FlipEdge::Short,
    };
    let mut exit = Exit::Well;
    for name in &arguments.paper {
        let known = PAPERS.iter().find(|paper| paper.name == name);
        let known = known
            .map(|paper| NamedSize { name: name.clone(), size: Size { w: paper.w, h: paper.h } });
        let names = PAPERS.iter().map(|paper| paper.name);
        let paper = match known.map_or_else(|| measured("paper", name, names), Ok) {
            Ok(paper) => paper,
            Err(fault) => {
                say::err(&format!(
                    "error: {}\nhelp: {}",
                    fault.message,
                    fault.helps.join("\nhelp: ")
                ));
                exit = Exit::Machine;
                continue;
            }
        };
        if let Err(why) = write(&paper, flip, &arguments.out) {
            say::err(&format!("error: {why}"));
            exit = Exit::Machine;
        }
    }
    exit
}

fn write(paper: &NamedSize, flip: FlipEdge, out: &Path) -> Result<(), String> {
    let bytes = calibration_sheet(paper.size, flip)?;
    let edge = if flip == FlipEdge::Long { "long" } else { "short" };
    let path = out.join(format!("calibration-{}-{edge}-edge.pdf", file_slug(&paper.name)));
    let written = fs::create_dir_all(out).and_then(|()| replace(&path, &bytes));
    written.map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    say::out(&format!("wrote {}", path.display()));
    Ok(())
}
