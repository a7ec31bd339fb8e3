//! Text that a drawing program flows into a shape.

use super::{Card, boxed};

const WORDS: &str = "the quick brown fox jumps over the lazy dog and then the dog gets up and runs";

fn card<'a>(body: &str, words: &'a str) -> Card<'a> {
    Card { body: body.into(), ..boxed("", words) }
}

#[test]
fn text_in_a_shape_of_inkscape_is_broken_inside_it() {
    let body = "<defs><rect id=\"r\" x=\"10\" y=\"20\" width=\"40\" height=\"30\"/></defs>\
        <text xml:space=\"preserve\" style=\"font-size:4px;line-height:1.5;shape-inside:url(#r);white-space:pre;text-align:center\">\
        <tspan x=\"10\" y=\"23\"><tspan style=\"font-weight:bold\">bold </tspan>{{ card.text }}</tspan></text>";
    let drawn = card(body, WORDS).drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert!(
        drawn.lines().len() > 2 && drawn.lines()[0].starts_with("bold the"),
        "{:?}",
        drawn.lines()
    );
    assert!(drawn.marked()[0].contains("font-weight=700"), "{:?}", drawn.marked());
    let ys: Vec<_> = drawn.spans.iter().map(|span| span.y).collect();
    assert!((ys[ys.len() - 1] - ys[ys.len() - 2] - 6.0).abs() < 2e-3, "{ys:?}");
    let area = drawn.area;
    assert!(
        area.x > 9.9 && area.right() < 50.1 && area.y > 19.9 && area.bottom() < 50.1,
        "{area:?}"
    );
}

#[test]
fn text_with_a_width_alone_flows_down_from_its_first_line() {
    let body =
        "<text x=\"10\" y=\"20\" style=\"font-size:4px;inline-size:40\">{{ card.text }}</text>";
    let drawn = card(body, WORDS).drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert!(
        (drawn.spans[0].y - 20.0).abs() < 2e-3 && drawn.spans[0].x == 10.0,
        "{:?}",
        drawn.spans
    );
    assert!(drawn.lines().len() > 2 && drawn.area.right() < 50.1, "{:?}", drawn.area);
}

#[test]
fn the_older_kind_of_flowed_text_is_understood_too() {
    let body = "<flowRoot style=\"font-size:4px\"><flowRegion><rect x=\"10\" y=\"20\" width=\"40\" height=\"30\"/></flowRegion><flowPara>{{ card.text }}</flowPara><flowPara>more</flowPara></flowRoot>";
    let drawn = card(body, WORDS).drawn();
    assert!(drawn.codes.is_empty(), "{:?}", drawn.told);
    assert_eq!(drawn.lines().last().unwrap(), "more");
    assert!(drawn.area.x > 9.9 && drawn.area.right() < 50.1, "{:?}", drawn.area);
}

#[test]
fn a_shape_that_text_cannot_flow_into_is_told() {
    let body =
        "<circle id=\"c\" r=\"9\"/><text style=\"shape-inside:url(#c)\">{{ card.text }}</text>";
    let drawn = card(body, "a").drawn();
    assert_eq!(drawn.codes, ["text-box"]);
    assert!(drawn.told[0].contains("`#c` is a `<circle>`"), "{:?}", drawn.told);
    let body = "<text style=\"shape-inside:url(#gone)\">{{ card.text }}</text>";
    assert!(
        card(body, "a")
            .drawn()
            .told
            .iter()
            .any(|told| told.contains("`#gone`, which is not in the drawing"))
    );
}
