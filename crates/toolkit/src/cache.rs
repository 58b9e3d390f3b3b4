//! The folder where Cleave keeps what it may lose, and names for what is in it.

use std::path::PathBuf;

use crate::env::Env;

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
