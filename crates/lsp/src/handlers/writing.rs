//! What helps to write: completion, signatures, hints, lenses, fixes.

use std::path::Path;

use cleave_ide::outline::macros_of;
use cleave_ide::{Analysis, HintKind, Kind};
use lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, InlayHintParams, NumberOrString, Range,
    SignatureHelpParams, TextEdit,
};
use serde_json::{Value, json};

use super::read;
use crate::view::{Answer, View};

/// How many files of a folder are offered.
const FILES: usize = 400;

fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Method => 2,
        Kind::Function | Kind::Kernel | Kind::Other => 3,
        Kind::Constructor => 4,
        Kind::Field => 5,
        Kind::Variable | Kind::Parameter => 6,
        Kind::Class => 7,
        Kind::Concept => 8,
        Kind::Namespace => 9,
        Kind::Enum => 13,
        Kind::Keyword => 14,
        Kind::File => 17,
        Kind::Enumerator => 20,
        Kind::Macro => 21,
        Kind::Alias => 22,
        Kind::TypeParameter => 25,
    }
}

pub(crate) fn completion(view: &View, params: Value) -> Answer {
    let params: CompletionParams = read(params)?;
    let at = params.text_document_position.position;
    let Some(lines) = view.lines() else {
        return Ok(Value::Null);
    };
    let (_, column) = lines.place(at, view.encoding);
    if let Some(files) = inclusions(view, lines.line(at.line), column as usize - 1) {
        return Ok(json!({ "isIncomplete": false, "items": files }));
    }
    let byte = lines.offset(at, view.encoding);
    let found = view.first_of(at, |analysis, place| {
        let macros = || macros(view, analysis);
        let all = analysis.completions(&lines.text, byte, place, &macros);
        (!all.is_empty()).then_some(all)
    });
    let all = found.map_or(Vec::new(), |(_, all)| all);
    let items: Vec<Value> = all
        .iter()
        .map(|c| {
            let detail = (!c.detail.is_empty()).then_some(&c.detail);
            json!({
                "label": c.name,
                "kind": number(c.kind),
                "detail": detail,
                "sortText": format!("{}{}", c.rank, c.name),
            })
        })
        .collect();
    // Names of headers depend on what was written of them.
    Ok(json!({ "isIncomplete": true, "items": items }))
}

/// The macros that the files define which lie near the document or where the unit is compiled.
fn macros(view: &View, analysis: &Analysis) -> Vec<String> {
    let own = Path::new(&view.path);
    let around = own.parent().map(|folder| folder.parent().unwrap_or(folder));
    let is_near = |path: &Path| {
        path.starts_with(&view.snapshot.folder) || around.is_some_and(|a| path.starts_with(a))
    };
    let files = analysis.places.files().map(|name| view.absolute(name));
    let mut paths: Vec<_> = files.filter(|path| is_near(path)).take(FILES).collect();
    paths.push(own.to_owned());
    paths.sort();
    paths.dedup();
    let mut out: Vec<String> = Vec::new();
    for path in paths {
        if let Some(lines) = view.texts.lines(&path.to_string_lossy()) {
            out.extend(macros_of(&lines.text).map(str::to_owned));
        }
    }
    out
}

/// The files that an inclusion may name, if a byte of a line is in one.
fn inclusions(view: &View, line: &str, end: usize) -> Option<Vec<Value>> {
    let rest = line
        .trim_start()
        .strip_prefix('#')?
        .trim_start()
        .strip_prefix("include")?;
    let open = rest.find(['"', '<'])?;
    let start = line.len() - rest.len() + open + 1;
    let typed = line.get(start..end)?;
    if typed.contains(['"', '>']) {
        return None;
    }
    let (folder, _) = typed.rsplit_once('/').unwrap_or(("", typed));
    let is_system = rest[open..].starts_with('<');
    let own = Path::new(&view.path).parent().filter(|_| !is_system);
    let folders = own
        .into_iter()
        .chain(view.snapshot.includes.iter().map(|p| p.as_path()));
    let mut out: Vec<(String, bool)> = Vec::new();
    for base in folders {
        let Ok(entries) = std::fs::read_dir(base.join(folder)) else {
            continue;
        };
        for entry in entries.flatten().take(FILES) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.path().is_dir();
            let extension = Path::new(&name).extension().and_then(|e| e.to_str());
            let is_header = matches!(
                extension,
                None | Some("h" | "cuh" | "hpp" | "hh" | "hxx" | "inl" | "cu")
            );
            if (is_folder || is_header)
                && !name.starts_with('.')
                && !out.iter().any(|o| o.0 == name)
            {
                out.push((name, is_folder));
            }
        }
    }
    out.sort();
    let items = out.into_iter().map(|(name, is_folder)| {
        let label = if is_folder { format!("{name}/") } else { name };
        json!({ "label": label, "kind": if is_folder { 19 } else { 17 } })
    });
    Some(items.collect())
}

