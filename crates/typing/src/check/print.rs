//! Typed code as text, for tests.
