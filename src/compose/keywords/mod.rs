//! The filters `keywords` and `reminders`: what a keyword means, beside it or apart.

mod pattern;
mod stars;

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::arguments::{fault, known};
use super::notes::{self, Note};
use crate::diag::did_you_mean;
use crate::icons::Icons;
use crate::model::Keyword;

use pattern::{Found, Pattern, What, filled, found, names};
use stars::{has_slant, is_slanted, open_stars, upright};

/// How the first of each keyword is written, if the template does not say.
const FORM: &str = "{keyword} *({reminder})*";
/// How it is written again.
const AGAIN: &str = "{keyword}";
/// How each reminder of a text is written in a place of its own.
const APART: &str = "{keyword}: {reminder}";

/// Gives templates the filters over these keywords.
pub fn register(tera: &mut Tera, keywords: &[Keyword], icons: &Arc<Icons>) {
    let patterns: Arc<Vec<_>> = Arc::new(keywords.iter().map(Pattern::new).collect());
    let same = Arc::clone(&patterns);
    let (icons, others) = (Arc::clone(icons), Arc::clone(icons));
    tera.register_filter(
        "keywords",
        move |text: &str, arguments: Kwargs, _: &State<'_>| -> TeraResult<String> {
            known(&arguments, "keywords", &["form", "again"])?;
            let form = arguments.get::<&str>("form")?.unwrap_or(FORM);
            let again = arguments.get::<&str>("again")?.unwrap_or(AGAIN);
            check("form", form, &icons)?;
            check("again", again, &icons)?;
            Ok(expanded(text, &same, form, again))
        },
    );
    tera.register_filter(
        "reminders",
        move |text: &str, arguments: Kwargs, _: &State<'_>| -> TeraResult<Value> {
            known(&arguments, "reminders", &["form", "list"])?;
            let form = arguments.get::<&str>("form")?.unwrap_or(APART);
            check("form", form, &others)?;
            let rows = reminders(text, &patterns);
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

/// The keywords of a text and their reminders, each once.
fn reminders(text: &str, patterns: &[Pattern]) -> Vec<BTreeMap<&'static str, String>> {
    let row = |Found { range, what }| match what {
        What::Keyword { reminder, is_first: true } if !reminder.trim().is_empty() => {
            let keyword = text[range].to_owned();
            Some(BTreeMap::from([("keyword", keyword), ("reminder", reminder)]))
        }
        _ => None,
    };
    found(text, patterns).into_iter().filter_map(row).collect()
}

/// A text with the reminders of its keywords in it, each behind the stars that close its keyword.
fn expanded(text: &str, patterns: &[Pattern], form: &str, again: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for Found { range, what } in found(text, patterns) {
        let (reminder, is_first) = match what {
            What::Keyword { reminder, is_first } => (reminder, is_first),
            What::Plain => {
                out.push_str(&text[done..range.start]);
                done = range.end;
                continue;
            }
            What::Misfit { name, takes } => {
                tell_misfit(&text[range], &name, &takes);
                continue;
            }
        };
        out.push_str(&text[done..range.start]);
        let (from, end) = (line_start(text, range.start), range.end);
        let stars = match open_stars(&text[from..range.start]).is_empty() {
            true => 0,
            false => text[end..].bytes().take_while(|byte| *byte == b'*').count(),
        };
        let is_slanted = is_slanted(&text[from..end + stars]);
        let form = if is_first && !reminder.trim().is_empty() { form } else { again };
        // Slanted words in slanted words have no marks: those of the form give way.
        let form = match is_slanted || has_slant(&reminder) {
            true => upright(form),
            false => form.into(),
        };
        let marked = format!("{}{}", &text[range], &text[end..end + stars]);
        out += &filled(&form, |name| match name {
            "keyword" => Some(&marked),
            "reminder" => Some(&reminder),
            _ => None,
        });
        done = end + stars;
    }
    out + &text[done..]
}

/// Tells words that look like a keyword and are none, because what follows is no value of it.
fn tell_misfit(words: &str, name: &str, takes: &str) {
    let message = format!("`{words}` is not the keyword `{name}`: {takes}");
    let help = "list the words that it takes in its name, as `Ward {from: fire | ice}`; \
                where no keyword is meant, write `\\` before it";
    notes::add(Note { message, help: help.into(), words: words.into() });
}

/// Where the line begins that a place lies in, by a line end or by `\n` as it is written.
fn line_start(text: &str, at: usize) -> usize {
    let ends =
        [text[..at].rfind('\n').map(|end| end + 1), text[..at].rfind("\\n").map(|end| end + 2)];
    ends.into_iter().flatten().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{AGAIN, FORM, Pattern, expanded, notes, reminders};
    use crate::model::Keyword;
    use crate::span::{Sources, Span};

    fn expand(text: &str, form: &str) -> String {
        expanded(text, &patterns(), form, AGAIN)
    }

    fn patterns() -> Vec<Pattern> {
        let at = Span::new(Sources::default().add("game.toml", ""), 0..0);
        let keyword = |name: &str, reminder: &str| {
            let (name, reminder) = (name.into(), reminder.into());
            Pattern::new(&Keyword { name, reminder, at, reminder_at: at })
        };
        vec![
            keyword("Strike", "acts first"),
            keyword("Double Strike", "acts twice"),
            keyword("Armor {n}", "each hit is {n} less, {sun} or not"),
            keyword("Fly", "up"),
            keyword("Raze", "destroy *everything* here"),
            keyword("Plain", ""),
            keyword("Trade {a} for {b}", "give {a}, take {b}"),
            keyword("Ward {from: fire | black ice}", "safe from {from}"),
        ]
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
        let rows = reminders("Fly, Armor 2, Fly, Plain, \\Strike", &patterns());
        let words: Vec<_> = rows.iter().map(|row| row["keyword"].as_str()).collect();
        assert_eq!(words, ["Fly", "Armor 2"]);
    }
}
