//! Any bytes as what tools have written and what is kept of them: outputs with names of files, host halves, records of runs, values of a
//! cache that machines share, and where that is.
#![no_main]
use cleave_remote::Address;
use cleave_snapshot::{Key, seal, unseal};

libfuzzer_sys::fuzz_target!(|input: (&[u8], &[u8])| {
    let (bytes, name) = input;
    cleave_rebuild::fuzzing::output(bytes, name);
    cleave_rebuild::fuzzing::host_text(bytes);
    cleave_rebuild::fuzzing::record(bytes);
    let key = Key::new("fuzz", &[name]);
    assert!(unseal(key, bytes.to_vec()).is_none_or(|value| seal(key, &value) == bytes));
    assert_eq!(unseal(key, seal(key, bytes)).as_deref(), Some(bytes));
    let _ = std::str::from_utf8(bytes).map(Address::parse);
});
