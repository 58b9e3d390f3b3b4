//! Folding and selection: what the text tells by itself.

use cleave_ide::outline::{Fold, folds as folds_of, selections as selections_of};
use lsp_types::{FoldingRangeParams, Range, SelectionRange, SelectionRangeParams};
use serde_json::{Value, json};

use super::{read, write};
use crate::view::{Answer, View};

pub(crate) fn folds(view: &View, params: Value) -> Answer {
    let _: FoldingRangeParams = read(params)?;
    let Some(lines) = view.lines() else {
        return Ok(json!([]));
    };
    let all = folds_of(&lines.text).into_iter().map(|(from, to, fold)| {
        let kind = match fold {
            Fold::Code => None,
            Fold::Comment => Some("comment"),
            Fold::Region => Some("region"),
            Fold::Imports => Some("imports"),
        };
        json!({ "startLine": from, "endLine": to, "kind": kind })
    });
    Ok(all.collect())
}

pub(crate) fn selections(view: &View, params: Value) -> Answer {
    let params: SelectionRangeParams = read(params)?;
    let Some(lines) = view.lines() else {
        return Ok(json!([]));
    };
    let all = params.positions.into_iter().map(|at| {
        let byte = lines.offset(at, view.encoding);
        let mut parent = None;
        for range in selections_of(&lines.text, byte).into_iter().rev() {
            let range = Range::new(
                view.place_of(&lines, range.start),
                view.place_of(&lines, range.end),
            );
            parent = Some(Box::new(SelectionRange { range, parent }));
        }
        parent.map_or_else(
            || SelectionRange {
                range: Range::new(at, at),
                parent: None,
            },
            |p| *p,
        )
    });
    write(all.collect::<Vec<_>>())
}
