//! The binary form.

use std::sync::Arc;

use expect_test::expect;

use fastrand::Rng;

use super::{all, module};
use crate::{BINARY_MAGIC, Module, decode, encode, is_binary, print};

/// Bytes in front of the body, as docs/device-il.md has them.
const HEADER: usize = 24;

/// A file around a body, whose checksum is right.
pub(super) fn file(body: &[u8]) -> Vec<u8> {
    let mut out = BINARY_MAGIC.to_vec();
    out.extend(1u32.to_le_bytes());
    out.extend((body.len() as u64).to_le_bytes());
    out.extend(crc32fast::hash(body).to_le_bytes());
    out.extend(body);
    out
}

#[test]
fn what_is_written_is_read_again() {
    let module = all();
    let bytes = encode(&module);
    assert!(is_binary(&bytes));
    assert!(!is_binary(print(&module).as_bytes()));
    assert_eq!(decode(&bytes).as_ref(), Ok(&module));
    assert_eq!(file(&bytes[HEADER..]), bytes);
}

#[test]
fn the_order_of_arenas_stays() {
    let mut module = all();
    for function in &mut module.functions {
        let function = Arc::make_mut(function);
        // Entries that nothing uses are kept.
        let ty = function.ret;
        function.code.constant(crate::ConstantKind::Zero, ty);
    }
    assert_ne!(module, module.normalized());
    assert_eq!(decode(&encode(&module)), Ok(module));
}

#[test]
fn the_bytes_are_those_of_the_specification() {
    let module = module("variable @x: int device internal at \"f\":300 = -3");
    let bytes = encode(&module);
    let text: Vec<String> = bytes[HEADER..].iter().map(|b| format!("{b:02x}")).collect();
    // Strings; no record; one variable: name, linkage, memory, kept, declared, qualifiers, alignment, place, types, constants, no locals,
    // expressions and statements, type, value; no function, nothing of the runtime.
    let expected = expect![
        "02 01 78 01 66 00 01 00 01 00 00 00 00 00 00 01 01 ac 02 01 02 05 01 00 02 05 00 00 00 00 01 00 00 00"
    ];
    expected.assert_eq(&text.join(" "));
    expect!["89 43 49 4c 0d 0a 1a 0a 01 00 00 00 22 00 00 00 00 00 00 00"].assert_eq(
        &bytes[..20]
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect::<Vec<_>>()
            .join(" "),
    );
}

#[test]
fn damage_is_found() {
    let bytes = encode(&all());
    for len in 0..bytes.len() {
        assert!(decode(&bytes[..len]).is_err(), "{len} bytes");
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(decode(&damaged).is_err(), "byte {at}, bit {bit}");
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(decode(&longer).is_err());
}

#[test]
fn errors_say_why() {
    let error = |bytes: &[u8]| decode(bytes).expect_err("it is no module").to_string();
    let good = encode(&Module::default());
    let mut newer = good.clone();
    newer[8] = 2;
    let mut other = good.clone();
    other[20] ^= 1;
    let errors = [
        error(b"text"),
        error(&good[..20]),
        error(&newer),
        error(&other),
        error(&good[..good.len() - 1]),
        // A number that is longer than it need be, that has no end, more entries than bytes, an unused string, two equal ones.
        error(&file(&[0x80, 0])),
        error(&file(&[0xff; 40])),
        error(&file(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f])),
        error(&file(&[1, 1, b'a', 0, 0, 0, 0])),
        error(&file(&[2, 1, b'a', 1, b'a', 0, 0, 0, 0])),
        error(&file(&[1, 1, 0xff, 0, 0, 0, 0])),
        error(&file(&[0, 0, 0, 0, 0, 0])),
    ];
    expect![[r#"
        byte 0: the file is no module in binary form, or was changed on the way
        byte 20: the file is cut off
        byte 8: version 2 is not known: this Cleave reads 1
        byte 20: the checksum is another one: the file is damaged
        byte 12: the file is cut off, or has more than it says
        byte 26: a number is longer than it need be
        byte 43: a number is too large
        byte 30: 4294967295 entries in 0 bytes
        byte 31: a string is never used
        byte 29: a string stands twice
        byte 27: a string is not UTF-8
        byte 29: there is more than a module
    "#]]
    .assert_eq(&(errors.join("\n") + "\n"));
}

#[test]
fn each_module_has_one_form() {
    // Whatever is read is written with the same bytes.
    let bytes = encode(&all());
    let body = &bytes[HEADER..];
    let mut numbers = Rng::with_seed(7);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut changed = body.to_vec();
        for _ in 0..=numbers.usize(..3) {
            let at = numbers.usize(..changed.len().max(1));
            changed[at] = numbers.u8(..);
        }
        let changed = file(&changed);
        if let Ok(module) = decode(&changed) {
            read += 1;
            assert_eq!(encode(&module), changed);
        }
    }
    assert!(read > 1000, "{read}");
}
