//! What a text in XML may hold, so that it is read in good time however it was made.
//!
//! The parser compares all attributes of an element with one another, hands down namespaces one by one, and
//! writes entities out wherever they stand: a small text could keep it busy for hours, or fill the memory.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::TextPos;

/// The most attributes of one element.
const MOST_ATTRIBUTES: usize = 250;
/// The most work on namespaces: those of a text are compared with one another at each element that declares some.
const MOST_NAMING: usize = 50_000_000;
/// The most bytes that entities come to, wherever they stand.
const MOST_UNFOLDED: usize = 4 << 20;
/// How deep entities stand in one another, beyond which the parser refuses them.
const DEEPEST: u32 = 12;

/// What is too much, and where it begins.
#[derive(Debug)]
pub struct Excess {
    /// A sentence without a full stop.
    pub why: String,
    /// In bytes.
    pub at: usize,
}

impl Excess {
    /// The place in the text that was looked at.
    pub fn pos(&self, text: &str) -> TextPos {
        let before = &text[..self.at];
        let rows = before.matches('\n').count() as u32;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) as u32;
        TextPos::new(rows + 1, column + 1)
    }
}

/// Refuses what would take the parser too long.
///
/// # Errors
/// What is too much, and where.
pub fn check(text: &str) -> Result<(), Excess> {
    let mut spaces = Spaces::default();
    let mut entities = BTreeMap::new();
    for (at, tag) in marked(text) {
        if tag.attributes > MOST_ATTRIBUTES {
            let (name, count) = (tag.name(), tag.attributes);
            let why = format!("`<{name}>` has {count} attributes, more than {MOST_ATTRIBUTES}");
            return Err(Excess { why, at });
        }
        if !spaces.holds(tag.text) {
            let why = "names of namespaces (`xmlns:…`) are declared too often".into();
            return Err(Excess { why, at });
        }
        if let Some((name, value)) = tag.entity() {
            entities.entry(name).or_insert(value);
        }
    }
    if entities.is_empty() {
        return Ok(());
    }
    let mut unfolding = Unfolding { entities, known: BTreeMap::new() };
    let (mut sum, mut done) = (0_usize, 0);
    for (at, tag) in tags(text).filter(|(_, tag)| tag.entity().is_some()) {
        sum = sum.saturating_add(unfolding.added(&text[done..at], 0));
        done = at + tag.text.len();
    }
    sum = sum.saturating_add(unfolding.added(&text[done..], 0));
    if sum > MOST_UNFOLDED {
        let most = MOST_UNFOLDED >> 20;
        let why = format!("entities unfold to more than {most} MiB wherever they stand");
        return Err(Excess { why, at: text.find("<!ENTITY").unwrap_or_default() });
    }
    Ok(())
}

/// All tags, also those inside entities, each with its place.
fn marked(text: &str) -> impl Iterator<Item = (usize, Tag<'_>)> {
    tags(text).flat_map(|(at, tag)| {
        let inside = tag.entity().map_or("", |(_, value)| value);
        std::iter::once((at, tag)).chain(tags(inside).map(move |(_, tag)| (at, tag)))
    })
}

/// Namespaces that were declared so far.
#[derive(Default)]
struct Spaces<'t> {
    names: BTreeSet<&'t str>,
    /// Elements that declare some.
    declaring: usize,
}

impl<'t> Spaces<'t> {
    /// Takes those of one more tag, and tells whether they are still few enough.
    fn holds(&mut self, tag: &'t str) -> bool {
        let before = self.names.len();
        let declared = tag.split("xmlns").skip(1);
        self.names.extend(declared.map(|rest| rest.split('=').next().unwrap_or_default().trim()));
        self.declaring += usize::from(self.names.len() > before || tag.contains("xmlns"));
        let names = self.names.len();
        names.saturating_mul(names).saturating_mul(self.declaring) <= MOST_NAMING
    }
}

/// How long entities are when those inside them are written out.
struct Unfolding<'t> {
    entities: BTreeMap<&'t str, &'t str>,
    known: BTreeMap<&'t str, usize>,
}

impl<'t> Unfolding<'t> {
    /// What the entities that a text names come to.
    fn added(&mut self, text: &'t str, depth: u32) -> usize {
        let named = text.split('&').skip(1).filter_map(|rest| Some(rest.split_once(';')?.0));
        named.fold(0, |sum, name| sum.saturating_add(self.length(name, depth)))
    }

    fn length(&mut self, name: &'t str, depth: u32) -> usize {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let value = self.entities.get(name).copied().filter(|_| depth < DEEPEST);
        let Some(value) = value else { return 0 };
        // One that stands in itself has no length; the parser refuses it.
        self.known.insert(name, 0);
        let length = value.len().saturating_add(self.added(value, depth + 1));
        self.known.insert(name, length);
        length
    }
}

