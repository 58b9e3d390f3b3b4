//! Any bytes for any text: what is read of a stored skeleton fits the text, and what is written is read again.
#![no_main]
use cleave_syntax::skeleton::{PartStart, Skeleton};

libfuzzer_sys::fuzz_target!(|input: (&[u8], &str)| {
    let (bytes, text) = input;
    if let Some((skeleton, _)) = Skeleton::read_part(bytes, text) {
        for item in &skeleton.items {
            let _ = (item.span.of(text), item.name.of(text), skeleton.path(item.scope));
            let _ = skeleton.lines.position(text, item.span.start as usize);
        }
        let _ = Skeleton::join([(&skeleton, text), (&skeleton, text)]);
    }
    let (skeleton, end) = Skeleton::of_part(text, &PartStart::default());
    let mut bytes = Vec::new();
    if skeleton.write_part(&end, &mut bytes) {
        assert!(Skeleton::read_part(&bytes, text) == Some((skeleton, end)));
    }
});
