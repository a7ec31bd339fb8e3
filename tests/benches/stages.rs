//! Benches of the stages, at 10, 100 and 1000 designs.
fn main() {
    divan::main();
}
