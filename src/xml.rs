//! Text as it stands in XML.

/// A text between tags.
pub fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as the value of an attribute in double quotes.
pub fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;")
}

/// Whether a place in a drawing is in a tag or a style sheet, and not in words.
pub fn is_markup(svg: &str, at: usize) -> bool {
    let before = &svg[..at];
    before.rfind('<') > before.rfind('>') || before.rfind("<style") > before.rfind("</style")
}
