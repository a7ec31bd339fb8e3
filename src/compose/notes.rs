//! What template functions notice of a card that is drawn nevertheless.
//!
//! Functions can only give a value or fail, so what they notice waits here for the face to be done.

use std::cell::RefCell;

/// Something that was noticed.
pub struct Note {
    /// The sentence.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The words at fault, as they stand in a cell.
    pub words: String,
}

thread_local! {
    /// What was noticed about the face that this thread is at.
    static NOTES: RefCell<Vec<Note>> = const { RefCell::new(Vec::new()) };
}

/// Notes something about the face that is being made.
pub fn add(note: Note) {
    NOTES.with_borrow_mut(|notes| notes.push(note));
}

/// What was noticed since it was last asked for.
pub fn take() -> Vec<Note> {
    NOTES.take()
}
