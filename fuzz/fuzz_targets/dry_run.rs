//! Any lines as what `nvcc --dryrun` prints: a plan follows from whatever is understood.
#![no_main]
use cleave_plan::{DryRun, Plan};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    let lines: String = text.lines().map(|line| format!("#$ {line}\n")).collect();
    let answer = |words: &[String]| words.first().cloned();
    for text in [&*text, &lines] {
        if let Ok(run) = DryRun::read(text, &answer) {
            let plan = Plan::new(vec!["nvcc".into()], run, "/tmp/x", "/folder");
            let is_there = |name: &String| plan.steps.iter().any(|step| step.name == *name);
            assert!(plan.steps.iter().all(|step| step.needs.iter().all(is_there)));
            let _ = serde_json::to_string(&plan);
        }
    }
});
