//! Bytes compressed as PDF and PNG store them, by one compressor a thread.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Object, Stream};

thread_local! {
    /// What a compressor needs is large, and setting it up takes longer than a short stream does.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::default(), true));
}

/// The bytes in the form of zlib.
pub fn deflated(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
        loop {
            let read = compressor.total_in() as usize;
            let status = compressor.compress_vec(&bytes[read..], &mut out, FlushCompress::Finish);
            if !matches!(status, Ok(Status::Ok | Status::BufError)) {
                return out;
            }
            out.reserve(out.capacity().max(64));
        }
    })
}

/// Compresses a stream that has no filter yet.
pub fn compress(stream: &mut Stream) {
    if stream.dict.has(b"Filter") {
        return;
    }
    let bytes = deflated(&stream.content);
    stream.dict.set("Filter", Object::Name(b"FlateDecode".to_vec()));
    stream.set_content(bytes);
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::deflated;

    #[test]
    fn what_is_compressed_one_after_the_other_is_read_again() {
        let noise = |length: u32| -> Vec<u8> {
            (0..length).map(|at| crate::digest::mixed(at.into()) as u8).collect()
        };
        for length in [0, 1, 63, 64, 4_000, 300_000] {
            for bytes in [noise(length), vec![7; length as usize]] {
                let mut read = Vec::new();
                ZlibDecoder::new(&deflated(&bytes)[..]).read_to_end(&mut read).unwrap();
                assert_eq!(read, bytes);
            }
        }
    }
}
