//! What a drawing says and nobody will see as it is meant: elements that SVG does not have, values written wrong,
//! style sheets that nothing heeds, and what it refers to in vain.

mod left_out;
mod links;
mod sheets;
mod values;

use roxmltree::Document;

use crate::diag::Code;
use crate::findings::Finding;

use left_out::LeftOut;
pub use values::article;

/// All of that in a template's drawing whose text is `svg`, each at its place.
pub fn told(svg: &str, document: &Document<'_>) -> Vec<Finding> {
    let outside = links::outside(svg, document).into_iter();
    let outside = outside.map(|one| finding(Finding::error(Code::SVG, &*one.why), &one));
    let mut told: Vec<_> = outside.chain(links::nowhere(document)).collect();
    let left_out = left_out::left_out(document).into_iter();
    told.extend(left_out.map(|one| finding(Finding::warning(Code::SVG_WARNING, &*one.why), &one)));
    told.extend(values::values(document));
    told.extend(sheets::of_document(svg, document));
    told
}

fn finding(finding: Finding, one: &LeftOut) -> Finding {
    finding.at(one.at).help(&*one.help)
}

/// The same of a drawing that is a picture, where texts are not laid out.
///
/// # Errors
/// It refers to something outside of it: the second half of a sentence.
pub fn in_picture(svg: &str, document: &Document<'_>) -> Result<Vec<Finding>, String> {
    let outside = links::sheets(svg, document).into_iter().chain(links::outside(svg, document));
    if let Some(LeftOut { why, help, at }) = outside.min_by_key(|one| one.at) {
        let line = document.text_pos_at(at).row;
        return Err(format!("in its line {line} {why}; {help}"));
    }
    let left_out = left_out::flowed(document).into_iter().chain(left_out::left_out(document));
    let plain = |one: LeftOut| {
        let finding = Finding::warning(Code::SVG_WARNING, one.why).at(one.at);
        finding.help("draw texts as SVG, or as paths")
    };
    let mut told: Vec<_> = left_out.map(plain).chain(links::nowhere(document)).collect();
    told.extend(values::values(document));
    told.extend(sheets::of_document(svg, document));
    Ok(told)
}

/// Whether the parser's own words tell again what `told` has.
pub fn is_told(parsers: &Finding, told: &[Finding]) -> bool {
    let ours = |one: &Finding| one.is_of(Code::SVG_WARNING) && one.says("nothing is drawn of it");
    let again = ["rule is not supported", "recursive `use` detected", "cannot reference itself"];
    parsers.is_of(Code::SVG_WARNING)
        && (again.iter().any(|words| parsers.says(words))
            || parsers.says("has an invalid") && told.iter().any(ours))
}
