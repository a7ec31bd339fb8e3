//! The filters `keywords` and `reminders`: what a keyword means, beside it or apart.

mod marked;
mod pattern;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::arguments::{fault, known};
use super::notes::{self, Note};
use crate::diag::did_you_mean;
use crate::icons::Icons;
use crate::marks;
use crate::model::Keyword;

use marked::{Kind, Mark, Marked, marks, without};
use pattern::{Found, Pattern, What, filled, found, names};

/// The places of a form.
const KEYWORD: &str = "{keyword}";
const REMINDER: &str = "{reminder}";

/// How the first of each keyword is written, if the template does not say.
const FORM: &str = "{keyword} *({reminder})*";
/// How it is written again.
const AGAIN: &str = "{keyword}";
/// How each reminder of a text is written in a place of its own.
const APART: &str = "{keyword}: {reminder}";

/// Gives templates the filters over these keywords.
pub fn register(tera: &mut Tera, keywords: Known, icons: &Arc<Icons>) {
    let keywords = Arc::new(keywords);
    let same = Arc::clone(&keywords);
    let (icons, others) = (Arc::clone(icons), Arc::clone(icons));
    tera.register_filter(
        "keywords",
        move |text: &str, arguments: Kwargs, _: &State<'_>| -> TeraResult<String> {
            known(&arguments, "keywords", &["form", "again"])?;
            let form = arguments.get::<&str>("form")?.unwrap_or(FORM);
            let again = arguments.get::<&str>("again")?.unwrap_or(AGAIN);
            check("form", form, &icons)?;
            check("again", again, &icons)?;
            Ok(same.expanded(text, form, again))
        },
    );
    tera.register_filter(
        "reminders",
        move |text: &str, arguments: Kwargs, _: &State<'_>| -> TeraResult<Value> {
            known(&arguments, "reminders", &["form", "list"])?;
            let form = arguments.get::<&str>("form")?.unwrap_or(APART);
            check("form", form, &others)?;
            let rows = keywords.reminders(text);
            if arguments.get::<bool>("list")?.unwrap_or(false) {
                return Ok(Value::from_serializable(&rows));
            }
            let line = |row: &BTreeMap<&str, String>| {
                filled(form, |name| row.get(name).map(String::as_str))
            };
            Ok(rows.iter().map(line).collect::<Vec<_>>().join("\n").into())
        },
    );
}

/// Refuses a name in a form that is nearly one of its names, and no icon.
fn check(argument: &str, form: &str, icons: &Icons) -> TeraResult<()> {
    const NAMES: [&str; 2] = ["keyword", "reminder"];
    let wrong = names(form).filter(|name| !NAMES.contains(name) && icons.get(name).is_none());
    match wrong.filter_map(|name| Some((name, did_you_mean(name, NAMES)?))).next() {
        Some((name, help)) => Err(fault(format!("`{argument}` puts in no `{{{name}}}`"), help)),
        None => Ok(()),
    }
}

/// The keywords of a game, and the styles that its texts may name.
#[derive(Default)]
pub struct Known {
    patterns: Vec<Pattern>,
    styles: BTreeSet<String>,
}

impl Known {
    /// These keywords and styles.
    pub fn new(keywords: &[Keyword], styles: BTreeSet<String>) -> Self {
        let patterns = keywords.iter().map(|keyword| Pattern::new(keyword, &styles)).collect();
        Self { patterns, styles }
    }

