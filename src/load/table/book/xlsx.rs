//! Reads a sheet of an XLSX workbook.

use std::collections::HashMap;

use roxmltree::Node;

use super::archive::Archive;
use super::date::{serial, written};
use super::grid::{Area, Content, Grid, position};
use super::moment::FROM_1904;
use super::styles::Styles;
use super::xml::{attribute, child, children, is_set, xml};
use super::{Tab, Trouble, chosen};

/// The files of a workbook by what they are to it.
struct Parts {
    /// The path of each part by its name in the workbook.
    by_id: HashMap<String, String>,
    strings: Option<String>,
    styles: Option<String>,
    /// The parts that are sheets with cells; charts are not.
    sheets: Vec<String>,
}

/// Reads the sheet `part`, or the first that is shown.
///
/// # Errors
/// The workbook is damaged or too large, or has no such sheet.
pub fn read(archive: &mut Archive<'_>, part: Option<&str>) -> Result<(Tab, Grid), Trouble> {
    let main = main_part(archive)?;
    let text = archive.required(&main)?;
    let document = xml(&text, &main)?;
    let workbook = document.root_element();
    let parts = parts(archive, &main)?;
    let (mut tabs, mut paths) = (Vec::new(), Vec::new());
    for sheet in child(workbook, "sheets").into_iter().flat_map(|list| children(list, "sheet")) {
        let id = sheet.attributes().find(|one| one.name() == "id" && one.namespace().is_some());
        let path = id.and_then(|id| parts.by_id.get(id.value()));
        if let Some(path) = path.filter(|path| parts.sheets.contains(path)) {
            let name = attribute(sheet, "name").unwrap_or_default().to_owned();
            let is_hidden = matches!(attribute(sheet, "state"), Some("hidden" | "veryHidden"));
            tabs.push(Tab { name, is_hidden });
            paths.push(path.clone());
        }
    }
    let at = chosen(&tabs, part)?;
    let strings = match &parts.strings {
        Some(path) => strings(&archive.text(path)?.unwrap_or_default(), path)?,
        None => Vec::new(),
    };
    let mut styles = match &parts.styles {
        Some(path) => styles(&archive.text(path)?.unwrap_or_default(), path)?,
        None => Styles::default(),
    };
    styles.from_1904 = child(workbook, "workbookPr").is_some_and(|one| is_set(one, "date1904"));
    let text = archive.required(&paths[at])?;
    let document = xml(&text, &paths[at])?;
    let mut reader = Reader { strings: &strings, styles, grid: Grid::default() };
    reader.sheet(document.root_element())?;
    Ok((tabs.swap_remove(at), reader.grid))
}

/// The path of the workbook's own part.
fn main_part(archive: &mut Archive<'_>) -> Result<String, Trouble> {
    let text = archive.text("_rels/.rels")?.unwrap_or_default();
    let found = related(&text, "_rels/.rels", "")?
        .into_iter()
        .find(|(_, kind, _)| kind.ends_with("/officeDocument"));
    let path = found.map_or_else(|| "xl/workbook.xml".into(), |(.., path)| path);
    if path.ends_with(".bin") {
        return Err(Trouble::damaged("it is a binary workbook (XLSB)"));
    }
    Ok(path)
}

/// What the workbook at `main` names.
fn parts(archive: &mut Archive<'_>, main: &str) -> Result<Parts, Trouble> {
    let (folder, name) = main.rsplit_once('/').unwrap_or(("", main));
    let path = format!("{folder}/_rels/{name}.rels");
    let path = path.trim_start_matches('/');
    let text = archive.required(path)?;
    let mut parts =
        Parts { by_id: HashMap::new(), strings: None, styles: None, sheets: Vec::new() };
    for (id, kind, target) in related(&text, path, folder)? {
        match kind.rsplit('/').next() {
            Some("sharedStrings") => parts.strings = Some(target.clone()),
            Some("styles") => parts.styles = Some(target.clone()),
            Some("worksheet") => parts.sheets.push(target.clone()),
            _ => {}
        }
        parts.by_id.insert(id, target);
    }
    Ok(parts)
}

/// The relations in `text`: name, kind and path of each; paths are relative to `folder`.
fn related(text: &str, path: &str, folder: &str) -> Result<Vec<(String, String, String)>, Trouble> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let document = xml(text, path)?;
    let relation = |node: Node<'_, '_>| {
        let target = attribute(node, "Target")?;
        let path = match target.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None => crate::workspace::normal(format!("{folder}/{target}").trim_start_matches('/'))?,
        };
        Some((attribute(node, "Id")?.to_owned(), attribute(node, "Type")?.to_owned(), path))
    };
    Ok(children(document.root_element(), "Relationship").filter_map(relation).collect())
}

/// The texts that cells share.
fn strings(text: &str, path: &str) -> Result<Vec<String>, Trouble> {
    let document = xml(text, path)?;
    Ok(children(document.root_element(), "si").map(rich).collect())
}

/// The text of runs of text; readings above characters are left out.
fn rich(node: Node<'_, '_>) -> String {
    let plain = children(node, "t").chain(children(node, "r").flat_map(|run| children(run, "t")));
    unescaped(&plain.filter_map(|text| text.text()).collect::<String>())
}

