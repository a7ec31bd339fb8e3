//! Colours, gradients, patterns, strokes and shapes in the encoder's terms.

use krilla::blend::BlendMode;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Transform as EncodedTransform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint, Pattern, RadialGradient,
    SpreadMethod, Stop, Stroke, StrokeDash,
};
use krilla::surface::Surface;
use usvg::Transform;
use usvg::tiny_skia_path::PathSegment;

use super::painter::Painter;

/// Conversions; `undo` is the transform that the paint, unlike the shape, is not to follow.
impl Painter<'_> {
    /// A fill.
    pub fn fill(&mut self, surface: &mut Surface<'_>, fill: &usvg::Fill, undo: Transform) -> Fill {
        Fill {
            paint: self.paint(surface, fill.paint(), undo),
            opacity: share(fill.opacity()),
            rule: rule(fill.rule()),
        }
    }

    /// A stroke.
    pub fn stroke(
        &mut self,
        surface: &mut Surface<'_>,
        stroke: &usvg::Stroke,
        undo: Transform,
    ) -> Stroke {
        let dash = stroke
            .dasharray()
            .map(|array| StrokeDash { offset: stroke.dashoffset(), array: array.to_vec() });
        Stroke {
            paint: self.paint(surface, stroke.paint(), undo),
            width: stroke.width().get(),
            miter_limit: stroke.miterlimit().get(),
            line_cap: match stroke.linecap() {
                usvg::LineCap::Butt => LineCap::Butt,
                usvg::LineCap::Round => LineCap::Round,
                usvg::LineCap::Square => LineCap::Square,
            },
            line_join: match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
                usvg::LineJoin::Round => LineJoin::Round,
                usvg::LineJoin::Bevel => LineJoin::Bevel,
            },
            opacity: share(stroke.opacity()),
            dash,
        }
    }

    fn paint(&mut self, surface: &mut Surface<'_>, paint: &usvg::Paint, undo: Transform) -> Paint {
        match paint {
            // A grey is stored as one, so that black text is printed with black ink alone.
            usvg::Paint::Color(one) if one.red == one.green && one.green == one.blue => {
                luma::Color::new(one.red).into()
            }
            usvg::Paint::Color(one) => color(*one).into(),
            usvg::Paint::LinearGradient(one) => LinearGradient {
                x1: one.x1(),
                y1: one.y1(),
                x2: one.x2(),
                y2: one.y2(),
                transform: encoded(undo.pre_concat(one.transform())),
                spread_method: spread(one.spread_method()),
                stops: one.stops().iter().map(stop).collect(),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::RadialGradient(one) => RadialGradient {
                cx: one.cx(),
                cy: one.cy(),
                cr: one.r().get(),
                fx: one.fx(),
                fy: one.fy(),
                fr: 0.0,
                transform: encoded(undo.pre_concat(one.transform())),
                spread_method: spread(one.spread_method()),
                stops: one.stops().iter().map(stop).collect(),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::Pattern(one) => {
                let mut stream = surface.stream_builder();
                let mut tile = stream.surface();
                self.group(&mut tile, one.root());
                tile.finish();
                let rect = one.rect();
                let place = one.transform().pre_translate(rect.x(), rect.y());
                Pattern {
                    stream: stream.finish(),
                    transform: encoded(undo.pre_concat(place)),
                    width: rect.width(),
                    height: rect.height(),
                }
                .into()
            }
        }
    }
}

fn color(color: usvg::Color) -> rgb::Color {
    rgb::Color::new(color.red, color.green, color.blue)
}

fn stop(stop: &usvg::Stop) -> Stop {
    Stop {
        offset: share(stop.offset()),
        color: color(stop.color()).into(),
        opacity: share(stop.opacity()),
    }
}

fn spread(method: usvg::SpreadMethod) -> SpreadMethod {
    match method {
        usvg::SpreadMethod::Pad => SpreadMethod::Pad,
        usvg::SpreadMethod::Reflect => SpreadMethod::Reflect,
        usvg::SpreadMethod::Repeat => SpreadMethod::Repeat,
    }
}

/// A number from 0 to 1.
pub fn share(number: usvg::NormalizedF32) -> NormalizedF32 {
    NormalizedF32::new(number.get()).unwrap_or(NormalizedF32::ONE)
}

/// How a shape that crosses itself is filled.
pub fn rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

/// How a group is mixed with what is below it.
pub fn blend(mode: usvg::BlendMode) -> BlendMode {
    match mode {
        usvg::BlendMode::Normal => BlendMode::Normal,
        usvg::BlendMode::Multiply => BlendMode::Multiply,
        usvg::BlendMode::Screen => BlendMode::Screen,
        usvg::BlendMode::Overlay => BlendMode::Overlay,
        usvg::BlendMode::Darken => BlendMode::Darken,
        usvg::BlendMode::Lighten => BlendMode::Lighten,
        usvg::BlendMode::ColorDodge => BlendMode::ColorDodge,
        usvg::BlendMode::ColorBurn => BlendMode::ColorBurn,
        usvg::BlendMode::HardLight => BlendMode::HardLight,
        usvg::BlendMode::SoftLight => BlendMode::SoftLight,
        usvg::BlendMode::Difference => BlendMode::Difference,
        usvg::BlendMode::Exclusion => BlendMode::Exclusion,
        usvg::BlendMode::Hue => BlendMode::Hue,
        usvg::BlendMode::Saturation => BlendMode::Saturation,
        usvg::BlendMode::Color => BlendMode::Color,
        usvg::BlendMode::Luminosity => BlendMode::Luminosity,
    }
}

/// A transform as the encoder takes it.
pub fn encoded(t: Transform) -> EncodedTransform {
    EncodedTransform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty)
}

/// A transform of the encoder's.
pub fn decoded(t: EncodedTransform) -> Transform {
    Transform::from_row(t.sx(), t.ky(), t.kx(), t.sy(), t.tx(), t.ty())
}

/// Adds the lines and curves of a shape.
pub fn outline(shape: &usvg::tiny_skia_path::Path, into: &mut PathBuilder) {
    for segment in shape.segments() {
        match segment {
            PathSegment::MoveTo(p) => into.move_to(p.x, p.y),
            PathSegment::LineTo(p) => into.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => into.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => into.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => into.close(),
        }
    }
}

/// A rectangle as a shape; `None` without a size.
pub fn rectangle(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(krilla::geom::Rect::from_xywh(x, y, w, h)?);
    path.finish()
}
