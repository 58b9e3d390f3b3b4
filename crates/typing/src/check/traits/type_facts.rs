//! What types are, by their members: trivially copyable, of standard layout, literal and so on ([basic.types.general],
//! [class.prop]).

use cleave_base_db::Db;

use crate::class::{Special, SpecialState, class_info, special};
use crate::{Bound, Context, Ty, TyKind};

impl<'db> Context<'db> {
    pub(crate) fn is_empty(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if !ty.is_class(db) {
            return Some(false);
        }
        let info = class_info(db, ty)?;
        if info.is_union || info.is_polymorphic {
            return Some(false);
        }
        // A member of an empty class takes no room where it needs no address of its own.
        for field in info.fields.iter().filter(|f| !f.takes_no_room(db)) {
            let shares = crate::class::layout::no_unique_address(db, field.decl);
            if !shares || !self.is_empty(field.ty.unqualified(db))? {
                return Some(false);
            }
        }
        for base in &info.bases {
            if base.is_virtual || !self.is_empty(base.ty.unqualified(db))? {
                return Some(false);
            }
        }
        Some(true)
    }

    pub(crate) fn is_trivially_copyable(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if !ty.is_class(db) {
            return Some(ty.is_scalar(db) || matches!(ty.kind(db), TyKind::Vector(..)));
        }
        class_info(db, ty)?;
        let usable = |s: Option<SpecialState<'db>>| s.is_some_and(|s| s.exists && !s.deleted);
        let all = [
            Special::Copy,
            Special::Move,
            Special::CopyAssign,
            Special::MoveAssign,
        ];
        let states: Vec<_> = all.iter().map(|&w| special(db, ty, w)).collect();
        let destructor = special(db, ty, Special::Destructor)?;
        let trivial = states
            .iter()
            .flatten()
            .filter(|s| s.exists && !s.deleted)
            .all(|s| s.trivial);
        Some(
            trivial
                && states.iter().any(|&s| usable(s))
                && destructor.trivial
                && !destructor.deleted,
        )
    }

