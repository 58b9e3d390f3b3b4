//! `cleave lsp --check`: what an editor would show of files, as text. It knows no protocol.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cleave_driver::editor::{normal, with_unit};
use cleave_ide::{Diagnostic, Places, merged};

use crate::project::{Project, Settings};
use crate::texts::Texts;
use crate::units::{Asked, diagnostics_of};

/// Prints what is wrong with files.
pub(crate) fn run(files: &[PathBuf], settings: Settings) -> i32 {
    let mut project = Project::new(settings);
    let mut worst = 0;
    for file in files {
        let status = cleave_driver::with_big_stack(|| match check(file, &mut project) {
            Ok((text, errors)) => {
                let _ = std::io::stdout().write_all(text.as_bytes());
                if errors { 2 } else { 0 }
            }
            Err(message) => {
                let _ = writeln!(
                    std::io::stderr(),
                    "cleave lsp: {}: {message}",
                    file.display()
                );
                1
            }
        });
        worst = worst.max(status);
    }
    worst
}

/// What is wrong with a file, one diagnostic a paragraph, and whether there are errors.
fn check(file: &Path, project: &mut Project) -> Result<(String, bool), String> {
    let here = std::env::current_dir().map_err(|e| e.to_string())?;
    let path = normal(&here.join(file));
    let texts = Texts::default();
    let read = |path: &str| texts.lines(path).map(|lines| lines.text.clone());
    let source = match project.compiles(&path) || path.ends_with(".cu") {
        true => path.clone(),
        false => project
            .includer(&path, &read)
            .unwrap_or_else(|| path.clone()),
    };
    let mut command = project.command(&source);
    // Without a project a file is called as the user calls it.
    if source == path && !project.compiles(&path) {
        command.folder = here;
        command.source = file.to_owned();
    }
    let text = texts
        .lines(&path)
        .map(|lines| Arc::from(lines.text.as_bytes()));
    let found = with_unit(&command, |unit| {
        // As if it were open.
        unit.change(&path, text);
        unit.update()?;
        let passes = unit.passes().into_iter().map(|pass| {
            let places = Places::new(Arc::clone(&pass.tokens)).into();
            let asked = Asked::of(pass, &places);
            (Arc::clone(&asked.pass.name), diagnostics_of(&asked))
        });
        Ok::<_, String>(merged(passes.collect()))
    })??;
    let mut errors = false;
    let mut text = String::new();
    for d in &found {
        let shown = normal(&command.folder.join(&*d.range.start.file));
        // Of a header what its unit says of it alone is shown.
        if source != path && shown != path {
            continue;
        }
        errors |= d.severity.is_error() || d.severity.is_fatal();
        text.push_str(&paragraph(d));
    }
    Ok((text, errors))
}

fn paragraph(d: &Diagnostic) -> String {
    let place = |at: &cleave_ide::FilePosition| match at.column {
        0 => format!("{}:{}", at.file, at.line),
        column => format!("{}:{}:{column}", at.file, at.line),
    };
    let number = d.number.map_or(String::new(), |n| format!(" #{n}"));
    let passes = match d.passes.is_empty() {
        true => String::new(),
        false => format!(" [{}]", d.passes.join(", ")),
    };
    let message = d.message.replace('\n', "\n    ");
    let word = d.severity.word();
    let mut out = format!(
        "{}: {word}{number}: {message}{passes}\n",
        place(&d.range.start)
    );
    for r in &d.related {
        let message = r.message.replace('\n', "\n    ");
        out.push_str(&format!("  {}: {message}\n", place(&r.range.start)));
    }
    out
}
