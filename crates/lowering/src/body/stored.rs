//! Values that the front end knows, stored into objects.

use cleave_il::{ConstantId, ExprId as Il, ExprKind as Kind, Type};
use cleave_needed::default_value;
use cleave_typing::class::class_info;
use cleave_typing::class::tables::ENTRY;
use cleave_typing::thir::{Expr, ExprId, ExprKind, Implicit};
use cleave_typing::{Ty, Value, eval};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::constants::is_zero;
use crate::passing::is_empty_class;
use crate::refusal::Res;
use crate::tables::OwnTables;

/// Constant arrays with more elements than this are copied from a constant.
pub(crate) const STORED: usize = 16_384;

/// Elements that are zero are stored in arrays of at most so many.
pub(crate) const ZEROS: u64 = 1_024;

/// Keeps what a step adds if it says that it is done.
fn all_or_nothing(out: &mut Vec<Il>, step: impl FnOnce(&mut Vec<Il>) -> bool) -> bool {
    let mark = out.len();
    let done = step(out);
    if !done {
        out.truncate(mark);
    }
    done
}

/// Whether [`Body::parts`] stores all of a value, and does not leave out the zeros of a long array.
pub(crate) fn is_stored_whole(value: &Value<'_>) -> bool {
    match value {
        Value::Class { bases, fields } => bases.iter().chain(fields).all(is_stored_whole),
        Value::Union(Some((_, value))) => is_stored_whole(value),
        Value::Array {
            elements,
            filler,
            len,
        } => {
            let is_short = *len <= ZEROS || !is_zero(filler);
            is_short && is_stored_whole(filler) && elements.iter().all(is_stored_whole)
        }
        _ => true,
    }
}

/// The list of `T{...}`.
fn list_of(e: &cleave_hir::Expr) -> Option<cleave_hir::ExprId> {
    match e {
        cleave_hir::Expr::Braced(_, list) => Some(*list),
        _ => None,
    }
}

