//! The files inside a workbook, each read no further than a limit.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::Trouble;

/// The most bytes that one file of a workbook unfolds to.
const MOST_BYTES: u64 = 24 << 20;

/// A workbook as a zip archive.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
}

impl<'a> Archive<'a> {
    /// Opens the archive in `bytes`.
    ///
    /// # Errors
    /// It is not one.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Trouble> {
        let zip = ZipArchive::new(Cursor::new(bytes));
        zip.map(|zip| Self { zip }).map_err(|_| Trouble::damaged("it is not a workbook"))
    }

    /// Whether it holds a file of that name.
    pub fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// The text of a file, if it is there.
    ///
    /// # Errors
    /// It is locked, broken, too large or not UTF-8.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Trouble> {
        let file = match self.zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(why)) if why == ZipError::PASSWORD_REQUIRED => {
                return Err(Trouble::Password);
            }
            Err(error) => return Err(Trouble::Damaged(format!("`{name}`: {error}"))),
        };
        let mut bytes = Vec::new();
        let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| Trouble::Damaged(format!("`{name}`: {error}")))?;
        if bytes.len() as u64 > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(Trouble::Large(format!("`{name}` unfolds to more than {most} MB")));
        }
        let text = String::from_utf8(bytes);
        text.map(Some).map_err(|_| Trouble::Damaged(format!("`{name}` is not UTF-8")))
    }

    /// The text of a file that must be there.
    ///
    /// # Errors
    /// It is not there, or as above.
    pub fn required(&mut self, name: &str) -> Result<String, Trouble> {
        self.text(name)?.ok_or_else(|| Trouble::Damaged(format!("it holds no `{name}`")))
    }
}
