//! The folder where Cleave keeps what it may lose, and names for what is in it.

use std::path::PathBuf;

use crate::env::Env;

/// A store of values in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its folder's name.
    pub name: &'static str,
    /// What is in it, in a few words.
    pub what: &'static str,
    /// How many bytes are kept in all.
    pub bytes: u64,
    /// How many bytes one value may have.
    pub value: u64,
}

/// What host passes found in headers.
pub const SNAPSHOTS: Part = Part {
    name: "snapshots",
    what: "what host passes found in headers",
    bytes: 512 << 20,
    value: 16 << 20,
};

/// What cicc and ptxas wrote.
pub const DEVICE: Part = Part {
    name: "device",
    what: "what cicc and ptxas wrote",
    bytes: 4 << 30,
    value: 256 << 20,
};

/// What host compilers wrote.
pub const HOST: Part = Part {
    name: "host",
    what: "what host compilers wrote",
    bytes: 2 << 30,
    value: 256 << 20,
};

/// Headers that a host compiler has compiled before. These are no values of a [`Part`]: another program reads the files.
pub const PRECOMPILED: Part = Part {
    name: "precompiled",
    what: "precompiled headers of host compilers",
    bytes: 4 << 30,
    value: 1 << 30,
};

/// All stores of values.
pub const PARTS: [Part; 3] = [SNAPSHOTS, DEVICE, HOST];

/// The variable that turns every store off, with the value `off`.
pub const SWITCH: &str = "CLEAVE_CACHE";

/// Cleave's part of the user's cache folder, whether it is there or not. `None` when neither `XDG_CACHE_HOME` nor `HOME` tells.
pub fn folder(env: &dyn Env) -> Option<PathBuf> {
    // The XDG base directory specification: a relative value is to be ignored.
    let cache = env
        .nonempty_var("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let cache = match cache {
        Some(cache) => cache,
        None => PathBuf::from(env.nonempty_var("HOME")?).join(".cache"),
    };
    Some(cache.join("cleave"))
}

/// The 64-bit FNV-1a hash of the parts, each ended by a zero byte. Unlike the standard library's
/// hashes, it is the same for every build of Cleave.
pub fn key(parts: &[&[u8]]) -> u64 {
    parts
        .iter()
        .flat_map(|part| part.iter().chain(&[0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}
