//! Reads a sheet of an XLS workbook as Excel has written it since 97.

use std::io::{Cursor as File, Read};

use super::biff::{Cursor, Record, Records, double, long, number, packed};
use super::grid::{Area, Content, Grid};
use super::styles::Styles;
use super::{Tab, Trouble, chosen};

/// The most bytes of a workbook's stream.
const MOST_BYTES: u64 = 64 << 20;

/// The kinds of records that say something of cells.
mod kind {
    pub const FORMULA: u16 = 0x06;
    pub const END: u16 = 0x0a;
    pub const YEARS: u16 = 0x22;
    pub const LOCK: u16 = 0x2f;
    pub const COLUMNS: u16 = 0x7d;
    pub const SHEET: u16 = 0x85;
    pub const PACKED_ROW: u16 = 0xbd;
    pub const STYLE: u16 = 0xe0;
    pub const MERGED: u16 = 0xe5;
    pub const TEXTS: u16 = 0xfc;
    pub const SHARED_TEXT: u16 = 0xfd;
    pub const NUMBER: u16 = 0x203;
    pub const TEXT: u16 = 0x204;
    pub const FLAG: u16 = 0x205;
    pub const RESULT: u16 = 0x207;
    pub const ROW: u16 = 0x208;
    pub const PACKED: u16 = 0x27e;
    pub const FORMAT: u16 = 0x41e;
    pub const BEGIN: u16 = 0x809;
}

/// What is said once for all sheets.
#[derive(Default)]
struct Workbook {
    texts: Vec<String>,
    styles: Styles,
    tabs: Vec<Tab>,
    /// Where the records of each sheet begin.
    starts: Vec<usize>,
}

/// Reads the sheet `part`, or the first that is shown.
///
/// # Errors
/// The workbook is damaged, locked, too large or too old, or has no such sheet.
pub fn read(bytes: &[u8], part: Option<&str>) -> Result<(Tab, Grid), Trouble> {
    let stream = stream(bytes)?;
    let mut workbook = workbook(&stream)?;
    let at = chosen(&workbook.tabs, part)?;
    let (tab, start) = (workbook.tabs.swap_remove(at), workbook.starts[at]);
    let mut reader = Reader { workbook, grid: Grid::default(), waiting: None };
    reader.sheet(Records::new(&stream, start))?;
    Ok((tab, reader.grid))
}

/// The bytes of the workbook inside its file.
fn stream(bytes: &[u8]) -> Result<Vec<u8>, Trouble> {
    let damaged = |error: std::io::Error| Trouble::Damaged(error.to_string());
    let mut file = cfb::CompoundFile::open(File::new(bytes)).map_err(damaged)?;
    if file.exists("/EncryptedPackage") {
        return Err(Trouble::Password);
    }
    if !file.exists("/Workbook") {
        let old = file.exists("/Book");
        return Err(if old { Trouble::Old } else { Trouble::damaged("it is not a workbook") });
    }
    let mut stream = Vec::new();
    let opened = file.open_stream("/Workbook").map_err(damaged)?;
    opened.take(MOST_BYTES + 1).read_to_end(&mut stream).map_err(damaged)?;
    if stream.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Trouble::Large(format!("it has more than {most} MB")));
    }
    Ok(stream)
}

/// Reads what stands before the sheets.
fn workbook(stream: &[u8]) -> Result<Workbook, Trouble> {
    let mut workbook = Workbook::default();
    for record in Records::new(stream, 0) {
        let bytes = record.pieces[0];
        match record.kind {
            kind::BEGIN if number(bytes, 0) != Some(0x600) => return Err(Trouble::Old),
            kind::LOCK => return Err(Trouble::Password),
            kind::YEARS => workbook.styles.from_1904 = number(bytes, 0) == Some(1),
            // Charts and modules are no sheets of cells.
            kind::SHEET if bytes.get(5) == Some(&0) => {
                let name = Cursor::new(&record, 6).text(true)?;
                let is_hidden = bytes.get(4).is_some_and(|state| state & 3 != 0);
                workbook.tabs.push(Tab { name, is_hidden });
                workbook.starts.push(long(bytes, 0).map_or(usize::MAX, |at| at as usize));
            }
            kind::STYLE => {
                workbook.styles.numbers.push(number(bytes, 2).unwrap_or(0).into());
            }
            kind::FORMAT => {
                let format = Cursor::new(&record, 2).text(false)?;
                workbook.styles.own.insert(number(bytes, 0).unwrap_or(0).into(), format);
            }
            kind::TEXTS => workbook.texts = texts(&record)?,
            kind::END => return Ok(workbook),
            _ => {}
        }
    }
    Err(Trouble::damaged("it ends in the middle"))
}

