//! Memory spaces of variables: which ones go together, with what types, and where (reference: spaces, Memory spaces; attributes,
//! Managed variables).

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_names::ScopePath;
use cleave_names::decl::{Decl, DeclKind, Spec};
use cleave_syntax::SyntaxKind::{EQ, L_BRACE};
use cleave_typing::function::variable_type;
use cleave_typing::{Entity, Ty};

use crate::Finding;
use crate::cuda::attributes::known::shown;
use crate::device::variables::textures::is_texture;
use crate::engine::entities;
use crate::engine::redeclarations::said_before;
use crate::engine::source::{Sink, Source};

/// What the annotations of one variable say. Shared by declarations at namespace scope and in bodies.
pub(crate) struct Variable<'a> {
    /// The annotations in order: token and name.
    pub(crate) spaces: Vec<(u32, &'a str)>,
    /// Its name's token.
    pub(crate) name: u32,
    /// One past its initializer or declarator.
    pub(crate) end: u32,
    /// What earlier declarations say.
    pub(crate) before: MemorySpace,
    /// `constexpr`
    pub(crate) constexpr: bool,
    /// It is a reference.
    pub(crate) reference: bool,
    /// It is const.
    pub(crate) constant: bool,
    /// It has an initializer.
    pub(crate) initialized: bool,
    /// It is a template or a member of one: what its type decides is decided later.
    pub(crate) template: bool,
}

impl Variable<'_> {
    /// The space whose name messages print, of several.
    pub(crate) fn space(&self) -> &'static str {
        let has = |space: &str| self.spaces.iter().any(|s| s.1 == space);
        let first = ["constant", "shared", "managed", "device"]
            .into_iter()
            .find(|s| has(s));
        first.map_or("", shown)
    }

    /// What is said where an annotation stands.
    pub(crate) fn applied(&self, out: &mut Sink<'_>) {
        let mut shared = self.before.has(MemorySpace::SHARED);
        let mut constant = self.before.has(MemorySpace::CONSTANT);
        for &(at, space) in &self.spaces {
            shared |= space == "shared";
            constant |= space == "constant";
            if shared && constant && matches!(space, "shared" | "constant") {
                out.push(Finding::new(codes::ILLEGAL_MEMORY_SPACE_COMBINATION, at));
            }
            if self.constexpr && !self.template && matches!(space, "managed" | "shared") {
                out.push(Finding::new(codes::DEVICE_VAR_CONSTEXPR, at).text(shown(space)));
            }
        }
    }

    /// What is said of the name, once the initializer has been read.
    pub(crate) fn declared(&self, out: &mut Sink<'_>) {
        if self.template {
            return;
        }
        let mut say = |code| out.push(Finding::new(code, self.name).reported_at(self.end));
        let has = |space: &str| self.spaces.iter().any(|s| s.1 == space);
        let managed = has("managed") || self.before.has(MemorySpace::MANAGED);
        let shared = has("shared") || self.before.has(MemorySpace::SHARED);
        let constant = has("constant") || self.before.has(MemorySpace::CONSTANT);
        if managed && (shared || constant) {
            say(codes::MANAGED_CANT_BE_SHARED_CONSTANT);
        }
        if managed && self.reference {
            say(codes::MANAGED_REFERENCE_TYPE_NOT_ALLOWED);
        } else if managed && self.constant {
            say(codes::MANAGED_CONST_TYPE_NOT_ALLOWED);
        }
        if shared && self.initialized {
            say(codes::INITIALIZER_ON_SHARED_VARIABLE);
        }
    }
}

/// The memory spaces among a declaration's attributes.
fn spaces(decl: &Decl) -> Vec<(u32, &str)> {
    decl.attributes
        .iter()
        .filter(|a| cleave_attributes::is_memory_space(&a.name))
        .map(|a| (a.tokens.start, a.name.as_str()))
        .collect()
}

