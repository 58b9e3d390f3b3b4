//! The semantic core.
