//! How the binary is linked. Its tables hold tens of thousands of addresses, and a position-independent executable has the dynamic linker
//! write each of them at every start: see docs/decisions/030-no-pie.md.
#![allow(clippy::print_stdout, reason = "cargo reads it")]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let cfg = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if cfg("OS") == "linux" && cfg("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
