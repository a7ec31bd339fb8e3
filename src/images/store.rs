//! Pictures made right for their places: each by the first that needs it, kept while there is room.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use super::Picture;
use super::make::{Made, Variant, make};
use crate::digest::Digest;

/// Begins the names under which made pictures go.
const KEY: &str = "deckle-picture:";
/// Pictures with more pixels are unpacked one after the other, because of the memory they take.
const LARGE: f64 = 8e6;
/// Made pictures are kept up to so many bytes; those that no drawing holds are made again then.
const KEPT: usize = 128 << 20;

/// Made pictures by name.
#[derive(Default)]
pub struct Store {
    slots: Mutex<BTreeMap<String, Arc<Slot>>>,
    kept: Mutex<Kept>,
    large: Mutex<()>,
}

/// What is kept.
#[derive(Default)]
struct Kept {
    /// In the order it was made, each with its bytes.
    queue: VecDeque<(Arc<Slot>, usize)>,
    /// Bytes in all.
    total: usize,
}

/// What is wanted of a picture, and what was made, if it is kept.
struct Slot {
    picture: Arc<Picture>,
    variant: Variant,
    made: Mutex<Option<Result<Made, String>>>,
}

/// Gives the bytes of a picture.
pub type Read<'a> = &'a dyn Fn(&Picture) -> Result<Arc<Vec<u8>>, String>;

impl Store {
    /// Makes a picture right for its place; gives the name that it goes by, and whether it is blank.
    ///
    /// # Errors
    /// The second half of a sentence on why the file cannot be used.
    pub fn make(
        &self,
        picture: &Arc<Picture>,
        variant: Variant,
        read: Read<'_>,
    ) -> Result<(String, bool), String> {
        let name = format!("{KEY}{}", Digest::of_key(&(picture.digest, &variant)));
        let slot = {
            let mut slots = self.slots.lock().expect("no holder panics");
            let new = || {
                let picture = Arc::clone(picture);
                Arc::new(Slot { picture, variant, made: Mutex::default() })
            };
            Arc::clone(slots.entry(name.clone()).or_insert_with(new))
        };
        self.made(&slot, read).map(|made| (name, made.is_blank))
    }

    /// The picture of that name, if one has it; made again if it was not kept.
    pub fn get(&self, name: &str, read: Read<'_>) -> Option<Result<Made, String>> {
        let slot = Arc::clone(self.slots.lock().expect("no holder panics").get(name)?);
        Some(self.made(&slot, read))
    }

    fn made(&self, slot: &Arc<Slot>, read: Read<'_>) -> Result<Made, String> {
        let mut place = slot.made.lock().expect("no holder panics");
        if let Some(made) = &*place {
            return made.clone();
        }
        let (w, h) = slot.picture.head.size;
        let made = read(&slot.picture).and_then(|bytes| {
            // Held while the pixels are in memory.
            let _turn = (w * h > LARGE).then(|| self.large.lock().expect("no holder panics"));
            make(&bytes, &slot.picture.head, &slot.variant)
        });
        *place = Some(made.clone());
        drop(place);
        if let Ok(made) = &made {
            self.keep(slot, made.size());
        }
        made
    }

    /// Keeps what was made, and lets go of the oldest when there is no more room.
    fn keep(&self, slot: &Arc<Slot>, bytes: usize) {
        let mut gone = Vec::new();
        {
            let mut kept = self.kept.lock().expect("no holder panics");
            let Kept { queue, total } = &mut *kept;
            queue.push_back((Arc::clone(slot), bytes));
            *total += bytes;
            while *total > KEPT && queue.len() > 1 {
                let Some((oldest, bytes)) = queue.pop_front() else { break };
                *total -= bytes;
                gone.push(oldest);
            }
        }
        for slot in gone {
            *slot.made.lock().expect("no holder panics") = None;
        }
    }
}
