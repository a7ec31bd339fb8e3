//! Short lists that stand in a cell or an argument: costs, statistics and the bands of a die.

use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

use super::arguments::{empty, fault, known, map};
use crate::diag::suggest;

/// The most items of any list, so that a wrong cell cannot fill a card without end.
const MOST: usize = 200;

/// Makes the functions and filters for lists known to `tera`.
pub fn register(tera: &mut Tera) {
    tera.register_function("counted", |kwargs: Kwargs, _: &State| {
        known(&kwargs, "counted", &["text"])?;
        counted(&text(&kwargs)?)
    });
    tera.register_function("pairs_of", |kwargs: Kwargs, _: &State| {
        known(&kwargs, "pairs_of", &["text", "whole"])?;
        pairs(&text(&kwargs)?, kwargs.get::<bool>("whole")?.unwrap_or(false))
    });
    tera.register_function("bands", |kwargs: Kwargs, _: &State| {
        known(&kwargs, "bands", &["text", "low", "high"])?;
        let (low, high) = (kwargs.must_get::<i64>("low")?, kwargs.must_get::<i64>("high")?);
        bands(&text(&kwargs)?, low, high)
    });
    tera.register_filter("one_of", one_of);
    tera.register_filter("on_die", on_die);
    tera.register_filter("within", within);
}

/// The argument `text`, which may be a number.
pub fn text(kwargs: &Kwargs) -> TeraResult<String> {
    Ok(kwargs.must_get::<Value>("text")?.to_string())
}

/// `2 coins, fire x3, 4` as counts and names; a name alone counts once, a number alone has none.
fn counted(text: &str) -> TeraResult<Value> {
    let item = |part: &str| {
        let mut count = None;
        let mut names = Vec::new();
        for word in part.split_whitespace() {
            match word.trim_matches(['x', '×']).parse::<i64>() {
                Ok(number) if count.is_none() => count = Some(number),
                _ if matches!(word, "x" | "×") => {}
                _ => names.push(word.to_lowercase()),
            }
        }
        map([("count", count.unwrap_or(1).into()), ("name", names.join("-").into())])
    };
    Ok(parts(text, &[',', ';', '+', '\n'])?.into_iter().map(item).collect::<Vec<_>>().into())
}

/// `Attack: 3, Range: 1-2` as names and values; without a colon the last word is the value. Where they
/// are to be `whole`, none is without its other half.
fn pairs(text: &str, whole: bool) -> TeraResult<Value> {
    let item = |part: &str| {
        let (name, value) = part
            .split_once([':', '='])
            .or_else(|| part.rsplit_once(char::is_whitespace))
            .unwrap_or((part, ""));
        let (name, value) = (name.trim(), value.trim());
        if whole && (name.is_empty() || value.is_empty()) {
            let what = if name.is_empty() { "name" } else { "value" };
            let help = "write `Attack: 3, Range: 1-2`, a value for each name";
            return Err(fault(format!("`{part}` has no {what}"), help));
        }
        Ok(map([("name", name.into()), ("value", value.into())]))
    };
    let pairs: Vec<_> =
        parts(text, &[',', ';', '\n'])?.into_iter().map(item).collect::<TeraResult<_>>()?;
    Ok(pairs.into())
}

/// `1-2: Miss; 3-5: Hit; 6: Sunk` as bands from `low` to `high`, with every number in one.
fn bands(text: &str, low: i64, high: i64) -> TeraResult<Value> {
    if text.trim().is_empty() {
        return Err(empty("a table of a die without bands says nothing"));
    }
    let mut bands: Vec<(i64, i64, &str)> = Vec::new();
    for part in parts(text, &[';', '\n'])? {
        let band = part.split_once(':').and_then(|(numbers, words)| {
            let (from, to) = numbers.split_once(['-', '–']).unwrap_or((numbers, numbers));
            Some((from.trim().parse().ok()?, to.trim().parse().ok()?, words.trim()))
        });
        let Some(band) = band else {
            let help = "write a band as `3-5: Hit`, and `;` between two";
            return Err(fault(format!("`{part}` is not a band of a die"), help));
        };
        bands.push(band);
    }
    let mut next = low;
    for (from, to, _) in &bands {
        if *from != next || to < from {
            let help = format!("the bands go from {low} to {high}, each number in one of them");
            let numbers = if from == to { from.to_string() } else { format!("{from}-{to}") };
            let message = format!("the band `{numbers}` should begin with {next}");
            return Err(fault(&message, &help));
        }
        next = to.saturating_add(1);
    }
    if next.checked_sub(1) != Some(high) {
        let last = next.saturating_sub(1);
        let help = format!("say what happens up to {high}, or set `high` to {last}");
        return Err(fault(format!("the bands end with {last}, not with {high}"), help));
    }
    let band = |(from, to, text): &(i64, i64, &str)| {
        map([("from", (*from).into()), ("to", (*to).into()), ("text", (*text).into())])
    };
    Ok(bands.iter().map(band).collect::<Vec<_>>().into())
}

/// The parts of a list that hold something.
fn parts<'a>(text: &'a str, separators: &[char]) -> TeraResult<Vec<&'a str>> {
    let parts = text.split(separators).map(str::trim).filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.take(MOST + 1).collect();
    if parts.len() > MOST {
        return Err(Error::message(format!("a list has more than {MOST} items")));
    }
    Ok(parts)
}

/// `style | one_of(what="style", of=["line", "double"])`: the value itself, if it is known.
fn one_of(value: &str, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    let known: Vec<String> = kwargs.must_get("of")?;
    if known.iter().any(|one| one == value) {
        return Ok(value.into());
    }
    let what: &str = kwargs.must_get("what")?;
    if value.trim().is_empty() {
        return Err(empty(format!("no {what} is named: the text is empty")));
    }
    let help = suggest(value, known.iter().map(String::as_str));
    Err(fault(format!("there is no {what} `{value}`"), help))
}

/// `value | on_die(sides=6)`: the value as a text, if it is no number that such a die cannot show.
fn on_die(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<String> {
    let (text, sides) = (value.to_string(), kwargs.must_get::<i64>("sides")?);
    // Dice of ten sides are numbered from 0 or from 1.
    let least = if sides == 10 { 0 } else { 1 };
    match text.trim().parse::<i64>() {
        Ok(number) if !(least..=sides).contains(&number) => {
            let help = format!("`value` goes from {least} to {sides}, or is a word");
            Err(fault(format!("a die of {sides} sides shows no {number}"), help))
        }
        _ => Ok(text),
    }
}

/// `to | within(what="`to`", least=1, most=200)`: the number itself, if it lies between.
fn within(value: f64, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    let (least, most) = (kwargs.must_get::<f64>("least")?, kwargs.must_get::<f64>("most")?);
    if (least..=most).contains(&value) {
        // A whole number stays one, so that it can be counted up to.
        return Ok(if value.fract() == 0.0 { (value as i64).into() } else { value.into() });
    }
    let what: &str = kwargs.must_get("what")?;
    Err(Error::message(format!("{what} is {value}; it goes from {least} to {most}")))
}