    /// The keywords of a text and their reminders, each once.
    fn reminders(&self, text: &str) -> Vec<BTreeMap<&'static str, String>> {
        let marked = Marked::of(text, &self.styles);
        let row = |Found { range, what }| match what {
            What::Keyword { reminder, is_first: true, .. } if !reminder.trim().is_empty() => {
                let keyword = marked.plain[range].to_owned();
                Some(BTreeMap::from([("keyword", keyword), ("reminder", reminder)]))
            }
            _ => None,
        };
        found(&marked.plain, &self.patterns).into_iter().filter_map(row).collect()
    }

    /// A text with the reminders of its keywords in it, each behind the marks of its keyword.
    fn expanded(&self, text: &str, form: &str, again: &str) -> String {
        let marked = Marked::of(text, &self.styles);
        let (mut out, mut done) = (String::new(), 0);
        for Found { range, what } in found(&marked.plain, &self.patterns) {
            let part = marked.written(&range);
            let words = (&marked.plain[range], &text[part.clone()]);
            match what {
                What::Plain => {
                    out.push_str(&text[done..part.start]);
                    done = part.end;
                }
                What::Misfit { name, takes } => tell_misfit(words, &name, &takes),
                What::Keyword { name, reminder, is_first } => {
                    let Some(whole) = marked.whole(part) else {
                        tell_torn(words, &name);
                        continue;
                    };
                    out.push_str(&text[done..whole.start]);
                    let form = if is_first && !reminder.trim().is_empty() { form } else { again };
                    let around = marked.marks.iter().filter(|mark| mark.holds(&whole));
                    let around: Vec<_> = around.map(|mark| mark.kind).collect();
                    out += &self.put_in(form, &around, &text[whole.clone()], &reminder);
                    done = whole.end;
                }
            }
        }
        out + &text[done..]
    }

    /// A form with a keyword as it stands on the card and its reminder. Bold in bold is nothing, and two
    /// stars more would end it, so each mark is made once: what stands around goes before the form, and
    /// the form before the keyword.
    fn put_in(&self, form: &str, around: &[Kind<'_>], keyword: &str, reminder: &str) -> String {
        let all = marks(form, &self.styles);
        let has = |mark: &Mark<'_>, name| form[mark.open.end..mark.close.start].contains(name);
        let inside: Vec<_> =
            marks(reminder, &self.styles).into_iter().map(|one| one.kind).collect();
        let gives_way = |mark: &Mark<'_>| {
            let is_of_stars = !matches!(mark.kind, Kind::Style(_));
            around.contains(&mark.kind)
                || is_of_stars && inside.contains(&mark.kind) && has(mark, REMINDER)
        };
        let around_it = |name| {
            let kept = all.iter().filter(|mark| !gives_way(mark) && has(mark, name));
            let mut kept: Vec<_> = kept.collect();
            kept.sort_by_key(|mark| mark.open.start);
            kept
        };
        let kept = around_it(KEYWORD);
        let own = marks(keyword, &self.styles);
        let keyword = without(keyword, &own, |mark| kept.iter().any(|one| one.kind == mark.kind));
        let keyword = line_by_line(&keyword, &kept, form);
        let reminder = line_by_line(reminder, &around_it(REMINDER), form);
        filled(&without(form, &all, gives_way), |name| match name {
            "keyword" => Some(&keyword),
            "reminder" => Some(&reminder),
            _ => None,
        })
    }
}

/// A value for a place of a form that stands in marks: as these end with their line, each line has its own.
fn line_by_line(value: &str, around: &[&Mark<'_>], form: &str) -> String {
    let lines = marks::lines(value, true);
    if around.is_empty() || lines.len() == 1 {
        return value.to_owned();
    }
    let open: String = around.iter().map(|mark| &form[mark.open.clone()]).collect();
    let close: String = around.iter().rev().map(|mark| &form[mark.close.clone()]).collect();
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        let (is_first, next) = (at == 0, lines.get(at + 1));
        let words = value[line.clone()].trim();
        let is_empty = words.is_empty() && !is_first && next.is_some();
        out += if is_first || is_empty { "" } else { &open };
        out += words;
        out += if is_empty || next.is_none() { "" } else { &close };
        out += next.map_or("", |next| &value[line.end..next.start]);
    }
    out
}

/// Tells words that look like a keyword and are none, because what follows is no value of it; a line
/// that begins with a word may well be another sentence.
fn tell_misfit((words, written): (&str, &str), name: &str, takes: &str) {
    if marks::lines(written, true).len() > 1 {
        return;
    }
    let message = format!("`{words}` is not the keyword `{name}`: {takes}");
    let help = "list the words that it takes in its name, as `Ward {from: fire | ice}`; \
                where no keyword is meant, write `\\` before it";
    notes::add(Note { message, help: help.into(), words: written.into() });
}

/// Tells a keyword that a mark begins or ends in the middle of, so that no form can go around it.
fn tell_torn((words, written): (&str, &str), name: &str) {
    let message = format!("`{words}` has no reminder: a mark begins or ends inside of it");
    let help = format!(
        "put the marks around the whole of the keyword `{name}`, or around a part; \
         where none is meant, write `\\` before it"
    );
    notes::add(Note { message, help, words: written.into() });
}

