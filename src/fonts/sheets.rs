//! Style sheets that are not for paper, which the parser of drawings would heed.

/// Whether a list of media has what is printed.
pub fn is_for_paper(media: &str) -> bool {
    let of = |one: &str| {
        let words: Vec<_> = one.split_ascii_whitespace().collect();
        let is_paper = |word: &&str| ["all", "print"].contains(&word.to_ascii_lowercase().as_str());
        match words[..] {
            [only, kind, ..] if only.eq_ignore_ascii_case("only") => is_paper(&kind),
            [not, kind, ..] if not.eq_ignore_ascii_case("not") => !is_paper(&kind),
            [kind, ..] => is_paper(&kind) || kind.starts_with('('),
            [] => true,
        }
    };
    media.trim().is_empty() || media.split(',').any(|one| of(one.trim()))
}

/// A drawing in which those that are not for paper are of another kind; none if there are none.
pub fn heeded(svg: &str) -> Option<String> {
    const TAG: &str = "<style";
    let (mut out, mut done) = (String::new(), 0);
    for (at, _) in svg.match_indices(TAG) {
        let end = svg[at..].find('>').map_or(svg.len(), |end| at + end);
        if media(&svg[at..end]).is_none_or(is_for_paper) {
            continue;
        }
        // The parser passes over elements that it does not know.
        out.push_str(&svg[done..at]);
        out.push_str("<metadata");
        done = at + TAG.len();
        if svg[..end].ends_with('/') {
            continue;
        }
        if let Some(close) = svg[done..].find("</style") {
            out.push_str(&svg[done..done + close]);
            out.push_str("</metadata");
            done += close + "</style".len();
        }
    }
    (done > 0).then(|| out + &svg[done..])
}

/// The media that a tag names.
fn media(tag: &str) -> Option<&str> {
    let rest = &tag[tag.find("media")? + "media".len()..];
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| ['"', '\''].contains(c))?;
    rest[1..].split(quote).next()
}
