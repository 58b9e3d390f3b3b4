//! Memory spaces of variables: which ones go together, with what types, and where (spec 2-spaces 2, spec 3-attrs 6).

use cleave_names::decl::{Decl, DeclKind, Shape, Spec};

use crate::Finding;
use crate::index::is_static_member;
use crate::source::{Sink, Source};

/// What the annotations of one variable say. Shared by declarations at namespace scope and in bodies.
pub(crate) struct Variable<'a> {
    /// The annotations in order: token and name.
    pub(crate) spaces: Vec<(u32, &'a str)>,
    /// Its name's token.
    pub(crate) name: u32,
    /// Its specifiers.
    pub(crate) spec: Spec,
    /// Its declarator's operators.
    pub(crate) shape: &'a [Shape],
    /// It has an initializer.
    pub(crate) initialized: bool,
}

impl Variable<'_> {
    fn at(&self, space: &str) -> Option<u32> {
        self.spaces.iter().find(|s| s.1 == space).map(|s| s.0)
    }

    /// What holds wherever a variable is declared.
    pub(crate) fn check(&self, out: &mut Sink<'_>) {
        let has = |space: &str| self.at(space).is_some();
        if let (Some(a), Some(b)) = (self.at("shared"), self.at("constant")) {
            out.push(Finding::new(3481, a.max(b)));
        }
        if self.spec.any(Spec::CONSTEXPR) {
            for space in ["managed", "shared"] {
                if let Some(at) = self.at(space) {
                    out.push(Finding::new(3577, at).text(crate::attributes::shown(space)));
                }
            }
        }
        if has("managed") {
            if has("shared") || has("constant") {
                out.push(Finding::new(3568, self.name));
            }
            let object = self.shape.iter().all(|s| matches!(s, Shape::Array { .. }));
            if object && self.spec.any(Spec::CONST.with(Spec::CONSTEXPR)) {
                out.push(Finding::new(3566, self.name));
            }
            if matches!(
                self.shape.last(),
                Some(Shape::LvalueReference | Shape::RvalueReference)
            ) && self.shape.len() == 1
            {
                out.push(Finding::new(3567, self.name));
            }
        }
        if has("shared") && self.initialized {
            out.push(Finding::new(3510, self.name));
        }
    }
}

/// The variables that the item declares outside of bodies.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        if decl.kind != DeclKind::Variable || decl.instantiation {
            continue;
        }
        let spaces: Vec<(u32, &str)> = decl
            .attributes
            .iter()
            .filter(|a| {
                matches!(
                    a.name.as_str(),
                    "device" | "shared" | "constant" | "managed"
                )
            })
            .map(|a| (a.tokens.start, a.name.as_str()))
            .collect();
        let Some(&(first, _)) = spaces.first() else {
            continue;
        };
        if decl.parent.is_some() {
            if decl.spec.any(Spec::STATIC) {
                out.push(Finding::new(3485, first));
            }
            continue;
        }
        if !decl.qualifier.is_empty() {
            if is_static_member(s, decl) {
                out.push(Finding::new(3485, first));
            }
            continue;
        }
        inline(s, decl, &spaces, out);
        Variable {
            spaces,
            name: decl.name_tokens.start,
            spec: decl.spec,
            shape: &decl.shape,
            initialized: !decl.initializer.is_empty(),
        }
        .check(out);
    }
}

/// An inline variable with external linkage would be one for the whole program, which whole-program mode cannot have.
fn inline<'db>(s: &Source<'db>, decl: &Decl, spaces: &[(u32, &str)], out: &mut Sink<'db>) {
    let placed = spaces.iter().any(|s| s.1 != "shared");
    let external = decl.spec.any(Spec::INLINE)
        && !decl.spec.any(Spec::STATIC)
        && !s.item.scope(s.db).is_internal(s.db);
    if external && placed && !s.settings.relocatable {
        out.push(Finding::new(3648, decl.name_tokens.start));
    }
}