/// The variables that the item declares outside of bodies.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    for decl in s.decls {
        if decl.kind != DeclKind::Variable || decl.instantiation || decl.name.is_empty() {
            continue;
        }
        let spaces = spaces(decl);
        if spaces.is_empty() {
            texture(s, decl, out);
            continue;
        }
        let entity = entities::entity(s, decl);
        let ty = entity.map_or(Ty::error(db), |e| variable_type(db, e));
        // `F f;` declares a function if F is a function type.
        if ty.is_function(db) {
            continue;
        }
        let variable = Variable {
            name: decl.name_tokens.start,
            end: decl.initializer.end.max(decl.declarator.end),
            before: said_before(db, s.item, decl).unwrap_or_default().memory,
            constexpr: decl.spec.any(Spec::CONSTEXPR),
            initialized: is_initialized(s, decl, ty),
            template: decl.is_template() || s.in_template(decl),
            reference: ty.is_reference(db),
            constant: ty.innermost_element(db).top_quals(db).is_const,
            spaces,
        };
        if member(s, decl) {
            for &(at, _) in &variable.spaces {
                out.push(Finding::new(codes::MEMORY_SPACE_ON_DATA_MEMBER, at));
            }
            variable.applied(out);
        } else if decl.parent.is_none() && decl.qualifier.is_empty() {
            variable.applied(out);
            inline(s, decl, &variable, out);
            variable.declared(out);
            unnamed_inline(s, decl, &variable, out);
        }
    }
}

/// Whether a declaration is certainly one of a static data member.
fn member(s: &Source<'_>, decl: &Decl) -> bool {
    if decl.parent.is_some() {
        return decl.spec.any(Spec::STATIC);
    }
    let class = |e: &Entity<'_>| e.decl(s.db).parent_class(s.db).is_some();
    !decl.qualifier.is_empty() && entities::first(s, decl).is_some_and(|e| class(&e))
}

fn is_initialized<'db>(s: &Source<'db>, decl: &Decl, ty: Ty<'db>) -> bool {
    let t = decl.initializer;
    // Empty braces initialize nothing that a shared variable would need.
    let empty = s.kind(t.start) == L_BRACE && t.end == t.start + 2
        || s.kind(t.start) == EQ && s.kind(t.start + 1) == L_BRACE && t.end == t.start + 3;
    !t.is_empty() && (!empty || is_known_object(s, ty))
}

/// Whether a type is certainly that of an object.
fn is_known_object<'db>(s: &Source<'db>, ty: Ty<'db>) -> bool {
    let element = ty.innermost_element(s.db);
    let unknown = element.is_error(s.db) || element.is_unknown(s.db) || element.is_dependent(s.db);
    !unknown && !ty.is_reference(s.db) && !ty.is_function(s.db) && !ty.is_void(s.db)
}

/// An inline variable with external linkage would be one for the whole program, which whole-program mode cannot have.
fn inline<'db>(s: &Source<'db>, decl: &Decl, v: &Variable<'_>, out: &mut Sink<'db>) {
    let placed = v.spaces.iter().any(|s| s.1 != "shared");
    let external = decl.spec.any(Spec::INLINE)
        && !decl.spec.any(Spec::STATIC)
        && !decl.is_specialization()
        && !s.item.scope(s.db).is_internal(s.db);
    if external && placed && !s.settings.relocatable {
        out.push(Finding::new(
            codes::INLINE_DEVICE_VARIABLE_NOT_INTERNAL,
            decl.name_tokens.start,
        ));
    }
}

/// Nothing in an unnamed namespace that was first opened as inline can be named from outside.
fn unnamed_inline<'db>(s: &Source<'db>, decl: &Decl, v: &Variable<'_>, out: &mut Sink<'db>) {
    if !v.template && in_unnamed_inline(s.item.scope(s.db), s) {
        out.push(
            Finding::new(
                codes::DEVICE_VARIABLE_IN_UNNAMED_INLINE_NS,
                decl.name_tokens.start,
            )
            .text(v.space()),
        );
    }
}

/// A texture in an unnamed namespace that was first opened as inline.
fn texture<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let is_plain = decl.parent.is_none() && !decl.is_template() && decl.qualifier.is_empty();
    if !is_plain || !in_unnamed_inline(s.item.scope(s.db), s) {
        return;
    }
    let ty = entities::entity(s, decl).map(|e| variable_type(s.db, e));
    if ty.is_some_and(|ty| is_texture(s.db, ty)) {
        let code = codes::TEXTURE_SURFACE_VARIABLE_IN_UNNAMED_INLINE_NS;
        out.push(Finding::new(code, decl.name_tokens.start));
    }
}

fn in_unnamed_inline(scope: ScopePath<'_>, s: &Source<'_>) -> bool {
    scope
        .path(s.db)
        .iter()
        .any(|p| p.inline(s.db) && p.name(s.db).is_empty())
}
