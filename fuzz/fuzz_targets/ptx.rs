//! Any text as the PTX of a module, which is taken apart and put together again.
#![no_main]

/// What stands in front of the parts of a module.
const HEAD: &str = ".version 9.0\n.target sm_80\n.address_size 64\n";

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    cleave_rebuild::fuzzing::ptx(&text);
    cleave_rebuild::fuzzing::ptx(&format!("{HEAD}{text}"));
    let _ = cleave_ptx::resources(&text);
});
