//! What the engine says of a text of the device pass.

use std::ffi::OsString;

use cleave_fingerprint::Fingerprint;
use cleave_il::Module;

/// A text that the engine has read. Where the engine fails it says nothing.
pub trait Text: Send {
    /// What of it counts for the device's code; `None` if that is not understood.
    fn fingerprint(&mut self) -> Option<Fingerprint>;

    /// What there is to say of it, as it is printed; `None` if it has errors, or nobody knows.
    fn said(&mut self) -> Option<Vec<u8>>;

    /// Its device half. Of a text with errors it is good for nothing.
    ///
    /// # Errors
    /// Why there is none.
    fn device_half(&mut self) -> Result<DeviceHalf, String>;
}

/// Reads a text, under cicc's arguments without the program's name; `None` where they are not understood.
pub type Open<'a> = &'a dyn Fn(&[OsString], Vec<u8>) -> Option<Box<dyn Text>>;

/// The device half of a text.
pub struct DeviceHalf {
    /// Its code.
    pub module: Module,
    /// The stub that the host half includes; empty if the command line asks for none.
    pub stub: Vec<u8>,
}
