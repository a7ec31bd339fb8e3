//! Lists every file of `data`, `templates` and `fonts`, so that the binary carries them all.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder"));
    let mut files = Vec::new();
    for folder in ["data", "templates", "fonts"] {
        println!("cargo:rerun-if-changed={folder}");
        collect(&root, folder, &mut files);
    }
    files.sort();
    let mut code = String::from("pub(super) static FILES: &[(&str, &[u8])] = &[\n");
    for name in &files {
        let path = root.join(name);
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all");
    }
    code.push_str("];\n");
    let target =
        Path::new(&env::var_os("OUT_DIR").expect("cargo sets the folder")).join("files.rs");
    fs::write(target, code).expect("the build folder is writable");
}

/// Adds the files below `folder`, as paths from the root with forward slashes.
fn collect(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of the package") {
        let entry = entry.expect("a readable entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().expect("a file type").is_dir() {
            println!("cargo:rerun-if-changed={name}");
            collect(root, &name, files);
        } else if !name.ends_with(".gitkeep") {
            files.push(name);
        }
    }
}
