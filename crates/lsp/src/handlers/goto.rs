//! From names to declarations, from inclusions to files.

use std::path::PathBuf;

use cleave_ide::outline::{Include, definition_of_macro, inclusions};
use cleave_ide::{Goto, Target};
use lsp_types::{
    DocumentLink, DocumentLinkParams, GotoDefinitionParams, Location, Position, Range, Url,
};
use serde_json::Value;

use super::{read, write};
use crate::view::{Answer, View};

pub(crate) fn definition(view: &View, params: Value) -> Answer {
    goto(view, params, Goto::Definition)
}

pub(crate) fn declaration(view: &View, params: Value) -> Answer {
    goto(view, params, Goto::Declaration)
}

pub(crate) fn type_definition(view: &View, params: Value) -> Answer {
    goto(view, params, Goto::Type)
}

pub(crate) fn implementation(view: &View, params: Value) -> Answer {
    goto(view, params, Goto::Implementation)
}

fn goto(view: &View, params: Value, which: Goto) -> Answer {
    let params: GotoDefinitionParams = read(params)?;
    let at = params.text_document_position_params.position;
    if let Some(found) = included(view, at) {
        return write(vec![found]);
    }
    if which != Goto::Type
        && let Some(found) = of_macro(view, at)
    {
        return write(vec![found]);
    }
    let found = view.first_of(at, |analysis, at| {
        analysis
            .goto(at, which)
            .filter(|(_, targets)| !targets.is_empty())
    });
    let targets = found.map_or(Vec::new(), |(_, (_, targets))| targets);
    let locations: Vec<Location> = targets.iter().filter_map(|t| location(view, t)).collect();
    write(locations)
}

/// Where a target is. Of a system's header the line is known, and the name is looked for in it.
pub(crate) fn location(view: &View, target: &Target) -> Option<Location> {
    if target.range.start.column > 0 {
        return view.location(&target.range);
    }
    let path = view.absolute(&target.range.start.file);
    let path = path.to_string_lossy();
    let lines = view.texts.lines(&path)?;
    let line = target.range.start.line;
    let own = lines.line(line.saturating_sub(1));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let at = own
        .match_indices(&target.name)
        .map(|(at, _)| at)
        .find(|&at| {
            !own[..at].ends_with(is_word) && !own[at + target.name.len()..].starts_with(is_word)
        });
    let range = match at {
        Some(at) => {
            let column = |byte: usize| lines.position(line, byte as u32 + 1, view.encoding);
            Range::new(column(at), column(at + target.name.len()))
        }
        None => lines.whole(line, view.encoding),
    };
    Some(Location::new(view.url(&path)?, range))
}

/// The definition of the macro whose name is at a position.
pub(super) fn of_macro(view: &View, at: Position) -> Option<Location> {
    let defined = view.first_of(at, |analysis, at| {
        let e = analysis.places.expanded_at(&at.file, at.line, at.column)?;
        Some((e.name.to_owned(), e.defined.0.to_owned(), e.defined.1))
    });
    if let Some((_, (name, file, line))) = defined {
        let path = view.absolute(&file).to_string_lossy().into_owned();
        return macro_in(view, &path, &name, line);
    }
    // In a directive no macro is expanded that is only asked for.
    let lines = view.lines()?;
    let own = lines.line(at.line);
    if !own.trim_start().starts_with('#') {
        return None;
    }
    let (line, column) = lines.place(at, view.encoding);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let byte = column as usize - 1;
    let start = own[..byte].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    let end = own[byte..]
        .find(|c| !is_word(c))
        .map_or(own.len(), |at| byte + at);
    let name = own.get(start..end).filter(|n| !n.is_empty())?;
    let found = macro_in(view, &view.path, name, line);
    found.or_else(|| {
        let files = view.host()?.places.files();
        let mut paths: Vec<PathBuf> = files.map(|f| view.absolute(f)).collect();
        paths.sort();
        paths
            .iter()
            .find_map(|p| macro_in(view, &p.to_string_lossy(), name, 1))
    })
}

pub(super) fn macro_in(view: &View, path: &str, name: &str, line: u32) -> Option<Location> {
    let lines = view.texts.lines(path)?;
    let (line, column) = definition_of_macro(&lines.text, name, line)?;
    let position = |column| lines.position(line, column, view.encoding);
    let range = Range::new(position(column), position(column + name.len() as u32));
    Some(Location::new(view.url(path)?, range))
}

/// The file that an inclusion at a position names.
fn included(view: &View, at: Position) -> Option<Location> {
    let lines = view.lines()?;
    if !lines.line(at.line).trim_start().starts_with('#') {
        return None;
    }
    let byte = lines.offset(at, view.encoding);
    let all = inclusions(&lines.text).into_iter();
    let here = all
        .filter(|i| i.range.start <= byte + 1 && byte <= i.range.end + 1)
        .find(|i| (view.place_of(&lines, i.range.start)).line == at.line)?;
    let url = file_of(view, &here)?;
    Some(Location::new(url, Range::default()))
}

/// The file that an inclusion names: beside the file, or in a folder of the unit.
fn file_of(view: &View, include: &Include) -> Option<Url> {
    let own = std::path::Path::new(&view.path)
        .parent()
        .filter(|_| !include.is_system);
    let folders = own
        .into_iter()
        .chain(view.snapshot.includes.iter().map(PathBuf::as_path));
    let mut paths = folders.map(|f| f.join(&include.name));
    let path = paths.find(|p| p.is_file())?;
    let path = cleave_driver::editor::normal(&path);
    view.url(&path)
}

pub(crate) fn links(view: &View, params: Value) -> Answer {
    let _: DocumentLinkParams = read(params)?;
    let Some(lines) = view.lines() else {
        return Ok(Value::Null);
    };
    let all = inclusions(&lines.text).into_iter().filter_map(|include| {
        let target = file_of(view, &include)?;
        let start = view.place_of(&lines, include.range.start);
        let end = view.place_of(&lines, include.range.end);
        Some(DocumentLink {
            range: Range::new(start, end),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    });
    write(all.collect::<Vec<_>>())
}
