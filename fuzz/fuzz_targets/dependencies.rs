//! Any text as a dependency file.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    cleave_watch::fuzzing::dependencies(&text);
    cleave_watch::fuzzing::dependencies(&format!("a.o: {text}"));
});
