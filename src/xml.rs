//! Text as it stands in XML.

/// A text between tags.
pub fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as the value of an attribute in double quotes.
pub fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;")
}