pub(crate) fn signatures(view: &View, params: Value) -> Answer {
    let params: SignatureHelpParams = read(params)?;
    let at = params.text_document_position_params.position;
    let Some(lines) = view.lines() else {
        return Ok(Value::Null);
    };
    let byte = lines.offset(at, view.encoding);
    let found = view.first_of(at, |analysis, place| {
        analysis.signatures(&lines.text, byte, place)
    });
    let Some((_, found)) = found else {
        return Ok(Value::Null);
    };
    let signatures: Vec<Value> = found
        .all
        .iter()
        .map(|s| {
            let utf16 = |byte: usize| s.label[..byte].encode_utf16().count();
            let parameters = s
                .parameters
                .iter()
                .map(|&(a, b)| json!({ "label": [utf16(a), utf16(b)] }));
            json!({ "label": s.label, "parameters": parameters.collect::<Vec<_>>() })
        })
        .collect();
    Ok(json!({
        "signatures": signatures,
        "activeSignature": found.active,
        "activeParameter": found.parameter,
    }))
}

pub(crate) fn hints(view: &View, params: Value) -> Answer {
    let params: InlayHintParams = read(params)?;
    let Some(file) = &view.file else {
        return Ok(json!([]));
    };
    let lines = params.range.start.line + 1..=params.range.end.line.saturating_add(1);
    let mut all = Vec::new();
    // Code that is there in the device pass alone has hints as well.
    for (_, analysis) in view.passes() {
        for hint in analysis.hints(file, lines.clone()) {
            if !all.contains(&hint) {
                all.push(hint);
            }
        }
    }
    all.sort_by(|a, b| a.at.cmp(&b.at));
    let shown = all.iter().map(|h| {
        let at = cleave_ide::FileRange::of_token(h.at.clone(), 1);
        let kind = match h.kind {
            HintKind::Type => Some(1),
            HintKind::Parameter => Some(2),
            HintKind::Space | HintKind::Instances => None,
        };
        json!({
            "position": view.range(&at).start,
            "label": h.label,
            "kind": kind,
            "paddingRight": matches!(h.kind, HintKind::Parameter | HintKind::Space),
            "paddingLeft": h.kind == HintKind::Instances,
        })
    });
    Ok(shown.collect())
}

pub(crate) fn lenses(view: &View, params: Value) -> Answer {
    let _: CodeLensParams = read(params)?;
    let (Some(file), Some(host)) = (&view.file, view.host()) else {
        return Ok(json!([]));
    };
    let count = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let mut out = Vec::new();
    for lens in host.lenses(file) {
        let range = view.range(&lens.at);
        let mut parts = vec![count(lens.launches.len(), "launch").replace("launchs", "launches")];
        parts.extend(lens.instances.map(|n| count(n, "instance")));
        let (functions, variables) = lens.drags_in;
        if functions + variables > 0 {
            parts.push(format!(
                "needs {} and {}",
                count(functions, "function"),
                count(variables, "variable")
            ));
        }
        // It says something, and does nothing.
        let command = json!({ "title": parts.join(" · "), "command": "" });
        out.push(json!({ "range": range, "command": command }));
    }
    Ok(Value::Array(out))
}

pub(crate) fn actions(view: &View, params: Value) -> Answer {
    let params: CodeActionParams = read(params)?;
    let mut out = Vec::new();
    for diagnostic in &params.context.diagnostics {
        let Some(NumberOrString::Number(number)) = diagnostic.code else {
            continue;
        };
        let Ok(number) = u16::try_from(number) else {
            continue;
        };
        let found = view.first_of(diagnostic.range.start, |analysis, at| {
            let fixes = analysis.fixes(number, at);
            (!fixes.is_empty()).then_some(fixes)
        });
        let fixes = found.map_or(Vec::new(), |(_, fixes)| fixes);
        for (nth, fix) in fixes.into_iter().enumerate() {
            let mut changes = serde_json::Map::new();
            let mut edits: Vec<(String, TextEdit)> = Vec::new();
            for edit in &fix.edits {
                // A range without a length stands for a word.
                let is_empty = edit.range.is_empty();
                let range = match is_empty {
                    true => cleave_ide::FileRange::of_token(edit.range.start.clone(), 1),
                    false => edit.range.clone(),
                };
                let Some(location) = view.location(&range) else {
                    continue;
                };
                let Range { start, end } = location.range;
                let range = Range::new(start, if is_empty { start } else { end });
                let edit = TextEdit::new(range, edit.text.clone());
                edits.push((location.uri.to_string(), edit));
            }
            for (uri, edit) in edits {
                let of_file = changes.entry(uri).or_insert_with(|| json!([]));
                if let Some(all) = of_file.as_array_mut() {
                    all.push(json!(edit));
                }
            }
            out.push(json!({
                "title": fix.title,
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "isPreferred": nth == 0,
                "edit": { "changes": changes },
            }));
        }
    }
    Ok(Value::Array(out))
}
