//! `g++ -E` by hand: for trying the crate without the rest.
use std::io::Write as _;
use std::process::{Command, Stdio};

use cleave_preprocessor::{Disk, HostCompiler, Options, preprocess};

fn ask(options: &Options) -> HostCompiler {
    let mut child = Command::new("g++")
        .args(HostCompiler::ARGUMENTS)
        .args(&options.pass_on)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("g++");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::spawn(move || stdin.write_all(HostCompiler::question().as_bytes()));
    let out = child.wait_with_output().expect("g++");
    HostCompiler::read(
        &String::from_utf8_lossy(&out.stdout),
        &String::from_utf8_lossy(&out.stderr),
    )
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options = Options::parse(&args).expect("options");
    let start = std::time::Instant::now();
    let host = ask(&options);
    let asked = start.elapsed();
    let date = ("Jan  1 1970".to_owned(), "00:00:00".to_owned());
    let out = preprocess(&Disk, &host, &options, date).expect("a source");
    let all = start.elapsed();
    if std::env::var_os("TIMES").is_some() {
        let _ = writeln!(
            std::io::stderr(),
            "asked {asked:?}, preprocessed {:?}",
            all - asked
        );
    }
    for p in &out.problems {
        let what = if p.error { "error" } else { "warning" };
        let _ = writeln!(
            std::io::stderr(),
            "{}:{}:{}: {what}: {}",
            p.file,
            p.line,
            p.column,
            p.message
        );
    }
    match (&options.output, options.dependencies_only) {
        (_, true) => print_out(out.rule.unwrap_or_default().as_bytes()),
        (Some(path), _) => std::fs::write(path, &out.text).expect("the output"),
        (None, _) => print_out(&out.text),
    }
}

fn print_out(bytes: &[u8]) {
    let _ = std::io::stdout().write_all(bytes);
}