/// A text in which `_x000D_` stands for a character that XML cannot hold.
fn unescaped(text: &str) -> String {
    let (mut found, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("_x") {
        let code = rest.get(at + 2..at + 7).and_then(|code| code.strip_suffix('_'));
        let code =
            code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        let (kept, next) = if code.is_some() { (at, at + 7) } else { (at + 2, at + 2) };
        found += &rest[..kept];
        found.extend(code);
        rest = &rest[next..];
    }
    (found + rest).replace("\r\n", "\n").replace('\r', "\n")
}

/// The number formats of the styles.
fn styles(text: &str, path: &str) -> Result<Styles, Trouble> {
    if text.is_empty() {
        return Ok(Styles::default());
    }
    let document = xml(text, path)?;
    let root = document.root_element();
    let number = |node, name| attribute(node, name).and_then(|text| text.parse().ok());
    let own = child(root, "numFmts").into_iter().flat_map(|list| children(list, "numFmt"));
    let own = own.filter_map(|one| {
        Some((number(one, "numFmtId")?, attribute(one, "formatCode")?.to_owned()))
    });
    let styles = child(root, "cellXfs").into_iter().flat_map(|list| children(list, "xf"));
    let numbers = styles.map(|one| number(one, "numFmtId").unwrap_or(0));
    Ok(Styles::new(own.collect(), numbers.collect()))
}

/// Reads the cells of a sheet.
struct Reader<'a> {
    strings: &'a [String],
    styles: Styles,
    grid: Grid,
}

impl Reader<'_> {
    fn sheet(&mut self, root: Node<'_, '_>) -> Result<(), Trouble> {
        for column in child(root, "cols").into_iter().flat_map(|list| children(list, "col")) {
            let number = |name| attribute(column, name).and_then(|text| text.parse::<u32>().ok());
            if let (true, Some(first), Some(last)) =
                (is_set(column, "hidden"), number("min"), number("max"))
            {
                self.grid.hidden_columns.push((first.saturating_sub(1), last.saturating_sub(1)));
            }
        }
        let mut next = 0;
        for row in child(root, "sheetData").into_iter().flat_map(|data| children(data, "row")) {
            let number = attribute(row, "r").and_then(|text| text.parse::<u32>().ok());
            let at = number.and_then(|number| number.checked_sub(1)).unwrap_or(next);
            next = at.saturating_add(1);
            if is_set(row, "hidden") {
                self.grid.hidden_rows.push((at, at));
            }
            self.row(row, at)?;
        }
        let merged = child(root, "mergeCells");
        let merged = merged.into_iter().flat_map(|list| children(list, "mergeCell"));
        let areas = merged.filter_map(|one| Area::parse(attribute(one, "ref")?));
        self.grid.merged.extend(areas);
        Ok(())
    }

    fn row(&mut self, row: Node<'_, '_>, at: u32) -> Result<(), Trouble> {
        let mut next = (at, 0);
        for cell in children(row, "c") {
            let (row, column) = attribute(cell, "r").and_then(position).unwrap_or(next);
            next = (row, column.saturating_add(1));
            if let Some(content) = self.content(cell)? {
                self.grid.put(row, column, content)?;
            }
        }
        Ok(())
    }

    /// What a cell shows.
    fn content(&mut self, cell: Node<'_, '_>) -> Result<Option<Content>, Trouble> {
        let value = child(cell, "v").and_then(|value| value.text());
        let kind = attribute(cell, "t").unwrap_or("n");
        if value.is_none() && child(cell, "f").is_some() && kind != "str" {
            return Ok(Some(Content::Uncached));
        }
        let style = attribute(cell, "s").and_then(|style| style.parse().ok()).unwrap_or(0);
        let value = match (kind, value) {
            ("inlineStr", _) => {
                let text = child(cell, "is").map(rich);
                return Ok(text.map(|text| self.styles.worded(text, style)));
            }
            (_, None) => return Ok(None),
            (_, Some(value)) => value,
        };
        Ok(Some(match kind {
            "s" => {
                let shared = value.trim().parse().ok().and_then(|at: usize| self.strings.get(at));
                let shared = shared.ok_or_else(|| {
                    Trouble::Damaged(format!("it has no shared text number {}", value.trim()))
                })?;
                self.styles.worded(shared.clone(), style)
            }
            "str" => self.styles.worded(unescaped(value), style),
            "b" => Content::Text(if value.trim() == "1" { "TRUE" } else { "FALSE" }.into()),
            "e" => Content::Error(value.to_owned()),
            "d" => self.day(value, style),
            _ => match value.trim().parse() {
                Ok(number) => self.styles.shown(number, style),
                Err(_) => Content::Text(value.to_owned()),
            },
        }))
    }

    /// A day or a time that the file writes as ISO 8601.
    fn day(&mut self, value: &str, style: usize) -> Content {
        match serial(value) {
            Some(days) if self.styles.has_moment(style) => {
                let days = if self.styles.from_1904 { days - FROM_1904 } else { days };
                self.styles.shown(days, style)
            }
            _ => Content::Text(written(value)),
        }
    }
}
