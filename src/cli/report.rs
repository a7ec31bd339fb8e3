//! The results of checks: a table for people, JSON, JUnit and SARIF for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use super::args::Report as Form;
use crate::check::{Report, Row, Verdict};
use crate::diag::{CODES, Diagnostic, Severity, Sink, plural};
use crate::sim::estimate::Estimate;
use crate::span::Sources;
use crate::xml;

/// The results of a game's checks in the form that is asked for.
pub fn report(form: Form, game: &str, report: &Report, sink: &Sink, sources: &Sources) -> String {
    match form {
        Form::Human => table(report),
        Form::Json => json_of(game, report, sink, sources).to_string(),
        Form::Junit => junit(game, report, sink, sources),
        Form::Sarif => sarif(report.seed, sink, sources),
    }
}

/// One document of the documents of several games; nothing of none.
pub fn joined(form: Form, mut documents: Vec<String>) -> Option<String> {
    if documents.len() < 2 {
        return documents.pop();
    }
    if form == Form::Junit {
        let suites = documents.iter().map(|one| one.strip_prefix(XML).unwrap_or(one));
        let suites = suites.collect::<Vec<_>>().join("\n");
        return Some(format!("{XML}<testsuites>\n{suites}\n</testsuites>"));
    }
    let mut all: Value = serde_json::from_str(&documents[0]).ok()?;
    for document in &documents[1..] {
        let mut more: Value = serde_json::from_str(document).ok()?;
        let more = std::mem::take(more["runs"].as_array_mut()?);
        all["runs"].as_array_mut()?.extend(more);
    }
    serde_json::to_string_pretty(&all).ok()
}

/// How every XML document begins.
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn title(row: &Row) -> String {
    let players = row.players.map(|many| format!(" ({})", plural(many as usize, "player")));
    format!("{}{}", row.name, players.unwrap_or_default())
}