#[cfg(test)]
mod tests {
    use super::{AGAIN, FORM, Known, notes};
    use crate::model::Keyword;
    use crate::span::{Sources, Span};

    fn expand(text: &str, form: &str) -> String {
        known().expanded(text, form, AGAIN)
    }

    fn known() -> Known {
        let at = Span::new(Sources::default().add("game.toml", ""), 0..0);
        let keyword = |name: &str, reminder: &str| {
            let (name, reminder) = (name.into(), reminder.into());
            Keyword { name, reminder, at, reminder_at: at }
        };
        let keywords = [
            keyword("Strike", "acts first"),
            keyword("Double Strike", "acts twice"),
            keyword("Armor {n}", "each hit is {n} less, {sun} or not"),
            keyword("Fly", "up"),
            keyword("Raze", "destroy *everything* here"),
            keyword("Plain", ""),
            keyword("Jump {a}/{b}", "{a}, then {b}"),
            keyword("Range {a}-{b}", "{a} to {b}"),
            keyword("Cut {n}", "{n} off"),
            keyword("Trade {a} for {b}", "give {a}, take {b}"),
            keyword("Ward {from: fire | black ice}", "safe from {from}"),
        ];
        Known::new(&keywords, ["kw".into()].into())
    }

    #[test]
    fn the_first_of_each_keyword_has_its_reminder() {
        assert_eq!(expand("Strike. Strike.", FORM), "Strike *(acts first)*. Strike.");
        assert_eq!(expand("Double Strike", FORM), "Double Strike *(acts twice)*");
        assert_eq!(expand("Strikes, strike, preStrike", FORM), "Strikes, strike, preStrike");
    }

    #[test]
    fn reminders_stand_outside_the_marks_of_keywords() {
        for (cell, said) in [
            ("*Fly*: go. (*fly*) Fly", "*Fly* *(up)*: go. (*fly*) Fly"),
            ("**Fly**: go", "**Fly** *(up)*: go"),
            ("***Fly*** 2*X", "***Fly*** *(up)* 2*X"),
            ("*Fly and go*", "*Fly (up) and go*"),
            ("**Fly and go**", "**Fly *(up)* and go**"),
            ("*a*\\n*b* 2*3 Fly", "*a*\\n*b* 2*3 Fly *(up)*"),
            ("Raze.", "Raze (destroy *everything* here)."),
            ("Plain.", "Plain."),
        ] {
            assert_eq!(expand(cell, FORM), said);
        }
        let bold = "**{keyword}** *({reminder})*";
        assert_eq!(expand("Raze", bold), "**Raze** (destroy *everything* here)");
    }

    #[test]
    fn a_form_goes_around_the_marks_that_stand_on_the_card_and_makes_none_twice() {
        let (bold, style) = ("**{keyword}** *({reminder})*", "[kw: {keyword}] ({reminder})");
        for (form, cell, said) in [
            (bold, "**Fly**", "**Fly** *(up)*"),
            (bold, "*Fly*", "***Fly*** *(up)*"),
            (bold, "***Fly***", "***Fly*** *(up)*"),
            (bold, "**Fly high**", "**Fly *(up)* high**"),
            (bold, "*Fly high*", "***Fly** (up) high*"),
            (bold, "***Fly high***", "***Fly (up) high***"),
            (bold, "[kw: Fly]", "**[kw: Fly]** *(up)*"),
            (bold, "[kw: Fly high]", "[kw: **Fly** *(up)* high]"),
            (style, "**Fly**", "[kw: **Fly**] (up)"),
            (style, "[kw: *Fly*]", "[kw: *Fly*] (up)"),
            (style, "[kw: Fly *high*]", "[kw: Fly (up) *high*]"),
            (style, "[no: Fly]", "[no: [kw: Fly] (up)]"),
            ("**{keyword} ({reminder})**", "*Fly*", "***Fly* (up)**"),
            (
                "**{keyword} ({reminder})**",
                "**Armor** 2",
                "**Armor 2 (each hit is 2 less, {sun} or not)**",
            ),
        ] {
            assert_eq!(expand(cell, form), said, "{form} of {cell}");
        }
    }

