//! Any text as device IL: what is read is written and read again, and whatever it says can be looked at.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    // Most of what is tried should come behind the first line.
    for text in [text.as_ref(), &format!("cleave-il 1\n{text}")] {
        if let Ok(module) = cleave_il::parse(text) {
            let printed = cleave_il::print(&module);
            assert_eq!(cleave_il::parse(&printed).as_ref(), Ok(&module));
            assert_eq!(cleave_il::decode(&cleave_il::encode(&module)).as_ref(), Ok(&module));
            let _ = cleave_il::verify(&module);
        }
    }
});