    pub(crate) fn is_standard_layout(&self, ty: Ty<'db>, depth: u32) -> Option<bool> {
        let db = self.db;
        let ty = ty.innermost_element(db).unqualified(db);
        if ty.is_reference(db) {
            return Some(false);
        }
        if !ty.is_class(db) {
            return Some(ty.is_scalar(db));
        }
        if depth > 64 {
            return None;
        }
        let info = class_info(db, ty)?;
        if info.is_polymorphic || info.bases.iter().any(|b| b.is_virtual) {
            return Some(false);
        }
        let access = |f: &crate::class::Field<'db>| f.decl.hir(db).map(|d| d.access);
        if info
            .fields
            .windows(2)
            .any(|w| access(&w[0]) != access(&w[1]))
        {
            return Some(false);
        }
        let mut with_fields = usize::from(!info.fields.is_empty());
        for base in &info.bases {
            if !self.is_standard_layout(base.ty, depth + 1)? {
                return Some(false);
            }
            let data = self.has_data(base.ty, depth + 1)?;
            with_fields += usize::from(data || !self.is_empty(base.ty.unqualified(db))?);
            // The first member is not of a base's type: they would share an address.
            if let Some(first) = info.fields.first()
                && first.ty.innermost_element(db).unqualified(db) == base.ty.unqualified(db)
            {
                return Some(false);
            }
        }
        let mut bases = Vec::new();
        if with_fields > 1 || self.has_base_twice(ty, &mut bases) {
            return Some(false);
        }
        for field in &info.fields {
            if !self.is_standard_layout(field.ty, depth + 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a class has two subobjects of one base class ([class.prop]/3). `seen`: the bases so far.
    fn has_base_twice(&self, class: Ty<'db>, seen: &mut Vec<Ty<'db>>) -> bool {
        let bases = class_info(self.db, class).map_or(&[][..], |info| &info.bases);
        bases.iter().any(|base| {
            let ty = base.ty.unqualified(self.db);
            let again = seen.contains(&ty);
            seen.push(ty);
            again || self.has_base_twice(ty, seen)
        })
    }

    /// Whether a class or one of its bases has non-static data members, arrays without elements among them.
    fn has_data(&self, ty: Ty<'db>, depth: u32) -> Option<bool> {
        let info = class_info(self.db, ty.unqualified(self.db)).filter(|_| depth <= 64)?;
        if !info.fields.is_empty() {
            return Some(true);
        }
        for base in &info.bases {
            if self.has_data(base.ty, depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    pub(crate) fn is_literal(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if ty.is_void(db) || ty.is_reference(db) {
            return Some(true);
        }
        let ty = ty.innermost_element(db).unqualified(db);
        if !ty.is_class(db) {
            let elements = matches!(ty.kind(db), TyKind::Vector(..) | TyKind::Complex(_));
            return Some(ty.is_scalar(db) || elements);
        }
        let info = class_info(db, ty)?;
        let destructor = special(db, ty, Special::Destructor)?;
        if !destructor.trivial && !destructor.constexpr {
            return Some(false);
        }
        let constructible = info.is_aggregate
            || matches!(ty.kind(db), TyKind::Closure(_))
            || special(db, ty, Special::Default)
                .is_some_and(|s| s.exists && (s.constexpr || s.trivial))
            || crate::class::constructors(db, ty)
                .into_iter()
                .any(|f| crate::function::signature(db, f).is_none_or(|s| s.is_constexpr));
        if !constructible {
            return Some(false);
        }
        for field in &info.fields {
            if field.ty.innermost_element(db).top_quals(db).is_volatile
                || !self.is_literal(field.ty)?
            {
                return Some(false);
            }
        }
        for base in &info.bases {
            if base.is_virtual || !self.is_literal(base.ty)? {
                return Some(false);
            }
        }
        Some(true)
    }

    pub(crate) fn unique_representation(&self, ty: Ty<'db>, depth: u32) -> Option<bool> {
        let db = self.db;
        let ty = ty.innermost_element(db).unqualified(db);
        if !ty.is_class(db) {
            return Some(!ty.is_floating(db) && ty.is_scalar(db) && !ty.is_nullptr(db));
        }
        if depth > 64 || !self.is_trivially_copyable(ty)? {
            return Some(false);
        }
        let (info, layout) = (class_info(db, ty)?, crate::class::layout(db, ty)?);
        let mut bits = 0;
        for base in &info.bases {
            let base = base.ty.unqualified(db);
            if self.is_empty(base)? {
                continue;
            }
            if !self.unique_representation(base, depth + 1)? {
                return Some(false);
            }
            bits += crate::class::layout(db, base)?.size * 8;
        }
        for field in &info.fields {
            if field.ty.is_reference(db) {
                bits += u64::from(db.target().pointer) * 8;
                continue;
            }
            if !self.unique_representation(field.ty, depth + 1)? {
                return Some(false);
            }
            let size = crate::class::layout(db, field.ty.unqualified(db))?.size * 8;
            let size = field.width.map_or(size, u64::from);
            match info.is_union {
                true if size != layout.size * 8 => return Some(false),
                true => bits = size,
                false => bits += size,
            }
        }
        Some(bits == layout.size * 8)
    }

    pub(crate) fn destructible(&self, name: &str, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if ty.is_reference(db) {
            return Some(true);
        }
        if ty.is_void(db)
            || ty.is_function(db)
            || matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown))
        {
            return Some(false);
        }
        let element = ty.innermost_element(db).unqualified(db);
        if !element.is_class(db) {
            return Some(true);
        }
        class_info(db, element)?;
        let s = special(db, element, Special::Destructor)?;
        if s.deleted || s.declared.is_some_and(|f| !is_public(db, f)) {
            return Some(false);
        }
        Some(match name {
            "__is_destructible" => true,
            "__is_nothrow_destructible" => s.noexcept,
            _ => s.trivial,
        })
    }
}

fn is_public<'db>(db: &'db dyn Db, f: crate::Entity<'db>) -> bool {
    f.hir(db)
        .is_none_or(|d| d.access == cleave_hir::Access::Public)
}
