//! Values under names that machines share. Each operation has a bounded time: where a store does not answer, whoever asks goes on
//! without it, and for some seconds no process asks it again.
//!
//! It must not know what values are, nor whether they are true: who reads one checks it. Nobody's password is in what it says.

mod address;
mod folder;
mod marker;
#[cfg(feature = "network")]
mod network;
mod store;
mod worker;

pub use crate::address::Address;
pub use crate::store::{Settings, Shared};
