//! Any text: lowering ends, and an edit gives what a fresh run gives.
#![no_main]
use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_names::{item_id, skeleton};

fn printed(db: &RootDatabase, file: SourceFile) -> String {
    let count = skeleton(db, file).items.len() as u32;
    (0..count).map(|i| cleave_hir::print::print_item(db, item_id(db, file, i))).collect()
}

fn fresh(text: &str) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    printed(&db, file)
}

libfuzzer_sys::fuzz_target!(|input: (Vec<u8>, usize, Vec<u8>)| {
    use salsa::Setter as _;
    let (bytes, at, insert) = input;
    let text = decode(bytes);
    let mut cut = at % (text.len() + 1);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let edited = format!("{}{}{}", &text[..cut], decode(insert), &text[cut..]);
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.as_str().into());
    assert_eq!(printed(&db, file), fresh(&text));
    file.set_text(&mut db).to(edited.as_str().into());
    assert_eq!(printed(&db, file), fresh(&edited));
});
