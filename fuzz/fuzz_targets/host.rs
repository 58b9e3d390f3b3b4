//! Any bytes: the whole host pass ends and gives the same text twice; an edit gives what a fresh run gives.
#![no_main]
use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile, decode};

fn host(text: &str) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let options = HostOptions::new(&db, HostSettings::default());
    cleave_host::host_text(&db, file, options).to_owned()
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
    let options = HostOptions::new(&db, HostSettings::default());
    let first = cleave_host::host_text(&db, file, options).to_owned();
    assert_eq!(first, host(&text));
    file.set_text(&mut db).to(edited.as_str().into());
    assert_eq!(cleave_host::host_text(&db, file, options), host(&edited));
    // The same in pieces.
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.as_str().into());
    let options = HostOptions::new(&db, HostSettings::default());
    file.divide(&mut db, cleave_cuda::interface);
    assert_eq!(cleave_host::host_text(&db, file, options), host(&text));
    file.edit(&mut db, edited.as_str().into(), cleave_cuda::interface);
    assert_eq!(cleave_host::host_text(&db, file, options), host(&edited));
});

