//! Codes that machines read: QR codes and barcodes, each as one path of whole units.

use std::collections::BTreeMap;
use std::fmt::Write;

use barcoders::sym::{code39::Code39, code128::Code128, ean8::EAN8, ean13::EAN13};
use qrcode::{Color, EcLevel, QrCode};
use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::arguments::{empty, fault, known};
use super::lists::text;
use crate::diag::suggest;
use crate::geom::decimal;

/// Light modules around a QR code, on every side, which its standard demands.
const QR_QUIET: usize = 4;
/// Light modules before and after a barcode.
const BAR_QUIET: usize = 10;

/// Makes `qr` and `bars` known to `tera`.
pub fn register(tera: &mut Tera) {
    tera.register_function("qr", |kwargs: Kwargs, _: &State| {
        known(&kwargs, "qr", &["text", "level", "size"])?;
        let code = qr(&text(&kwargs)?, kwargs.get::<&str>("level")?.unwrap_or("M"))?;
        code.within(kwargs.get("size")?, 0.35, "QR code")
    });
    tera.register_function("bars", |kwargs: Kwargs, _: &State| {
        known(&kwargs, "bars", &["text", "kind", "width"])?;
        let code = bars(&text(&kwargs)?, kwargs.get::<&str>("kind")?.unwrap_or("code128"))?;
        code.within(kwargs.get("width")?, 0.2, "barcode")
    });
}

/// A code, drawn in whole modules.
struct Code {
    /// How many modules it is wide, with its quiet zones.
    size: usize,
    /// The dark ones; those of a barcode are one high.
    path: String,
    /// What it says, for people.
    text: String,
}

impl Code {
    /// What a template gets of it, if it can be read at a width of `width` mm: home printers blur
    /// modules that are narrower than `least`.
    fn within(self, width: Option<f64>, least: f64, what: &str) -> TeraResult<Value> {
        let needed = self.size as f64 * least;
        if let Some(width) = width.filter(|width| *width < needed) {
            let message = format!("a {what} of {} mm is too small to be read", decimal(width));
            let help =
                format!("`{}` needs {} mm, or should be shorter", self.text, decimal(needed));
            return Err(fault(&message, &help));
        }
        let map: BTreeMap<&str, Value> = BTreeMap::from([
            ("size", self.size.into()),
            ("path", self.path.into()),
            ("text", self.text.into()),
        ]);
        Ok(Value::from_serializable(&map))
    }
}

/// The QR code of `text`, which recovers from damage by `level`.
fn qr(text: &str, level: &str) -> TeraResult<Code> {
    const LEVELS: [(&str, EcLevel); 4] =
        [("L", EcLevel::L), ("M", EcLevel::M), ("Q", EcLevel::Q), ("H", EcLevel::H)];
    let Some((_, level)) = LEVELS.iter().find(|(name, _)| *name == level) else {
        let message = format!("there is no level `{level}` of a QR code");
        return Err(fault(message, "known: `L`, `M`, `Q`, `H`"));
    };
    if text.trim().is_empty() {
        return Err(empty("a QR code of an empty text says nothing"));
    }
    let code = QrCode::with_error_correction_level(text, *level).map_err(|_| {
        let message = format!("a text of {} bytes is too long for a QR code", text.len());
        fault(message, "shorten it, or use the level `L`")
    })?;
    let (width, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in colors.chunks_exact(width).enumerate() {
        runs(
            row,
            |one| *one == Color::Dark,
            |x, length| {
                let (x, y) = (x + QR_QUIET, y + QR_QUIET);
                // A String takes whatever is written to it.
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            },
        );
    }
    Ok(Code { size: width + 2 * QR_QUIET, path, text: text.into() })
}

/// The kinds of barcodes, and what each holds.
const KINDS: [(&str, &str); 4] = [
    ("code128", "Code 128 has the letters, digits and signs of ASCII, 80 at most"),
    ("code39", "Code 39 has capitals, digits, blanks and - . $ / + %, 80 at most"),
    ("ean13", "an EAN-13 has 12 digits, and a 13th that checks them"),
    ("ean8", "an EAN-8 has 7 digits, and an 8th that checks them"),
];

/// The barcode of `text` in the symbology `kind`.
fn bars(text: &str, kind: &str) -> TeraResult<Code> {
    let Some((_, holds)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let help = suggest(kind, KINDS.iter().map(|(name, _)| *name));
        return Err(fault(format!("there is no kind of barcode `{kind}`"), help));
    };
    if text.trim().is_empty() {
        return Err(empty("a barcode of an empty text says nothing"));
    }
    let (bits, shown) = encoded(text, kind)
        .map_err(|what| fault(format!("`{text}` cannot be a barcode: {what}"), holds))?;
    let mut path = String::new();
    runs(
        &bits,
        |bit| *bit == 1,
        |x, length| {
            let _ = write!(path, "M{} 0h{length}v1h-{length}z", x + BAR_QUIET);
        },
    );
    Ok(Code { size: bits.len() + 2 * BAR_QUIET, path, text: shown })
}

/// What is wrong with a text that a symbology does not know.
const FOREIGN: &str = "it has a character or a length that does not belong";

/// The modules of a barcode, 1 for dark, and the text with what was added to it.
fn encoded(text: &str, kind: &str) -> Result<(Vec<u8>, String), &'static str> {
    if text.len() > 80 || !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Err(FOREIGN);
    }
    let foreign = |_| FOREIGN;
    match kind {
        "ean13" => {
            let whole = checked(text, 12)?;
            Ok((EAN13::new(&whole).map_err(foreign)?.encode(), whole))
        }
        "ean8" => {
            let whole = checked(text, 7)?;
            Ok((EAN8::new(&whole).map_err(foreign)?.encode(), whole))
        }
        "code39" => Ok((Code39::new(text).map_err(foreign)?.encode(), text.into())),
        _ => {
            // The sets of the symbology: C packs pairs of digits, B holds all that can be typed.
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            let set = if digits && text.len().is_multiple_of(2) { 'Ć' } else { 'Ɓ' };
            let code = Code128::new(format!("{set}{text}")).map_err(foreign)?;
            Ok((code.encode(), text.into()))
        }
    }
}

/// The digits with the one that checks them, which may be there already.
fn checked(text: &str, digits: usize) -> Result<String, &'static str> {
    let all = text.bytes().all(|byte| byte.is_ascii_digit());
    if !all || !(digits..=digits + 1).contains(&text.len()) {
        return Err(FOREIGN);
    }
    let body = &text[..digits];
    // Weights 3 and 1 in turn, from the right.
    let weighed = body.bytes().rev().zip([3, 1].into_iter().cycle());
    let sum: u32 = weighed.map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
    let whole = format!("{body}{}", (10 - sum % 10) % 10);
    if text == body || text == whole { Ok(whole) } else { Err("its last digit does not check") }
}

/// Calls `draw` with the start and the length of every run of dark modules.
fn runs<T>(row: &[T], dark: impl Fn(&T) -> bool, mut draw: impl FnMut(usize, usize)) {
    let mut at = 0;
    for run in row.chunk_by(|a, b| dark(a) == dark(b)) {
        if dark(&run[0]) {
            draw(at, run.len());
        }
        at += run.len();
    }
}
