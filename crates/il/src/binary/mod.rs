//! The binary form: how a module is kept in files. docs/device-il.md says what each byte means. A definition keeps the order of its
//! arenas, so what is read back is equal to what was written.

mod error;
mod forms;
mod reader;
mod writer;

pub use error::DecodeError;
pub(crate) use forms::shapes;

use crate::module::Module;
use crate::structure;
use reader::Reader;
use writer::Writer;

/// What a file begins with. It is no text, and it shows when line ends or the eighth bit were changed on the way.
pub const BINARY_MAGIC: [u8; 8] = [0x89, b'C', b'I', b'L', b'\r', b'\n', 0x1a, b'\n'];
/// The version behind it.
pub const BINARY_VERSION: u32 = 1;
/// Bytes in front of the strings: magic, version, length, checksum.
const HEADER: usize = 8 + 4 + 8 + 4;

/// Whether bytes are meant as a module in binary form.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&BINARY_MAGIC[..4])
}

/// A module in binary form. [`decode`] reads it back if the indices in it name something.
pub fn encode(module: &Module) -> Vec<u8> {
    let mut writer = Writer::default();
    forms::put_module(&mut writer, module);
    let body = writer.finish();
    let mut out = Vec::with_capacity(HEADER + body.len());
    out.extend(BINARY_MAGIC);
    out.extend(BINARY_VERSION.to_le_bytes());
    out.extend((body.len() as u64).to_le_bytes());
    out.extend(crc32fast::hash(&body).to_le_bytes());
    out.extend(body);
    out
}

/// Reads a module. Each module has one binary form: what [`encode`] would not write is not read. It says nothing about the rules: see
/// [`crate::verify`].
///
/// # Errors
/// [`DecodeError`] at the first byte that is not as the format has it.
pub fn decode(bytes: &[u8]) -> Result<Module, DecodeError> {
    let wrong = |at: usize, message: &str| DecodeError::new(at, message);
    let fixed = |at: usize| bytes.get(at..HEADER).unwrap_or_default();
    if !bytes.starts_with(&BINARY_MAGIC) {
        return Err(wrong(
            0,
            "the file is no module in binary form, or was changed on the way",
        ));
    }
    let (Some(version), Some(length), Some(checksum)) = (
        fixed(8).first_chunk::<4>(),
        fixed(12).first_chunk::<8>(),
        fixed(20).first_chunk::<4>(),
    ) else {
        return Err(wrong(bytes.len(), "the file is cut off"));
    };
    let version = u32::from_le_bytes(*version);
    if version != BINARY_VERSION {
        let message = format!("version {version} is not known: this Cleave reads {BINARY_VERSION}");
        return Err(wrong(8, &message));
    }
    let body = &bytes[HEADER..];
    if u64::from_le_bytes(*length) != body.len() as u64 {
        return Err(wrong(12, "the file is cut off, or has more than it says"));
    }
    if u32::from_le_bytes(*checksum) != crc32fast::hash(body) {
        return Err(wrong(
            20,
            "the checksum is another one: the file is damaged",
        ));
    }
    let mut reader = Reader::new(body, HEADER)?;
    let module = forms::take_module(&mut reader)?;
    reader.end()?;
    // Indices are looked at when all that they may name is there.
    for definition in module.definitions() {
        let faults = structure::check(definition);
        if let Some(fault) = faults
            .iter()
            .find(|fault| fault.kind == crate::FaultKind::Index)
        {
            return Err(wrong(bytes.len(), &fault.to_string()));
        }
    }
    Ok(module)
}
