//! What cells are called: numbers and letters for their columns and rows.

/// Columns or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From side to side.
    Column,
    /// From top to bottom.
    Row,
}

/// What a name is put together from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The column, then the row: `0114`.
    ColumnRow,
    /// The row, then the column.
    RowColumn,
    /// One number, counted row by row.
    Count,
}

/// How cells are named.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbering {
    /// What a name is put together from.
    pub order: Order,
    /// The number of the first column and of the first row.
    pub start: (i32, i32),
    /// The fewest digits of a column and of a row; more where the highest number needs them.
    pub digits: (usize, usize),
    /// The axis whose numbers are letters: A is 1, Z is 26, AA is 27.
    pub letters: Option<Axis>,
    /// Small letters instead of capitals.
    pub is_small: bool,
    /// What stands between the two.
    pub separator: String,
    /// Whether columns are counted from the right, and rows from the bottom.
    pub reversed: (bool, bool),
    /// Every how many columns and rows the name is printed, from the first.
    pub every: (u32, u32),
}

impl Default for Numbering {
    fn default() -> Self {
        Self {
            order: Order::ColumnRow,
            start: (1, 1),
            digits: (2, 2),
            letters: None,
            is_small: false,
            separator: String::new(),
            reversed: (false, false),
            every: (1, 1),
        }
    }
}

/// A field's columns and rows: the first and the last of each.
pub type Extent = ((i32, i32), (i32, i32));

impl Numbering {
    /// The name of the cell in a column and row of a field.
    pub fn name(&self, (column, row): (i32, i32), extent: Extent) -> String {
        if self.order == Order::Count {
            let ((first, last), (top, bottom)) = extent;
            let (column, row) = self.counted((column, row), extent);
            let (columns, rows) = (last - first + 1, bottom - top + 1);
            let number = |at: i32| self.start.0 + at;
            return padded(
                number(row * columns + column),
                self.digits.0,
                number(columns * rows - 1),
            );
        }
        let (column, row) = (self.column(column, extent), self.row(row, extent));
        match self.order {
            Order::RowColumn => format!("{row}{}{column}", self.separator),
            _ => format!("{column}{}{row}", self.separator),
        }
    }

    /// Whether the name of this cell is printed.
    pub fn is_printed(&self, place: (i32, i32), extent: Extent) -> bool {
        let (column, row) = self.counted(place, extent);
        let every = |at: i32, step: u32| at.rem_euclid(step.max(1) as i32) == 0;
        every(column, self.every.0) && every(row, self.every.1)
    }

    /// Column and row from 0 at the corner where counting begins.
    fn counted(&self, (column, row): (i32, i32), extent: Extent) -> (i32, i32) {
        let ((first, last), (top, bottom)) = extent;
        let from = |at: i32, low: i32, high: i32, reversed: bool| {
            if reversed { high - at } else { at - low }
        };
        (from(column, first, last, self.reversed.0), from(row, top, bottom, self.reversed.1))
    }

    fn column(&self, column: i32, extent: Extent) -> String {
        let (first, last) = extent.0;
        let number = |at: i32| self.start.0 + if self.reversed.0 { last - at } else { at };
        let most = number(first).max(number(last));
        self.part(Axis::Column, number(column), self.digits.0, most)
    }

    fn row(&self, row: i32, extent: Extent) -> String {
        let (top, bottom) = extent.1;
        let number = |at: i32| self.start.1 + if self.reversed.1 { bottom - at } else { at };
        let most = number(top).max(number(bottom));
        self.part(Axis::Row, number(row), self.digits.1, most)
    }

    fn part(&self, axis: Axis, number: i32, digits: usize, most: i32) -> String {
        if self.letters != Some(axis) {
            return padded(number, digits, most);
        }
        let letters = letters(number);
        if self.is_small { letters.to_lowercase() } else { letters }
    }
}

/// A number with at least `digits` digits, and as many as `most` has.
fn padded(number: i32, digits: usize, most: i32) -> String {
    let width = digits.max(most.to_string().len());
    format!("{number:0width$}")
}

/// Letters as spreadsheets count them: A, B … Z, AA, AB; `0` and what is below it stay numbers.
fn letters(mut number: i32) -> String {
    if number <= 0 {
        return number.to_string();
    }
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    letters.iter().rev().collect()
}