/// The texts that cells share.
fn texts(record: &Record<'_>) -> Result<Vec<String>, Trouble> {
    let count = long(record.pieces[0], 4).unwrap_or(0);
    let mut cursor = Cursor::new(record, 8);
    (0..count).map(|_| cursor.text(false)).collect()
}

/// Reads the cells of a sheet.
struct Reader {
    workbook: Workbook,
    grid: Grid,
    /// The cell of a formula whose text is in a record to come, and its style.
    waiting: Option<(u32, u32, usize)>,
}

impl Reader {
    fn sheet(&mut self, records: Records<'_>) -> Result<(), Trouble> {
        // Charts within the sheet are streams of their own.
        let mut depth = 0;
        for record in records {
            match record.kind {
                kind::BEGIN => depth += 1,
                kind::END if depth <= 1 => return Ok(()),
                kind::END => depth -= 1,
                _ if depth == 1 => self.record(&record)?,
                _ => {}
            }
        }
        Err(Trouble::damaged("a sheet ends in the middle"))
    }

    fn record(&mut self, record: &Record<'_>) -> Result<(), Trouble> {
        let bytes = record.pieces[0];
        let two = |at| number(bytes, at).map_or(0, u32::from);
        let (row, column) = (two(0), two(2));
        let style = two(4) as usize;
        match record.kind {
            kind::COLUMNS if two(8) & 1 != 0 => self.grid.hidden_columns.push((two(0), two(2))),
            kind::ROW if two(12) & 0x20 != 0 => self.grid.hidden_rows.push((row, row)),
            kind::MERGED => self.merged(bytes),
            kind::NUMBER => self.number(row, column, style, double(bytes, 6))?,
            kind::PACKED => self.number(row, column, style, long(bytes, 6).map(packed))?,
            kind::PACKED_ROW => {
                for (at, pair) in (column..).zip(bytes.get(4..).unwrap_or_default().chunks_exact(6))
                {
                    let style = number(pair, 0).map_or(0, usize::from);
                    self.number(row, at, style, long(pair, 2).map(packed))?;
                }
            }
            kind::SHARED_TEXT => {
                let text = long(bytes, 6).and_then(|at| self.workbook.texts.get(at as usize));
                let text = text.ok_or_else(|| Trouble::damaged("a shared text is not there"))?;
                let content = self.workbook.styles.worded(text.clone(), style);
                self.grid.put(row, column, content)?;
            }
            kind::TEXT => {
                let text = Cursor::new(record, 6).text(false)?;
                let content = self.workbook.styles.worded(text, style);
                self.grid.put(row, column, content)?;
            }
            kind::FLAG => {
                let pair = bytes.get(6..8).unwrap_or(&[0, 0]);
                self.grid.put(row, column, flag(pair[0], pair[1] != 0))?;
            }
            kind::FORMULA => self.formula(row, column, style, bytes)?,
            kind::RESULT => {
                let text = Cursor::new(record, 0).text(false)?;
                if let Some((row, column, style)) = self.waiting.take() {
                    let content = self.workbook.styles.worded(text, style);
                    self.grid.put(row, column, content)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn number(
        &mut self,
        row: u32,
        column: u32,
        style: usize,
        value: Option<f64>,
    ) -> Result<(), Trouble> {
        let value = value.ok_or_else(|| Trouble::damaged("a number ends in the middle"))?;
        let content = self.workbook.styles.shown(value, style);
        self.grid.put(row, column, content)
    }

    /// A formula by its value: a number, or a mark that it is something else.
    fn formula(
        &mut self,
        row: u32,
        column: u32,
        style: usize,
        bytes: &[u8],
    ) -> Result<(), Trouble> {
        match bytes.get(6..14) {
            Some([0, .., 0xff, 0xff]) => self.waiting = Some((row, column, style)),
            Some([1, _, value, .., 0xff, 0xff]) => {
                self.grid.put(row, column, flag(*value, false))?;
            }
            Some([2, _, value, .., 0xff, 0xff]) => {
                self.grid.put(row, column, flag(*value, true))?
            }
            Some([3, .., 0xff, 0xff]) => {}
            _ => self.number(row, column, style, double(bytes, 6))?,
        }
        Ok(())
    }

    fn merged(&mut self, bytes: &[u8]) {
        for area in bytes.get(2..).unwrap_or_default().chunks_exact(8) {
            let two = |at| number(area, at).map_or(0, u32::from);
            let (rows, columns) = ((two(0), two(2)), (two(4), two(6)));
            self.grid.merged.push(Area { rows, columns });
        }
    }
}

/// What a cell shows that is true, false or an error.
fn flag(value: u8, is_error: bool) -> Content {
    let error = match value {
        _ if !is_error => return Content::Text(if value == 0 { "FALSE" } else { "TRUE" }.into()),
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        _ => "#N/A",
    };
    Content::Error(error.into())
}
