//! `deckle calibrate`: the sheet that tells what `back_offset` a printer needs.

use std::fs;
use std::path::Path;

use super::Exit;
use super::args::{Calibrate, Edge};
use super::say;
use crate::cache::replace;
use crate::diag::suggest;
use crate::geom::Size;
use crate::model::{FlipEdge, PAPERS, PaperSize};
use crate::pipeline::calibration_sheet;

/// Writes the sheet for each paper.
pub fn calibrate(arguments: &Calibrate) -> Exit {
    let flip = match arguments.flip {
        Edge::LongEdge => FlipEdge::Long,
        Edge::ShortEdge => FlipEdge::Short,
    };
    let mut exit = Exit::Well;
    for name in &arguments.paper {
        let Some(paper) = PAPERS.iter().find(|paper| paper.name == name) else {
            let help = suggest(name, PAPERS.iter().map(|paper| paper.name));
            say::err(&format!("error: there is no paper `{name}`\nhelp: {help}"));
            exit = Exit::Machine;
            continue;
        };
        if let Err(why) = write(paper, flip, &arguments.out) {
            say::err(&format!("error: {why}"));
            exit = Exit::Machine;
        }
    }
    exit
}

fn write(paper: &PaperSize, flip: FlipEdge, out: &Path) -> Result<(), String> {
    let bytes = calibration_sheet(Size { w: paper.w, h: paper.h }, flip)?;
    let edge = if flip == FlipEdge::Long { "long" } else { "short" };
    let path = out.join(format!("calibration-{}-{edge}-edge.pdf", paper.name));
    let written = fs::create_dir_all(out).and_then(|()| replace(&path, &bytes));
    written.map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    say::out(&format!("wrote {}", path.display()));
    Ok(())
}
