//! What each unit says of each file, and what a client receives of it: all units together. It knows no passes.

use std::path::Path;
use std::sync::Arc;

use cleave_diagnostics::Severity;
use cleave_ide::{Diagnostic, FilePosition, FileRange, Tag};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Position, Range, Url,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::position::Encoding;
use crate::texts::{Texts, absolute, url_of};

/// Diagnostics by file and unit.
#[derive(Default)]
pub(crate) struct Published {
    files: FxHashMap<String, FxHashMap<Arc<str>, Vec<lsp_types::Diagnostic>>>,
    /// What the client knows.
    sent: FxHashMap<String, Vec<lsp_types::Diagnostic>>,
}

impl Published {
    /// A unit says this now. The files whose diagnostics are not what the client has, and those among `open` that it has none of yet.
    pub(crate) fn set(
        &mut self,
        unit: &Arc<str>,
        by_file: FxHashMap<String, Vec<lsp_types::Diagnostic>>,
        open: Vec<String>,
    ) -> Vec<String> {
        let is_new = |file: &String| !self.sent.contains_key(file);
        let mut touched: FxHashSet<String> = open.into_iter().filter(is_new).collect();
        let first = touched.clone();
        for (file, units) in &mut self.files {
            if units.remove(unit).is_some() {
                touched.insert(file.clone());
            }
        }
        for (file, diagnostics) in by_file {
            touched.insert(file.clone());
            let units = self.files.entry(file).or_default();
            units.insert(Arc::clone(unit), diagnostics);
        }
        let mut changed: Vec<String> = touched
            .into_iter()
            .filter(|file| {
                let now = self.of(file);
                let was = self.sent.get(file);
                let same = was.map_or(now.is_empty() && !first.contains(file), |was| *was == now);
                if !same {
                    self.sent.insert(file.clone(), now);
                }
                !same
            })
            .collect();
        self.files.retain(|_, units| !units.is_empty());
        changed.sort();
        changed
    }

    /// The client has closed a file: when it opens it again, it receives them anew.
    pub(crate) fn forget(&mut self, file: &str) {
        if self.sent.get(file).is_some_and(Vec::is_empty) {
            self.sent.remove(file);
        }
    }

    /// What all units say of a file, each thing once.
    pub(crate) fn of(&self, file: &str) -> Vec<lsp_types::Diagnostic> {
        let mut out: Vec<lsp_types::Diagnostic> = Vec::new();
        let Some(units) = self.files.get(file) else {
            return out;
        };
        let mut names: Vec<&Arc<str>> = units.keys().collect();
        names.sort();
        for d in names.into_iter().flat_map(|name| &units[name]) {
            if !out.contains(d) {
                out.push(d.clone());
            }
        }
        out.sort_by_key(|d| (d.range.start.line, d.range.start.character));
        out
    }
}

/// Turns places of a unit into the client's.
pub(crate) struct Places<'a> {
    pub(crate) texts: &'a Texts,
    pub(crate) folder: &'a Path,
    pub(crate) encoding: Encoding,
}

impl Places<'_> {
    /// The document and the range of a stretch. Of a place without a column it is the line, from one without a length the word there.
    pub(crate) fn location(&self, at: &FileRange) -> Option<Location> {
        let path = absolute(self.folder, &at.start.file);
        let range = self.range(&path.to_string_lossy(), at);
        let name = path.to_string_lossy().into_owned();
        let open = self.texts.document(&name).map(|d| d.url.clone());
        Some(Location::new(open.or_else(|| url_of(&path))?, range))
    }

    pub(crate) fn range(&self, path: &str, at: &FileRange) -> Range {
        let FilePosition { line, column, .. } = at.start;
        let Some(lines) = self.texts.lines(path) else {
            let start = Position::new(line.saturating_sub(1), column.saturating_sub(1));
            return Range::new(start, start);
        };
        if column == 0 {
            return lines.whole(line, self.encoding);
        }
        let start = lines.position(line, column, self.encoding);
        let mut end = (at.end_line, at.end_column);
        if end == (line, column) {
            let text = lines.line(line - 1);
            let rest = text.get(column as usize - 1..).unwrap_or("");
            let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            end.1 += (word.unwrap_or(rest.len()).max(1) as u32).min(rest.len() as u32);
        }
        Range::new(start, lines.position(end.0, end.1, self.encoding))
    }

    /// A diagnostic in the client's form, with the path of its file.
    pub(crate) fn diagnostic(
        &self,
        d: &Diagnostic,
        explain: &dyn Fn(u16) -> Option<Url>,
    ) -> (String, lsp_types::Diagnostic) {
        let path = absolute(self.folder, &d.range.start.file);
        let path = path.to_string_lossy().into_owned();
        let related = d.related.iter().filter_map(|r| {
            Some(DiagnosticRelatedInformation {
                location: self.location(&r.range)?,
                message: r.message.clone(),
            })
        });
        let related: Vec<_> = related.collect();
        let mut message = d.message.clone();
        if !d.passes.is_empty() {
            message.push_str(&format!(" [{}]", d.passes.join(", ")));
        }
        let tags = d.shown.map(|tag| {
            vec![match tag {
                Tag::Unused => DiagnosticTag::UNNECESSARY,
                Tag::Deprecated => DiagnosticTag::DEPRECATED,
            }]
        });
        let shown = lsp_types::Diagnostic {
            range: self.range(&path, &d.range),
            severity: Some(severity(d.severity)),
            code: d.number.map(|n| NumberOrString::Number(n.into())),
            code_description: d
                .number
                .and_then(explain)
                .map(|href| CodeDescription { href }),
            source: Some("cleave".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags,
            data: None,
        };
        (path, shown)
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        _ if severity.is_error() || severity.is_fatal() => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Remark => DiagnosticSeverity::INFORMATION,
        _ => DiagnosticSeverity::HINT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(message: &str) -> FxHashMap<String, Vec<lsp_types::Diagnostic>> {
        let one = lsp_types::Diagnostic::new_simple(Range::default(), message.to_owned());
        FxHashMap::from_iter([("h.cuh".to_owned(), vec![one])])
    }

    #[test]
    fn what_units_say_of_a_header_is_published_once_and_when_it_changes() {
        let (a, b): (Arc<str>, Arc<str>) = ("a.cu".into(), "b.cu".into());
        let mut published = Published::default();
        assert_eq!(published.set(&a, said("x"), Vec::new()), ["h.cuh"]);
        assert!(published.set(&b, said("x"), Vec::new()).is_empty());
        assert_eq!(published.of("h.cuh").len(), 1);
        assert_eq!(published.set(&a, said("y"), Vec::new()), ["h.cuh"]);
        assert_eq!(published.of("h.cuh").len(), 2);
        // What one unit no longer says another may.
        assert_eq!(
            published.set(&a, FxHashMap::default(), Vec::new()),
            ["h.cuh"]
        );
        assert_eq!(published.of("h.cuh")[0].message, "x");
    }
}
