//! Names of what the device has: only ASCII may be in them (reference: diagnostics, Device names). Told at every declaration that
//! says that the device has it, where its name is written without a qualifier.

use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, MemorySpace, Tile, tile};
use cleave_names::decl::{Decl, DeclKind};

use crate::Finding;
use crate::cxx::names::spelling::plain_spelling;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let tile = tile(s.db, s.file);
    for decl in s.decls {
        if decl.name.is_empty() || decl.instantiation || !decl.qualifier.is_empty() {
            continue;
        }
        if !is_on_device(decl, tile) {
            continue;
        }
        let at = decl.name_tokens.start;
        let name = plain_spelling(s.word(at));
        if !name.is_ascii() {
            out.push(Finding::new(codes::ILLEGAL_UCN_IN_DEVICE_IDENTIFER, at).name(name));
        }
    }
}

fn is_on_device(decl: &Decl, tile: Tile) -> bool {
    match decl.kind {
        DeclKind::Function => ExecutionSpace::written(decl, tile).on_device(),
        DeclKind::Variable => decl.parent.is_none() && !MemorySpace::written(decl, tile).is_host(),
        _ => false,
    }
}
