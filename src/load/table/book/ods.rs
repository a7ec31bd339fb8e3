//! Reads a sheet of an ODS workbook, which keeps the very text that each cell shows.

use roxmltree::Node;

use super::archive::Archive;
use super::date::{period, written};
use super::decimal::held;
use super::format::general;
use super::grid::{Area, Content, Grid};
use super::looks::Looks;
use super::xml::{attribute, child, children, xml};
use super::{Tab, Trouble, chosen};

/// Reads the sheet `part`, or the first that is shown.
///
/// # Errors
/// The workbook is damaged, locked or too large, or has no such sheet.
pub fn read(archive: &mut Archive<'_>, part: Option<&str>) -> Result<(Tab, Grid), Trouble> {
    let manifest = archive.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(Trouble::Password);
    }
    let text = archive.required("content.xml")?;
    let document = xml(&text, "content.xml")?;
    let body = child(document.root_element(), "body").and_then(|body| child(body, "spreadsheet"));
    let body = body.ok_or_else(|| Trouble::damaged("it is a document, but not of tables"))?;
    let tables: Vec<_> = children(body, "table").collect();
    let common = archive.text("styles.xml")?.unwrap_or_default();
    let common = if common.is_empty() { None } else { Some(xml(&common, "styles.xml")?) };
    let roots = common.iter().map(|one| one.root_element()).chain([document.root_element()]);
    let looks = Looks::of(roots);
    let tab = |table: &Node<'_, '_>| Tab {
        name: attribute(*table, "name").unwrap_or_default().to_owned(),
        is_hidden: looks.hides(attribute(*table, "style-name")),
    };
    let mut tabs: Vec<_> = tables.iter().map(tab).collect();
    let at = chosen(&tabs, part)?;
    let mut reader = Reader { looks, columns: Vec::new(), grid: Grid::default() };
    reader.sheet(tables[at])?;
    Ok((tabs.swap_remove(at), reader.grid))
}

/// Reads the cells of a sheet.
struct Reader<'a> {
    looks: Looks,
    /// The end of each range of columns, and the style of its cells.
    columns: Vec<(u32, Option<&'a str>)>,
    grid: Grid,
}

impl<'a> Reader<'a> {
    fn sheet(&mut self, table: Node<'a, 'a>) -> Result<(), Trouble> {
        let named = |name| table.descendants().filter(move |one| one.tag_name().name() == name);
        let mut at: u32 = 0;
        for column in named("table-column") {
            let next = at.saturating_add(repeated(column, "number-columns-repeated"));
            if is_hidden(column) {
                self.grid.hidden_columns.push((at, next - 1));
            }
            self.columns.push((next, attribute(column, "default-cell-style-name")));
            at = next;
        }
        let mut at: u32 = 0;
        for row in named("table-row") {
            let next = at.saturating_add(repeated(row, "number-rows-repeated"));
            if is_hidden(row) {
                self.grid.hidden_rows.push((at, next - 1));
            }
            self.cells(row, (at, next - 1))?;
            at = next;
        }
        Ok(())
    }

    /// Puts the cells of a row into all rows that it stands for.
    fn cells(&mut self, row: Node<'_, '_>, rows: (u32, u32)) -> Result<(), Trouble> {
        let mut at: u32 = 0;
        let is_cell = |one: &Node<'_, '_>| one.tag_name().name().ends_with("table-cell");
        for cell in row.children().filter(is_cell) {
            let next = at.saturating_add(repeated(cell, "number-columns-repeated"));
            let is_covered = cell.tag_name().name() == "covered-table-cell";
            let content = content(cell, || self.is_plain(cell, row, at));
            if let Some(content) = content.filter(|_| !is_covered) {
                for column in at..next {
                    for row in rows.0..=rows.1 {
                        self.grid.put(row, column, content.clone())?;
                    }
                }
            }
            let (down, right) =
                (span(cell, "number-rows-spanned"), span(cell, "number-columns-spanned"));
            if down > 0 || right > 0 {
                let (last_row, last_column) =
                    (rows.0.saturating_add(down), at.saturating_add(right));
                self.grid
                    .merged
                    .push(Area { rows: (rows.0, last_row), columns: (at, last_column) });
            }
            at = next;
        }
        Ok(())
    }

