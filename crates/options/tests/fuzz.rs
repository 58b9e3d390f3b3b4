//! Random command lines: nothing panics, and what comes back is well formed.

mod common;

use std::ffi::OsString;

use cleave_options::{SPELLINGS, Task};
use common::words;

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(12);
        (0..length).map(|_| (self.next() >> 24) as u8).collect()
    }

    fn word(&mut self) -> Vec<u8> {
        const PIECES: &[&str] = &[
            "",
            "-",
            "--",
            "=",
            ",",
            "0",
            "1",
            "186",
            "177,186",
            "120200",
            "UTF-8",
            "used",
            "a=b",
            "x.ii",
            "sarif",
            "99999999999999999999",
            "--cleave-",
            "--cleave-depfile",
            "-vZ",
            " ",
        ];
        let row = &SPELLINGS[self.below(SPELLINGS.len())];
        match self.below(8) {
            0 => self.bytes(),
            1 => PIECES[self.below(PIECES.len())].as_bytes().to_vec(),
            2 => [b"-".to_vec(), self.bytes()].concat(),
            3 => [b"--".to_vec(), self.bytes()].concat(),
            4 => {
                let value = PIECES[self.below(PIECES.len())];
                format!("--{}={value}", row.name).into_bytes()
            }
            5 => format!("--{}", &row.name[..self.below(row.name.len() + 1)]).into_bytes(),
            6 => format!("-{}", row.short.unwrap_or('n')).into_bytes(),
            _ => format!("--{}", row.name).into_bytes(),
        }
    }
}

#[cfg(unix)]
fn os(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes)
}

#[cfg(not(unix))]
fn os(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[test]
fn random_lines() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut runs, mut stops, mut errors) = (0, 0, 0);
    for _ in 0..20_000 {
        let count = random.below(6);
        let line: Vec<OsString> = (0..count).map(|_| os(random.word())).collect();
        match words(&line) {
            Ok(invocation) => match invocation.task {
                Task::Run(_) => runs += 1,
                Task::Stop(code) => {
                    assert!(code <= 1 && !invocation.notices.is_empty(), "{line:?}");
                    stops += 1;
                }
            },
            Err(error) => {
                assert!(
                    error.text.ends_with(b"Compilation terminated.\n"),
                    "{line:?}"
                );
                errors += 1;
            }
        }
    }
    // Each outcome is met often enough for the test to mean something.
    assert!(
        runs > 500 && stops > 20 && errors > 5000,
        "{runs} {stops} {errors}"
    );
}
