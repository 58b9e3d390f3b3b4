//! Types that are written out in the user's own code: the host compiler is not to work them out itself. Which ones, and why, the
//! semantic core knows ([`cleave_typing::written_types`]).

use cleave_base_db::Db;
use cleave_names::{ItemNode, item_id_of_node};
use cleave_syntax::SyntaxKind::{COLON2, GT, IDENT, L_BRACE, LT, SEMICOLON};
use cleave_typing::{WrittenOut, written_types};

use crate::edit::Edit;
use crate::source::Source;

/// Adds the edits that write types out, where nothing else is changed. Unless template arguments are `resolved`, only default
/// arguments are added to what is written.
pub(crate) fn edits<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    source: &Source<'_>,
    resolved: bool,
    out: &mut Vec<Edit>,
) {
    if !has_candidates(source) {
        return;
    }
    let others = out.len();
    for change in written_types(db, item_id_of_node(db, item)) {
        let edit = match change {
            WrittenOut::Type(..) if !resolved => continue,
            WrittenOut::Type(tokens, text) => Edit::replace(tokens.range(), text.clone()),
            WrittenOut::Arguments(at, text) if source.kind(*at) == GT => {
                Edit::insert(*at as usize, text.clone())
            }
            WrittenOut::Arguments(..) => continue,
        };
        let apart = |other: &Edit| other.end <= edit.start || edit.end <= other.start;
        if out[..others].iter().all(apart) {
            out.push(edit);
        }
    }
}

/// Whether an item has what may be a template-id with arguments, or a member of a member: else there is nothing to ask for.
fn has_candidates(source: &Source<'_>) -> bool {
    let mut open = false;
    for i in 1..source.lexed.len() as u32 {
        match source.kind(i) {
            LT => open |= source.kind(i - 1) == IDENT,
            GT if open => return true,
            COLON2 if source.kind(i + 2) == COLON2 => return true,
            SEMICOLON | L_BRACE => open = false,
            _ => {}
        }
    }
    false
}
