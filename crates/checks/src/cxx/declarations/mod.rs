//! What a declaration may not be, whatever else there is: rules of [dcl.dcl] and [class] that the words of one declaration decide.
//! Only the main source file is looked into: a library's declarations are somebody else's to mend.

pub(crate) mod allocation;
pub(crate) mod attribute_places;
pub(crate) mod autos;
pub(crate) mod bindings;
pub(crate) mod bit_fields;
pub(crate) mod block_specifiers;
pub(crate) mod class_names;
pub(crate) mod conversions;
pub(crate) mod default_arguments;
pub(crate) mod defaulted;
pub(crate) mod fields;
pub(crate) mod friends;
pub(crate) mod function_types;
pub(crate) mod gnu_attributes;
pub(crate) mod gnu_places;
pub(crate) mod implicit_int;
pub(crate) mod lone_specifiers;
pub(crate) mod misplaced;
pub(crate) mod namespaces;
pub(crate) mod nonmembers;
pub(crate) mod operators;
pub(crate) mod parameters;
pub(crate) mod places;
pub(crate) mod pointer_operators;
pub(crate) mod pure_specifiers;
pub(crate) mod qualified;
pub(crate) mod qualified_members;
pub(crate) mod shapes;
pub(crate) mod special;
pub(crate) mod specifiers;
pub(crate) mod standard_attributes;
pub(crate) mod storage;
pub(crate) mod trailing;
pub(crate) mod type_ids;
pub(crate) mod typename_places;
pub(crate) mod undefined_functions;
pub(crate) mod undefined_local;
pub(crate) mod virtuals;

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Tokens};
use cleave_names::flat_bodies;
use cleave_syntax::SyntaxKind::{self, *};

use crate::cxx::names::unknown_scopes;
use crate::engine::broken::Broken;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::{Sink, Source};

/// The declarations of an item, members of classes included.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    if !is_in_own_file(s.db, s.item) {
        return;
    }
    let broken = Broken::by(&flat_bodies(s.db, s.item).errors);
    for decl in s.decls {
        // What is not read declares nothing.
        if decl.instantiation || broken.skips(decl.name_tokens.start) {
            continue;
        }
        storage::check(s, decl, out);
        friends::variable(s, decl, out);
        shapes::check(s, decl, out);
        fields::check(s, decl, out);
        qualified_members::check(s, decl, out);
        class_names::check(s, decl, out);
        gnu_attributes::check(s, decl, out);
        implicit_int::check(s, decl, out);
        unknown_scopes::constant(s, decl, out);
        if decl.kind == DeclKind::Function {
            operators::check(s, decl, out);
            allocation::check(s, decl, out);
            nonmembers::check(s, decl, out);
            special::check(s, decl, out);
            parameters::check(s, decl, out);
            conversions::check(s, decl, out);
            defaulted::check(s, decl, out);
            trailing::check(s, decl, out);
            virtuals::check(s, decl, out);
        }
    }
    parameters::heads(s, out);
    languages(s, out);
}

/// Languages of linkage that nobody knows ([dcl.link]/1).
fn languages<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for i in 1..s.lexed.len() as u32 {
        if s.kind(i - 1) == EXTERN_KW
            && s.kind(i) == STRING_LITERAL
            && !matches!(s.word(i).trim_start_matches("u8"), "\"C\"" | "\"C++\"")
            && !s.word(i).contains('(')
        {
            out.push(crate::Finding::new(codes::UNKNOWN_LINKAGE, i));
        }
    }
}

/// The keywords right in a decl-specifier-seq, without what stands in brackets or braces there or is a
/// template's argument.
fn words(s: &Source<'_>, specifiers: Tokens) -> Vec<(u32, SyntaxKind)> {
    let mut depth = 0u32;
    let mut arguments = 0u32;
    let mut bases = false;
    let mut out = Vec::new();
    for i in specifiers.start..specifiers.end {
        let kind = s.kind(i);
        match kind {
            // What a class is derived from is no specifier.
            COLON if depth == 0 && arguments == 0 => bases = true,
            L_PAREN | L_BRACE | L_BRACK => {
                bases &= !(kind == L_BRACE && depth == 0);
                depth += 1;
            }
            R_PAREN | R_BRACE | R_BRACK => depth = depth.saturating_sub(1),
            _ if bases => {}
            LT if depth == 0 => arguments += 1,
            GT if depth == 0 => arguments = arguments.saturating_sub(1),
            _ if depth == 0 && arguments == 0 => out.push((i, kind)),
            _ => {}
        }
    }
    out
}

/// The class in whose body a declaration stands.
/// Whether nothing declares the qualified name of a declarator, and a `<` stands behind it, which is no part of it.
fn is_no_template(s: &Source<'_>, decl: &Decl) -> bool {
    !decl.qualifier.is_empty() && s.kind(decl.name_tokens.end) == LT
}

fn class_of<'s>(s: &Source<'s>, decl: &Decl) -> Option<&'s Decl> {
    s.decls.get(decl.parent? as usize)
}
