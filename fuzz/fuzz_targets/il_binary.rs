//! Any bytes as the binary form of device IL: what is read is written with the same bytes, and whatever it says can be looked at.
#![no_main]
use cleave_il::{DiffOptions, Module};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    // As it is, and behind a header whose length and checksum are right.
    let mut whole = cleave_il::encode(&Module::default())[..12].to_vec();
    whole.extend((input.len() as u64).to_le_bytes());
    whole.extend(crc32fast::hash(input).to_le_bytes());
    whole.extend(input);
    for bytes in [input, &whole] {
        if let Ok(module) = cleave_il::decode(bytes) {
            assert_eq!(cleave_il::encode(&module), bytes);
            let _ = cleave_il::verify(&module);
            assert!(cleave_il::parse(&cleave_il::print(&module)).is_ok());
            let options = DiffOptions { ignore_places: true };
            let _ = cleave_il::diff(&module, &Module::default(), options);
        }
    }
});