    /// Whether a cell, in a column, has no format: its style is its own, its row's or its column's.
    fn is_plain(&self, cell: Node<'_, '_>, row: Node<'_, '_>, column: u32) -> bool {
        let of_column = || {
            let at = self.columns.partition_point(|(end, _)| *end <= column);
            self.columns.get(at).and_then(|(_, style)| *style)
        };
        let own = attribute(cell, "style-name");
        let of_row = || attribute(row, "default-cell-style-name");
        self.looks.is_plain(own.or_else(of_row).or_else(of_column))
    }
}

/// How often a row, a column or a cell stands there, at least once.
fn repeated(node: Node<'_, '_>, name: &str) -> u32 {
    attribute(node, name).and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
}

/// How many more rows or columns a cell covers.
fn span(cell: Node<'_, '_>, name: &str) -> u32 {
    repeated(cell, name) - 1
}

fn is_hidden(node: Node<'_, '_>) -> bool {
    matches!(attribute(node, "visibility"), Some("collapse" | "filter"))
}

/// What a cell shows, if it shows something; `is_plain` tells whether it has no format.
fn content(cell: Node<'_, '_>, is_plain: impl Fn() -> bool) -> Option<Content> {
    let shown = children(cell, "p").map(paragraph).collect::<Vec<_>>().join("\n");
    let of_kind =
        |kind: &str| cell.attributes().any(|one| one.name() == "value-type" && one.value() == kind);
    if of_kind("error") || is_error(&shown) && attribute(cell, "formula").is_some() {
        return Some(Content::Error(shown));
    }
    // Some programs leave out what is shown.
    let is_left_out = child(cell, "p").is_none();
    let text = match attribute(cell, "value-type") {
        None if is_left_out && attribute(cell, "formula").is_some() => {
            return Some(Content::Uncached);
        }
        Some("date") if is_left_out => written(attribute(cell, "date-value").unwrap_or_default()),
        Some("time") if is_left_out => period(attribute(cell, "time-value").unwrap_or_default()),
        Some("boolean") => match attribute(cell, "boolean-value") {
            Some("true") => "TRUE".into(),
            Some("false") => "FALSE".into(),
            _ => shown,
        },
        Some("float") if is_plain() => plain(cell, shown),
        _ if is_left_out => match attribute(cell, "value").map(str::parse) {
            Some(Ok(number)) if attribute(cell, "value-type") == Some("percentage") => {
                general(number * 100.0) + "%"
            }
            Some(Ok(number)) => general(number),
            _ => attribute(cell, "string-value").unwrap_or_default().to_owned(),
        },
        _ => shown,
    };
    let value = match attribute(cell, "value-type") {
        Some("float" | "percentage" | "currency") => attribute(cell, "value"),
        _ => None,
    };
    let value = value.and_then(|value| value.parse().ok()).map(held);
    let content = match value {
        Some(value) => Content::Number { text, value },
        None => Content::Text(text),
    };
    let is_shown = !matches!(&content, Content::Text(text) | Content::Number { text, .. } if text.trim().is_empty());
    is_shown.then_some(content)
}

/// A number without a format, with the decimal sign that is shown; formulas of other kinds than numbers
/// show words.
fn plain(cell: Node<'_, '_>, shown: String) -> String {
    let Some(Ok(number)) = attribute(cell, "value").map(str::parse) else { return shown };
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | 'E');
    if !shown.chars().all(is_number) {
        return shown;
    }
    let text = general(number);
    if shown.contains(',') { text.replace('.', ",") } else { text }
}

/// Whether a text is what a formula shows that went wrong.
fn is_error(text: &str) -> bool {
    let names = ["#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!"];
    names.contains(&text) || text.starts_with("Err:")
}

/// The text of a paragraph, in which blanks and line ends are elements.
fn paragraph(paragraph: Node<'_, '_>) -> String {
    let mut text = String::new();
    for node in paragraph.descendants() {
        match node.tag_name().name() {
            "s" => text.extend((0..repeated(node, "c").min(1000)).map(|_| ' ')),
            "tab" => text.push('\t'),
            "line-break" => text.push('\n'),
            _ if node.is_text() => text += node.text().unwrap_or_default(),
            _ => {}
        }
    }
    text
}
