//! The languages that words can be hyphenated in, and where a word may be cut.

pub use hypher::Lang;

/// The language of a code such as `en` or `de-AT`.
pub fn by_code(code: &str) -> Option<Lang> {
    let short = code.split(['-', '_']).next()?.to_ascii_lowercase();
    let bytes: [u8; 2] = short.as_bytes().try_into().ok()?;
    Lang::from_iso(bytes)
}

/// All codes, in order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CODES.split(' ')
}

const CODES: &str = "af as be bg bn ca cs da de el en es et fi fr gl gu hi hr hu is it ka kn ku la lt ml mn mr nb nl nn no or pa pl pt ru sa sk sl sq sr sv ta te tk tr uk";

/// The bytes inside `word` before which it may be cut, with a hyphen.
pub fn cuts(word: &str, lang: Lang) -> Vec<usize> {
    // Short words look worse cut than the line does without.
    if word.chars().count() < 5 {
        return Vec::new();
    }
    let mut at = 0;
    let mut cuts: Vec<_> = hypher::hyphenate(word, lang)
        .map(|part| {
            at += part.len();
            at
        })
        .collect();
    cuts.pop();
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_that_is_listed_is_known() {
        let unknown: Vec<_> = codes().filter(|code| by_code(code).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn words_are_cut_by_the_patterns_of_their_language() {
        let cut = |word: &'static str, code| {
            let cuts = cuts(word, by_code(code).unwrap());
            cuts.iter().map(|at| &word[..*at]).collect::<Vec<_>>()
        };
        assert_eq!(cut("extensive", "en"), ["ex", "exten"]);
        assert_eq!(cut("Silbentrennung", "de-AT"), ["Sil", "Silben", "Silbentren"]);
        assert!(cut("word", "en").is_empty());
    }
}