    #[test]
    fn keywords_are_found_over_any_blanks_line_ends_and_marks() {
        let form = "**{keyword}** ({reminder})";
        for (cell, said) in [
            ("Armor\u{a0}2.", "**Armor\u{a0}2** (each hit is 2 less, {sun} or not)."),
            ("Double\u{202f}Strike", "**Double\u{202f}Strike** (acts twice)"),
            ("Double  Strike", "**Double  Strike** (acts twice)"),
            ("a Double\nStrike", "a **Double**\n**Strike** (acts twice)"),
            ("Double\\nStrike", "**Double**\\n**Strike** (acts twice)"),
            ("**Armor** 2", "**Armor 2** (each hit is 2 less, {sun} or not)"),
            ("Armor [kw: 2]", "**Armor [kw: 2]** (each hit is 2 less, {sun} or not)"),
            ("*Double* *Strike*", "***Double* *Strike*** (acts twice)"),
        ] {
            assert_eq!(expand(cell, form), said);
        }
        // An empty line, an item of a list and a rule begin something else; a name of an icon is no word.
        for plain in ["Armor\n\n2", "1. Armor\n2. Go", "Armor\\n2) Go", "{Fly} [Fly", "pre**Fly**"]
        {
            let said = plain.replace("[Fly", "[Fly (up)");
            assert_eq!(expand(plain, "{keyword} ({reminder})"), said);
        }
        // No form can go around half a mark.
        drop(notes::take());
        assert_eq!(expand("**Big Armor** 2", form), "**Big Armor** 2");
        let notes = notes::take();
        assert_eq!((notes.len(), notes[0].words.as_str()), (1, "Armor** 2"));
        assert_eq!(expand("Armor\nGo", form), "Armor\nGo");
        assert_eq!(notes::take().len(), 0);
    }

    #[test]
    fn numbers_are_taken_whole_and_may_have_a_sign_between_them() {
        let form = "{keyword}: {reminder}";
        for (cell, said) in [
            ("Jump 2/3!", "Jump 2/3: 2, then 3!"),
            ("Jump X/2", "Jump X/2: X, then 2"),
            ("Range 1-2", "Range 1-2: 1 to 2"),
            ("Range 1\u{2013}2", "Range 1\u{2013}2: 1 to 2"),
            ("Range 1.5\u{2011}2", "Range 1.5\u{2011}2: 1.5 to 2"),
            ("Cut 2.5 or", "Cut 2.5: 2.5 off or"),
            ("Cut 1,000.", "Cut 1,000: 1,000 off."),
            ("Cut 2.", "Cut 2: 2 off."),
            ("Cut 1/2", "Cut 1/2: 1/2 off"),
            ("Cut X-wing", "Cut X-wing"),
        ] {
            assert_eq!(expand(cell, form), said);
        }
    }

    #[test]
    fn parameters_are_numbers_words_and_icons() {
        let form = "{keyword}: {reminder}";
        assert_eq!(expand("Armor 2.", form), "Armor 2: each hit is 2 less, {sun} or not.");
        assert_eq!(expand("Armor X", form), "Armor X: each hit is X less, {sun} or not");
        assert_eq!(expand("Trade {coin} for 3", form), "Trade {coin} for 3: give {coin}, take 3");
        assert_eq!(expand("Armor", form), "Armor");
        assert_eq!(expand("Ward black ice.", form), "Ward black ice: safe from black ice.");
        assert_eq!(
            expand("Armor 2d6+1 Armor III", form),
            "Armor 2d6+1: each hit is 2d6+1 less, {sun} or not Armor III"
        );
    }

    #[test]
    fn a_word_that_is_no_value_makes_no_keyword_and_is_told() {
        let form = "{keyword}: {reminder}";
        for (cell, words) in
            [("Armor is good", "Armor is"), ("Ward 2", "Ward 2"), ("Ward fires", "Ward fires")]
        {
            drop(notes::take());
            assert_eq!(expand(cell, form), cell);
            let notes: Vec<_> = notes::take().into_iter().map(|note| note.words).collect();
            assert_eq!(notes, [words]);
        }
        for plain in ["Armor.", "No Armor", "armor is", "\\Armor is good, \\Fly"] {
            assert_eq!(expand(plain, form), plain.replace('\\', ""));
            assert_eq!(notes::take().len(), 0, "{plain}");
        }
    }

    #[test]
    fn the_reminders_of_a_text_are_listed_once() {
        let rows = known().reminders("Fly, Armor 2, Fly, Plain, \\Strike");
        let words: Vec<_> = rows.iter().map(|row| row["keyword"].as_str()).collect();
        assert_eq!(words, ["Fly", "Armor 2"]);
    }
}
