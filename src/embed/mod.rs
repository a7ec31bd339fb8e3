//! The files inside the binary: starter templates, icons, fonts and the sample games.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Every embedded file below `folder`, as (path from that folder, bytes), in order of path.
pub fn files(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let folder = folder.trim_end_matches('/').to_owned();
    FILES.iter().filter_map(move |(path, bytes)| {
        let rest = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
        Some((rest, *bytes))
    })
}

/// The bytes of one embedded file, by its path from the root of the package.
pub fn file(path: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by(|(name, _)| (*name).cmp(path)).ok()?;
    Some(FILES[at].1)
}

/// The names of the sample games: the folders of `data` that hold a manifest.
pub fn games() -> impl Iterator<Item = &'static str> {
    files("data").filter_map(|(path, _)| path.strip_suffix("/game.toml"))
}
