//! `g++ -E` by hand: for trying and measuring the crate without the rest. With `HOST=FILE`, what g++ says of itself is kept in a file.
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use cleave_preprocessor::{Disk, HostCompiler, Options, Settings, preprocess};

fn ask(arguments: &[String], question: String) -> (String, String) {
    let mut child = Command::new("g++")
        .args(HostCompiler::ARGUMENTS)
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("g++");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::spawn(move || stdin.write_all(question.as_bytes()));
    let out = child.wait_with_output().expect("g++");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&out.stdout), text(&out.stderr))
}

fn host(options: &Options) -> HostCompiler {
    let kept = std::env::var_os("HOST");
    if let Some(text) = kept.as_ref().and_then(|k| std::fs::read_to_string(k).ok())
        && let Some((stdout, stderr)) = text.split_once('\0')
    {
        let mut host = HostCompiler::read(stdout, stderr);
        for line in stderr.lines().filter_map(|l| l.strip_prefix("late ")) {
            let (question, answer) = line.rsplit_once(' ').expect("an answer");
            let answer = answer.parse().expect("a number");
            host.answers.insert(question.to_owned(), answer);
        }
        return host;
    }
    let (stdout, stderr) = ask(&options.pass_on, HostCompiler::question(&[]));
    if let Some(kept) = kept {
        std::fs::write(kept, format!("{stdout}\0{stderr}")).expect("HOST");
    }
    HostCompiler::read(&stdout, &stderr)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options = Options::parse(&args).expect("options");
    let start = std::time::Instant::now();
    let host = host(&options);
    let asked = start.elapsed();
    let settings = Settings {
        date: ("Jan  1 1970".to_owned(), "00:00:00".to_owned()),
        folder: std::env::var("PWD").ok(),
        ..Settings::default()
    };
    let asked_late = RefCell::new(HashMap::new());
    let answer = |question: &str| {
        let known = host.answer(question);
        let known = known.or_else(|| asked_late.borrow().get(question).copied());
        known.unwrap_or_else(|| {
            let text = HostCompiler::question(&[question.to_owned()]);
            let (stdout, stderr) = ask(&options.pass_on, text);
            let answers = HostCompiler::read(&stdout, &stderr).answers;
            let answer = answers.into_values().next().unwrap_or(0);
            if let Some(kept) = std::env::var_os("HOST") {
                let kept = std::fs::OpenOptions::new().append(true).open(kept);
                let _ = writeln!(kept.expect("HOST"), "late {question} {answer}");
            }
            asked_late.borrow_mut().insert(question.to_owned(), answer);
            answer
        })
    };
    let disk = Disk::default();
    let mut to: Box<dyn std::io::Write> = match &options.output {
        Some(path) => Box::new(std::fs::File::create(path).expect("the output")),
        None => Box::new(std::io::stdout().lock()),
    };
    let mut sink = |text: &[u8]| drop(to.write_all(text));
    let out = preprocess(&disk, &host, &answer, &options, settings, &mut sink).expect("a source");
    let all = start.elapsed();
    let stderr = std::io::stderr();
    if std::env::var_os("TIMES").is_some() {
        let rest = all - asked;
        let _ = writeln!(&stderr, "asked {asked:?}, preprocessed {rest:?}");
    }
    for p in &out.problems {
        let _ = writeln!(&stderr, "{p}");
    }
    if options.dependencies_only {
        sink(out.rule.unwrap_or_default().as_bytes());
    }
    std::process::exit(i32::from(
        out.problems.iter().any(|p| p.severity.is_error()),
    ));
}
