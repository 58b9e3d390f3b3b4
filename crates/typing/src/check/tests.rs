//! Tests of typing.
