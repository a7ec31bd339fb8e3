//! Bounds for templates: loops that end in good time, and text that a drawing can have.

use std::cell::Cell;
use std::io::{self, Write};

use tera::{Error, Kwargs, State, TeraResult};

use super::arguments::{fault, known};

/// The most numbers that the calls of `range` for one face may give in all.
const MOST: i64 = 1_000_000;

thread_local! {
    /// Numbers that `range` has given for the face that this thread is at.
    static GIVEN: Cell<i64> = const { Cell::new(0) };
}

/// The template function `range`: as Tera's own, with a bound over all calls for one face.
///
/// # Errors
/// Arguments that make no sense, or too many numbers.
pub fn range(arguments: Kwargs, _: &State) -> TeraResult<Vec<i64>> {
    known(&arguments, "range", &["start", "end", "step_by"])?;
    let start = arguments.get::<i64>("start")?.unwrap_or_default();
    let end = arguments.must_get::<i64>("end")?;
    let step = arguments.get::<i64>("step_by")?.unwrap_or(1);
    if step == 0 {
        return Err(Error::message("`range` goes nowhere with a `step_by` of 0"));
    }
    if start > end && step > 0 {
        return Err(Error::message("`range` has a `start` beyond its `end`"));
    }
    let way = (i128::from(end) - i128::from(start)) * i128::from(step.signum());
    let count = (way.max(0) as u128).div_ceil(u128::from(step.unsigned_abs()));
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let given = GIVEN.get().saturating_add(count);
    GIVEN.set(given);
    if given > MOST {
        let message = format!("`range` gives more than {MOST} numbers for one face");
        return Err(fault(message, "loops inside of loops multiply"));
    }
    Ok((0..count).map(|at| start + at * step).collect())
}

/// The text of a face being written, as far as it may go.
pub struct Bounded {
    /// What was written.
    pub text: Vec<u8>,
    most: usize,
}

impl Bounded {
    /// Room for `kilobytes` KiB, for a new face.
    pub fn new(kilobytes: u32) -> Self {
        GIVEN.set(0);
        Self { text: Vec::new(), most: (kilobytes as usize).saturating_mul(1024) }
    }

    /// Whether more was to be written than may be.
    pub fn is_over(&self) -> bool {
        self.text.len() > self.most
    }
}

impl Write for &mut Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if self.is_over() {
            return Err(io::Error::other("the drawing is too long"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