fn table(report: &Report) -> String {
    let wide = report.rows.iter().map(|row| title(row).chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for row in &report.rows {
        let line = format!("  {:<wide$}  {:<11}  {}", title(row), row.verdict.word(), row.found);
        lines.push(line.trim_end().to_owned());
    }
    if let Some(seed) = report.seed {
        let mut all = report.rows.iter().flat_map(|row| &row.measured);
        let what = match all.all(|one| one.how() == "dealt" || one.estimate.cases().is_none())
            && report.rows.iter().any(|row| row.measured.iter().any(|one| one.how() == "dealt"))
        {
            true => "cards were dealt",
            false => "games were played",
        };
        lines.push(format!(
            "  {what} with seed {seed}; `between` gives {} % intervals",
            crate::check::CERTAIN
        ));
    }
    lines.extend(report.assumed.iter().map(|one| format!("  assumed: {}: {}", one.what, one.why)));
    lines.extend(report.allowed.iter().map(|(what, why)| format!("  allowed: {what}: {why}")));
    lines.join("\n")
}

/// A finding with its place, where it has one.
fn finding(one: &Diagnostic, sources: &Sources) -> Value {
    let place = one.place.as_ref().map(|label| sources.located(label.span));
    let (file, line, column) = match place {
        Some((file, line, column)) => (json!(file), json!(line), json!(column)),
        None => (Value::Null, Value::Null, Value::Null),
    };
    json!({
        "code": one.code.name(),
        "severity": if one.severity == Severity::Error { "error" } else { "warning" },
        "file": file, "line": line, "column": column,
        "message": one.message, "helps": one.helps,
    })
}

fn json_of(game: &str, report: &Report, sink: &Sink, sources: &Sources) -> Value {
    let rows = report.rows.iter().map(|row| {
        let (file, line, column) = sources.located(row.span);
        let measured = row.measured.iter().map(|one| {
            let Estimate { value, low, high, .. } = one.estimate.shown();
            json!({
                "expression": row.text.get(one.range.clone()),
                "value": value, "low": low, "high": high,
                "how": one.how(), "games": one.estimate.measured(),
            })
        });
        json!({
            "name": row.name, "players": row.players, "expression": row.text,
            "verdict": row.verdict.word(), "found": row.found,
            "measured": measured.collect::<Vec<_>>(),
            "file": file, "line": line, "column": column,
        })
    });
    let assumed = report.assumed.iter().map(|one| json!({ "what": one.what, "why": one.why }));
    let allowed = report.allowed.iter().map(|(what, why)| json!({ "what": what, "why": why }));
    json!({
        "game": game,
        "seed": report.seed,
        "checks": rows.collect::<Vec<_>>(),
        "assumed": assumed.collect::<Vec<_>>(),
        "allowed": allowed.collect::<Vec<_>>(),
        "findings": sink.list().iter().map(|one| finding(one, sources)).collect::<Vec<_>>(),
    })
}

/// Text as it may stand in XML, which takes no control characters.
fn escaped(text: &str) -> String {
    xml::attribute(&text.replace(char::is_control, " "))
}

/// One test case for each declared check, and one for each finding that is no check's.
fn junit(game: &str, report: &Report, sink: &Sink, sources: &Sources) -> String {
    let of_row = |one: &Diagnostic| {
        report.rows.iter().any(|row| row.verdict == Verdict::Broken && told_of(row, one))
    };
    let findings: Vec<_> = sink
        .list()
        .iter()
        .filter(|one| !one.code.name().starts_with("check-") && one.severity == Severity::Error)
        .filter(|one| !of_row(one))
        .collect();
    let failed = report.rows.iter().filter(|row| is_failure(row, sink)).count() + findings.len();
    let (tests, game) = (report.rows.len() + findings.len(), escaped(game));
    let mut xml = String::from(XML);
    let _ = writeln!(xml, "<testsuite name=\"{game}\" tests=\"{tests}\" failures=\"{failed}\">");
    if let Some(seed) = report.seed {
        let property = format!("<property name=\"seed\" value=\"{seed}\"/>");
        let _ = writeln!(xml, "  <properties>{property}</properties>");
    }
    let case = |name: &str, place: Option<(&str, usize, usize)>, body: &str| {
        let place =
            place.map(|(file, line, _)| format!(" file=\"{}\" line=\"{line}\"", escaped(file)));
        let place = place.unwrap_or_default();
        let end = if body.is_empty() { "/>".into() } else { format!(">{body}</testcase>") };
        format!("  <testcase classname=\"{game}\" name=\"{}\"{place}{end}\n", escaped(name))
    };
    for row in &report.rows {
        let (place, found) = (sources.located(row.span), escaped(&row.found));
        let body = match row.verdict {
            Verdict::Passed => String::new(),
            Verdict::Undecided => format!("<skipped message=\"not decided: {found}\"/>"),
            _ if !is_failure(row, sink) => {
                format!("<skipped message=\"does not hold, and need not: {found}\"/>")
            }
            Verdict::Broken => {
                let told = sink.list().iter().filter(|one| told_of(row, one)).map(words);
                failure(&told.collect::<Vec<_>>().join("; "), place, &row.text)
            }
            Verdict::Failed => failure(&row.found, place, &row.text),
        };
        xml.push_str(&case(&title(row), Some(place), &body));
    }
    for one in findings {
        let place = one.place.as_ref().map(|label| sources.located(label.span));
        let body = failure(&words(one), place.unwrap_or(("", 0, 0)), "");
        xml.push_str(&case(one.code.name(), place, &body));
    }
    xml.push_str("</testsuite>");
    xml
}

/// A failure with its place and what was asked.
fn failure(message: &str, (file, line, column): (&str, usize, usize), text: &str) -> String {
    let place = if file.is_empty() { String::new() } else { format!("{file}:{line}:{column}") };
    let text = format!("{place} {text}");
    format!("<failure message=\"{}\">{}</failure>", escaped(message), escaped(text.trim()))
}

/// A message with what was found.
fn words(one: &Diagnostic) -> String {
    let label = one.place.as_ref().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
    label.map_or_else(|| one.message.clone(), |label| format!("{}: {label}", one.message))
}

/// Whether a message is of the expression of a row.
fn told_of(row: &Row, one: &Diagnostic) -> bool {
    one.severity == Severity::Error
        && one.place.as_ref().is_some_and(|label| row.span.holds(label.span))
}

/// Whether a row keeps the game from passing: one that is allowed, or only a warning, does not.
fn is_failure(row: &Row, sink: &Sink) -> bool {
    matches!(row.verdict, Verdict::Failed | Verdict::Broken)
        && sink.list().iter().any(|one| told_of(row, one))
}

/// Every finding as a result, with the rules that they break.
fn sarif(seed: Option<u64>, sink: &Sink, sources: &Sources) -> String {
    let used = |name: &str| sink.list().iter().any(|one| one.code.name() == name);
    let rules = CODES
        .iter()
        .filter(|(code, _)| used(code.name()))
        .map(|(code, words)| json!({ "id": code.name(), "fullDescription": { "text": words } }));
    let results = sink.list().iter().map(|one| {
        let level = if one.severity == Severity::Error { "error" } else { "warning" };
        let mut text = words(one);
        one.helps.iter().for_each(|help| text += &format!("\nhelp: {help}"));
        let mut result = json!({
            "ruleId": one.code.name(), "level": level, "message": { "text": text },
        });
        if let Some(label) = &one.place {
            let (file, line, column) = sources.located(label.span);
            result["locations"] = json!([{ "physicalLocation": {
                "artifactLocation": { "uri": uri(file) },
                "region": { "startLine": line, "startColumn": column },
            } }]);
        }
        result
    });
    let sarif = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "deckle",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "results": results.collect::<Vec<_>>(),
            "properties": { "seed": seed },
        }],
    });
    serde_json::to_string_pretty(&sarif).unwrap_or_default()
}

/// A path as a URI: what is no letter, digit or plain sign is written as its bytes.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let bytes = path.replace('\\', "/").into_bytes().into_iter();
    let each = bytes.map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_several_games_are_one_document() {
        let suite = |name: &str| format!("{XML}<testsuite name=\"{name}\">\n</testsuite>");
        let all = joined(Form::Junit, vec![suite("a"), suite("b")]).unwrap();
        assert_eq!((all.matches("<?xml").count(), all.matches("<testsuite ").count()), (1, 2));
        let run = |at: u32| json!({ "version": "2.1.0", "runs": [at] }).to_string();
        let all: Value =
            serde_json::from_str(&joined(Form::Sarif, vec![run(1), run(2)]).unwrap()).unwrap();
        assert_eq!(all["runs"], json!([1, 2]));
        assert_eq!(joined(Form::Sarif, Vec::new()), None);
    }
}
