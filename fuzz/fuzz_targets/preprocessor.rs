//! Any files that include one another: preprocessing ends, within its limits, and each token is found again by its place. A line `//- NAME`
//! begins a file; what comes before the first is `a.cpp`.
#![no_main]
use cleave_preprocessor::{Files, HostCompiler, Options, Settings, Severity, Time, preprocess_with};

struct Many<'a>(Vec<(&'a str, &'a str)>);

impl Files for Many<'_> {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let file = self.0.iter().find(|f| f.0 == path.trim_start_matches("./"))?;
        into.extend_from_slice(file.1.as_bytes());
        Some(0)
    }
    fn folder(&self, _path: &str) -> Option<String> {
        None
    }
    fn canonical(&self, _path: &str) -> Option<String> {
        None
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut parts = text.split("//- ");
    let mut files = vec![("a.cpp", parts.next().unwrap_or_default())];
    files.extend(parts.filter_map(|p| p.split_once('\n')));
    let options = Options::parse(&["a.cpp".to_owned()]).expect("a source");
    let settings = Settings {
        growth: 1 << 14,
        bytes: 1 << 20,
        opens: 200,
        tokens: true,
        ..Settings::default()
    };
    let answer = |question: &str| question.len() as i64;
    let files = Many(files);
    let copied = Settings { tokens: false, ..settings.clone() };
    let out = preprocess_with(&files, &HostCompiler::default(), &answer, &options, settings).expect("a text");
    let fast = preprocess_with(&files, &HostCompiler::default(), &answer, &options, copied).expect("a text");
    let stopped = [&out, &fast].iter().any(|o| o.problems.iter().any(|p| p.severity == Severity::Fatal));
    assert!(stopped || out.text == fast.text);
    let stream = out.stream;
    for t in 0..stream.len().min(1000) as u32 {
        if let Some((file, line, column)) = stream.spelled_at(t) {
            assert!(stream.at(file, line, column).contains(&t), "{file}:{line}:{column}");
        }
    }
});