/// A tag or a declaration, with what stands between `<` and `>`.
#[derive(Clone, Copy)]
pub struct Tag<'t> {
    /// As it is written.
    pub text: &'t str,
    /// How many attributes it has.
    pub attributes: usize,
}

impl<'t> Tag<'t> {
    fn name(&self) -> &'t str {
        let name = self.text.trim_start_matches(['<', '/']);
        let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '>');
        &name[..name.find(ends).unwrap_or(name.len())]
    }

    /// The name and the text of an entity that it declares.
    fn entity(&self) -> Option<(&'t str, &'t str)> {
        let rest = self.text.strip_prefix("<!ENTITY")?;
        let start = rest.find(['"', '\''])?;
        let quote = char::from(rest.as_bytes()[start]);
        let value = rest[start + 1..].split(quote).next()?;
        Some((rest[..start].split_whitespace().last()?, value))
    }
}

/// The tags and declarations of a text, each with its place in bytes; comments and the like are passed over.
pub fn tags(text: &str) -> impl Iterator<Item = (usize, Tag<'_>)> {
    const SKIPPED: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let mut done = 0;
    std::iter::from_fn(move || {
        loop {
            let at = done + text[done..].find('<')?;
            let rest = &text[at..];
            if let Some((_, end)) = SKIPPED.iter().find(|(begin, _)| rest.starts_with(begin)) {
                done = at + rest.find(end).map_or(rest.len(), |found| found + end.len());
                continue;
            }
            let tag = tag(rest);
            done = at + tag.text.len();
            return Some((at, tag));
        }
    })
}

/// The tag at the start of `text`.
fn tag(text: &str) -> Tag<'_> {
    let is_entity = text.starts_with("<!ENTITY");
    // What else is declared has no quotes that the parser heeds, and what is in brackets is read by itself.
    let is_plain = text.starts_with("<!") && !is_entity && !text.starts_with("<!DOCTYPE");
    let opens = if text.starts_with("<!DOCTYPE") { b'[' } else { b'>' };
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if !is_plain => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, byte) if byte == b'>' || byte == opens => {
                return Tag { text: &text[..=at], attributes };
            }
            _ => {}
        }
    }
    Tag { text, attributes }
}

#[cfg(test)]
mod tests {
    use super::{check, tags};

    fn refused(text: &str) -> String {
        check(text).err().map(|excess| excess.why).unwrap_or_default()
    }

    #[test]
    fn tags_are_those_that_the_parser_finds() {
        let text = "<?x '?><!DOCTYPE svg [<!-- ' --><!ELEMENT a '><!ENTITY e \"<b c='>'/>\">]><a b='>' c=\"'\"><![CDATA[<x>]]></a>";
        let found: Vec<_> = tags(text).map(|(_, tag)| (tag.name(), tag.attributes)).collect();
        let wanted = [("!DOCTYPE", 0), ("!ELEMENT", 0), ("!ENTITY", 0), ("a", 2), ("a", 0)];
        assert_eq!(found, wanted);
    }

    #[test]
    fn attributes_are_counted_of_each_element_also_inside_entities() {
        let many = |count: usize| format!("<a {}/>", "b='' ".repeat(count));
        assert_eq!(refused(&many(250).repeat(9)), "");
        assert_eq!(refused(&many(251)), "`<a>` has 251 attributes, more than 250");
        let inside = format!("<!DOCTYPE a [<!ENTITY e \"{}\">]><a>&e;</a>", many(300));
        assert!(refused(&inside).contains("300 attributes"));
    }

    #[test]
    fn namespaces_may_be_many_or_be_declared_often_but_not_both() {
        let names = |count| (0..count).map(|at| format!(" xmlns:n{at}='u'")).collect::<String>();
        assert_eq!(refused(&format!("<a{}/>", names(200))), "");
        assert_eq!(refused(&"<a xmlns='u' xmlns:b='v'/>".repeat(100_000)), "");
        assert!(refused(&format!("<a{}/>", names(200)).repeat(2000)).contains("too often"));
    }

    #[test]
    fn entities_count_wherever_they_stand_and_as_long_as_they_are_written_out() {
        let of = |first: usize, second: usize| {
            let long = "x".repeat(1024);
            format!(
                "<!DOCTYPE a [<!ENTITY e '{long}'><!ENTITY f '{}'>]><a b='&f;'>{}&amp;</a>",
                "&e;".repeat(first),
                "&f;".repeat(second),
            )
        };
        assert_eq!(refused(&of(60, 60)), "");
        // 64 and some times 64 and some kilobytes are more than four megabytes.
        assert!(refused(&of(64, 64)).contains("4 MiB"));
        assert_eq!(refused("<!DOCTYPE a [<!ENTITY e '&e;&f;'><!ENTITY f '&e;'>]><a>&e;</a>"), "");
        for cut in
            ["<", "<a", "<a b='", "<!--", "<?", "</", "<!ENTITY", "<!ENTITY e '", "<!DOCTYPE ["]
        {
            check(cut).unwrap();
        }
    }
}