impl<'db> Body<'_, 'db> {
    /// An object that has a known value.
    pub(crate) fn init_value(
        &mut self,
        dest: &Dest<'db>,
        value: &Value<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        if let Value::Class { .. } | Value::Union(_) | Value::Array { .. } = value {
            if dest.ty.is_class(db) && is_empty_class(db, dest.ty) {
                return Ok(());
            }
            if dest.is_base && !self.class_is_plain(dest.ty) {
                return self.refuse("a constant of a base with a virtual table");
            }
            let is_long = matches!(value, Value::Array { elements, .. } if elements.len() > STORED);
            if is_long || dest.is_behind_pointer() {
                match self.unit.constant(&mut self.code, dest.ty, value) {
                    Ok(constant) => {
                        let place = self.dest_place(dest)?;
                        out.push(self.copy_constant(place, constant));
                        return Ok(());
                    }
                    Err(why) if is_long => return Err(why),
                    Err(_) => {}
                }
            }
            self.clear(dest, out)?;
            return self.parts(dest, value, out);
        }
        self.parts(dest, value, out)
    }

    /// The constant that a temporary object is copied from: what parentheses make of constants, or a list of constants that leaves something
    /// out. Other objects begin with their constant.
    pub(crate) fn copied_from(
        &mut self,
        e: ExprId,
        dest: &Dest<'db>,
    ) -> Res<'db, Option<ConstantId>> {
        let db = self.unit.db;
        let x = self.expr(e)?;
        let typed = self.frame()?.typed;
        if !x.ty.is_class(db) || is_empty_class(db, x.ty) || !self.class_is_plain(x.ty) {
            return Ok(None);
        }
        let value = match &x.kind {
            ExprKind::Construct(..) if self.is_in_parentheses(e)? => self.literal(e, x),
            ExprKind::UnionInit(..) if self.is_empty_union(e)? => eval::called(db, typed, e),
            // `T()`: the object is zero first.
            ExprKind::ConstructImplicit(Implicit::Default, zeroed) if !zeroed.is_empty() => {
                default_value(db, x.ty)
            }
            ExprKind::Aggregate(parts) => {
                let is_default = |part: &ExprId| {
                    let part = typed.exprs.get(part.0 as usize);
                    part.is_some_and(|part| matches!(part.kind, ExprKind::DefaultMember(_)))
                };
                let is_empty = parts.iter().flatten().all(is_default);
                match is_empty || self.leaves_out(dest, e)? {
                    true => eval::called(db, typed, e),
                    false => None,
                }
            }
            _ => None,
        };
        let Some(value) = value else {
            return Ok(None);
        };
        let ty = x.ty.unqualified(db);
        Ok(self.unit.constant(&mut self.code, ty, value.value(db)).ok())
    }

    /// Whether parentheses construct an object, and neither a list nor a conversion that nobody wrote.
    pub(crate) fn is_in_parentheses(&self, e: ExprId) -> Res<'db, bool> {
        let x = self.expr(e)?;
        let ExprKind::Construct(_, args) = &x.kind else {
            return Ok(false);
        };
        let is_written = match args.first() {
            Some(first) => {
                let first = self.expr(*first)?;
                let is_default = matches!(first.kind, ExprKind::DefaultArgument(..));
                is_default || first.site != x.site
            }
            None => true,
        };
        Ok(is_written && !self.frame()?.typed.is_listed(e))
    }

    /// Whether a list without a type makes an object.
    pub(crate) fn is_bare_list(&mut self, e: ExprId) -> Res<'db, bool> {
        let site = self.expr(e)?.site;
        let db = self.unit.db;
        if !matches!(site.expr(db), Some(cleave_hir::Expr::List(_))) {
            return Ok(false);
        }
        let braced = self.braced.entry(site.code).or_insert_with(|| {
            let code = site.code.code(db).into_iter();
            let lists = code.flat_map(|code| code.exprs.iter().filter_map(|(_, e)| list_of(e)));
            lists.map(|list| list.into_raw().into_u32()).collect()
        });
        Ok(!braced.contains(&site.index))
    }

    /// The constant that is passed or assigned in the place of an object that parentheses or a list without a type construct.
    pub(crate) fn constructed_constant(&mut self, e: ExprId) -> Res<'db, Option<ConstantId>> {
        let x = self.expr(e)?;
        let is_bare = matches!(x.kind, ExprKind::Construct(..))
            && (self.is_in_parentheses(e)? || self.is_bare_list(e)?);
        match is_bare {
            true => self.literal_object(e, x),
            false => Ok(None),
        }
    }

    /// An object that is a literal, as a constant.
    fn literal_object(&mut self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, Option<ConstantId>> {
        let db = self.unit.db;
        if !x.ty.is_class(db) || is_empty_class(db, x.ty) || !self.class_is_plain(x.ty) {
            return Ok(None);
        }
        let Some(value) = self.literal(e, x) else {
            return Ok(None);
        };
        let ty = x.ty.unqualified(db);
        Ok(self.unit.constant(&mut self.code, ty, value.value(db)).ok())
    }

    /// Copies a constant into an object as a whole.
    pub(crate) fn copy_constant(&mut self, place: Il, constant: ConstantId) -> Il {
        let ty = self.code.constants[constant].ty;
        let from = self.make(Kind::Text(constant), ty);
        match self.code.types[ty] {
            Type::Array { .. } => {
                let void = self.void();
                self.make(Kind::Copy(place, from), void)
            }
            _ => {
                let value = self.load(from);
                self.store(place, value)
            }
        }
    }

    /// Stores a value, and says whether the IL has a way to write it; where not, nothing is stored.
    pub(crate) fn has_stored(
        &mut self,
        dest: &Dest<'db>,
        value: &Value<'db>,
        out: &mut Vec<Il>,
    ) -> bool {
        all_or_nothing(out, |out| self.init_value(dest, value, out).is_ok())
    }

    /// As [`Body::has_stored`], in an object that is zero.
    pub(crate) fn has_stored_parts(
        &mut self,
        dest: &Dest<'db>,
        value: &Value<'db>,
        out: &mut Vec<Il>,
    ) -> bool {
        let is_plain = self.class_is_plain(dest.ty);
        is_plain && all_or_nothing(out, |out| self.parts(dest, value, out).is_ok())
    }

    /// Whether a type is no class with a virtual table.
    fn class_is_plain(&self, ty: Ty<'db>) -> bool {
        let db = self.unit.db;
        !ty.is_class(db) || class_info(db, ty.unqualified(db)).is_some_and(|i| !i.is_dynamic)
    }

    /// The parts of a value, in an object that is zero. The reference stores zeros too, and so many that the optimiser may look at them
    /// one by one; of very long arrays they are left out.
    fn parts(&mut self, dest: &Dest<'db>, value: &Value<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        let db = self.unit.db;
        match value {
            Value::Indeterminate | Value::Union(None) => Ok(()),
            Value::Class { .. } => {
                let tables = OwnTables::of(db, dest.ty)?;
                self.complete_value(dest, value, tables.as_ref(), out)
            }
            Value::Union(Some((n, value))) => {
                let at = self.dest_member(dest, *n)?;
                self.parts(&at, value, out)
            }
            Value::Array {
                elements,
                filler,
                len,
            } => {
                let Some(element) = dest.ty.element(db) else {
                    return self.refuse("a constant vector");
                };
                let all = match is_zero(filler) && *len > ZEROS {
                    true => elements.len() as u64,
                    false => *len,
                };
                for n in 0..all {
                    let value = elements.get(n as usize).unwrap_or(filler);
                    let at = self.dest_element(dest, n, element)?;
                    self.parts(&at, value, out)?;
                }
                Ok(())
            }
            _ => {
                let value = self.constant(dest.ty, value)?;
                let place = self.dest_place(dest)?;
                out.push(self.store(place, value));
                Ok(())
            }
        }
    }

    /// The parts of an object of a class, or of a base of one: pointers to virtual tables are those of the complete object.
    fn complete_value(
        &mut self,
        dest: &Dest<'db>,
        value: &Value<'db>,
        tables: Option<&OwnTables<'db>>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Value::Class { bases, fields } = value else {
            return self.parts(dest, value, out);
        };
        if let Some(tables) = tables
            && let Some(bytes) = tables.pointer(db, dest.ty)
        {
            let object = self.dest_place(dest)?;
            let pointer = self.table_pointer_type();
            let place = self.make(Kind::Field(object, 0), pointer);
            let address = self.table_address(tables.class, (bytes / ENTRY) as u64)?;
            out.push(self.store(place, address));
        }
        for (n, value) in bases.iter().enumerate() {
            let at = self.dest_base(dest, n)?;
            if !is_empty_class(db, at.ty) {
                let inner = tables.map(|tables| tables.of_base(db, dest.ty, n));
                self.complete_value(&at, value, inner.as_ref(), out)?;
            }
        }
        for (n, value) in fields.iter().enumerate() {
            let at = self.dest_member(dest, n as u32)?;
            if !is_empty_class(db, at.ty.innermost_element(db)) {
                self.parts(&at, value, out)?;
            }
        }
        Ok(())
    }
}
