//! Sizes and offsets (Itanium C++ ABI 2.4), for x86-64 Linux.

use cleave_base_db::Db;
use cleave_hir::{Attr, ClassKey, DeclKind, ExprId};
use cleave_lang::Builtin;

use crate::class::bases::bases;
use crate::class::{ClassInfo, Layout, class_info};
use crate::{Arg, Bound, Context, DeclRef, Entity, Ty, TyKind};

/// Size and alignment of a complete object type (Itanium C++ ABI 2.4).
pub fn layout<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db Layout> {
    crate::depth::outermost(db, || None, || of(db, ty.unqualified(db)))
}

/// The size of a type, if it is known.
pub fn size_of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<u64> {
    layout(db, ty).map(|l| l.size)
}

/// The width of a bit-field.
pub(super) fn width<'db>(db: &'db dyn Db, field: Entity<'db>, e: ExprId) -> Option<u32> {
    let mut cx = Context::of(db, field)?;
    match cx.value_arg(e, None)? {
        Arg::Value(c) => u32::try_from(c.as_int(db)?).ok(),
        _ => None,
    }
}

fn plain(size: u64, align: u64) -> Option<Layout> {
    Some(Layout {
        size,
        align,
        data_size: size,
        ..Layout::default()
    })
}

fn builtin(db: &dyn Db, b: Builtin) -> Option<u64> {
    if let Some((size, _)) = crate::classify::integer(db, b) {
        return Some(size.into());
    }
    use Builtin::*;
    Some(match b {
        Half | Float16 | BFloat16 => 2,
        Float | Float32 | Decimal32 => 4,
        Double | Float64 | Float32x | Decimal64 => 8,
        Nullptr => db.target().pointer.into(),
        LongDouble | Float64x | Float128 | IeeeFloat128 | Decimal128 => 16,
        _ => return None,
    })
}

#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::cycles::settle(cycle, new, || None))]
fn of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Layout> {
    let _level = crate::depth::Level::enter();
    let word = u64::from(db.target().pointer);
    match ty.kind(db) {
        TyKind::Builtin(b) => builtin(db, *b).and_then(|s| plain(s, s)),
        TyKind::Complex(b) => builtin(db, *b).and_then(|s| plain(s * 2, s)),
        TyKind::Pointer(_) => plain(word, word),
        TyKind::MemberPointer { member, .. } => match member.is_function(db) {
            true => plain(2 * word, word),
            false => plain(word, word),
        },
        TyKind::Array(element, Bound::Known(n)) => {
            let element = layout(db, *element)?;
            plain(element.size.checked_mul(*n)?, element.align)
        }
        TyKind::Vector(element, n) => {
            let size = layout(db, *element)?.size.checked_mul(*n)?;
            plain(size, size.next_power_of_two())
        }
        TyKind::VaListTag => plain(24, 8),
        TyKind::Enum(_) => layout(db, crate::class::underlying(db, ty)?).cloned(),
        TyKind::Class(_) | TyKind::Closure(_) => class(db, ty),
        _ => None,
    }
}

/// The alignment that attributes ask for. The outer `None`: not known.
fn asked<'db>(db: &'db dyn Db, of: Entity<'db>, attrs: &[Attr]) -> Option<Option<u64>> {
    let mut align: Option<u64> = None;
    for attr in attrs {
        let name = attr.name.as_str();
        if !matches!(name, "alignas" | "aligned" | "gnu::aligned" | "align") {
            continue;
        }
        let mut cx = Context::of(db, of)?;
        // `alignas(T)` and a bare `aligned` are not told apart here.
        let n = match attr.args.first() {
            Some(e) => match cx.value_arg(*e, None)? {
                Arg::Value(c) => u64::try_from(c.as_int(db)?).ok()?,
                _ => return None,
            },
            None if name == "alignas" => return None,
            None => 16,
        };
        align = Some(align.map_or(n, |a| a.max(n)));
    }
    Some(align)
}

fn has(attrs: &[Attr], names: &[&str]) -> bool {
    attrs.iter().any(|a| names.contains(&a.name.as_str()))
}

struct Builder<'db> {
    db: &'db dyn Db,
    layout: Layout,
    /// Bits used so far, without tail padding.
    bits: u64,
    packed: bool,
    /// Offsets of empty subobjects by class: two of one class may not share an address.
    empties: Vec<(Ty<'db>, u64)>,
}

fn up(value: u64, align: u64) -> u64 {
    match align {
        0 => value,
        a => value.div_ceil(a) * a,
    }
}

fn class<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Layout> {
    let info = class_info(db, ty)?;
    let definition = info.definition?;
    let hir = definition.hir(db);
    let attrs: &[Attr] = match ty.kind(db) {
        TyKind::Closure(_) => &[],
        _ => hir.map_or(&[], |h| &h.attrs),
    };
    let mut b = Builder {
        db,
        layout: Layout {
            align: 1,
            ..Layout::default()
        },
        bits: 0,
        packed: has(attrs, &["packed", "gnu::packed"]),
        empties: Vec::new(),
    };
    b.bases(ty, info)?;
    b.fields(ty, info)?;
    let data = b.bits.div_ceil(8);
    b.layout.data_size = data;
    let own_align = b.layout.align;
    b.virtual_bases(ty, info)?;
    if let Some(align) = asked(db, definition, attrs)? {
        b.layout.align = b.layout.align.max(align);
    }
    let _ = own_align;
    let end = b.bits.div_ceil(8).max(b.layout.size);
    // Members that are arrays of no elements make a class without bases no larger, an extension that the host compiler shares.
    let least = u64::from(info.fields.is_empty() || !info.bases.is_empty());
    b.layout.size = up(end.max(least), b.layout.align);
    // A class that is POD for layout has no tail padding that others may use.
    if is_pod(db, ty, info) || info.is_union {
        b.layout.data_size = b.layout.size;
    } else if is_empty(db, ty) {
        b.layout.data_size = 0;
    }
    Some(b.layout)
}

/// Whether a class is empty ([meta.unary.prop], Itanium ABI 1.1).
pub(crate) fn is_empty<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let Some(info) = class_info(db, ty) else {
        return false;
    };
    !info.is_union
        && !info.is_dynamic
        && info.fields.iter().all(|f| {
            f.takes_no_room(db)
                || no_unique_address(db, f.decl) && f.ty.is_class(db) && is_empty(db, f.ty)
        })
        && info
            .bases
            .iter()
            .all(|b| !b.is_virtual && is_empty(db, b.ty))
}

fn no_unique_address<'db>(db: &'db dyn Db, field: DeclRef<'db>) -> bool {
    field.closure(db).is_none()
        && field
            .hir(db)
            .is_some_and(|h| has(&h.attrs, &["no_unique_address", "::no_unique_address"]))
}

/// POD for the purpose of layout (Itanium ABI 1.1): as C++03 had it.
fn is_pod<'db>(db: &'db dyn Db, ty: Ty<'db>, info: &ClassInfo<'db>) -> bool {
    use crate::class::{Special, special};
    if info.is_dynamic || !info.bases.is_empty() || !info.is_aggregate {
        return false;
    }
    let trivial =
        |which: Special| special(db, ty, which).is_none_or(|s| s.declared.is_none() || s.trivial);
    let simple = [Special::Copy, Special::CopyAssign, Special::Destructor]
        .into_iter()
        .all(trivial);
    simple
        && info.fields.iter().all(|f| {
            let element = f.ty.innermost_element(db);
            if f.ty.is_reference(db) {
                return false;
            }
            match element.is_class(db) {
                true => {
                    class_info(db, element).is_some_and(|i| is_pod(db, element.unqualified(db), i))
                }
                false => true,
            }
        })
}

impl<'db> Builder<'db> {
    fn bases(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        // The primary base comes first; without one a dynamic class begins with its own pointer to its virtual table.
        let primary = info
            .bases
            .iter()
            .position(|b| !b.is_virtual && class_info(db, b.ty).is_some_and(|i| i.is_dynamic));
        if info.is_dynamic && primary.is_none() {
            let word = u64::from(db.target().pointer);
            self.bits = word * 8;
            self.layout.align = word;
        }
        self.layout.bases = vec![0; info.bases.len()];
        let order = primary
            .into_iter()
            .chain((0..info.bases.len()).filter(|i| Some(*i) != primary));
        for i in order {
            let base = &info.bases[i];
            if base.is_virtual {
                continue;
            }
            let at = self.place_base(base.ty)?;
            self.layout.bases[i] = at;
        }
        let _ = ty;
        Some(())
    }

    fn place_base(&mut self, base: Ty<'db>) -> Option<u64> {
        let db = self.db;
        let layout = layout(db, base)?;
        let align = if self.packed {
            1
        } else {
            self.non_virtual_align(base)?
        };
        if is_empty(db, base) {
            let mut at = 0;
            if self.conflicts(base, at) {
                at = up(self.bits.div_ceil(8), align);
                while self.conflicts(base, at) {
                    at += align;
                }
            }
            self.occupy(base, at);
            self.layout.align = self.layout.align.max(align);
            self.layout.size = self.layout.size.max(at + layout.size);
            return Some(at);
        }
        let mut at = up(self.bits.div_ceil(8), align);
        while self.conflicts(base, at) {
            at += align;
        }
        self.occupy(base, at);
        self.bits = (at + layout.data_size) * 8;
        self.layout.size = self.layout.size.max(at + layout.data_size);
        self.layout.align = self.layout.align.max(align);
        Some(at)
    }

    fn non_virtual_align(&self, base: Ty<'db>) -> Option<u64> {
        Some(layout(self.db, base)?.align)
    }

    fn virtual_bases(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        let mut placed: Vec<(Ty<'db>, u64)> = Vec::new();
        let mut todo: Vec<Ty<'db>> = Vec::new();
        virtual_bases(db, ty, &mut todo, 0);
        for base in todo {
            let at = self.place_base(base)?;
            placed.push((base, at));
        }
        for (i, base) in info.bases.iter().enumerate() {
            if base.is_virtual
                && let Some((_, at)) = placed.iter().find(|p| p.0 == base.ty)
            {
                self.layout.bases[i] = *at;
            }
        }
        Some(())
    }

    /// Whether an empty subobject of a class, or one in it, would share its address with one of its type.
    fn conflicts(&self, ty: Ty<'db>, at: u64) -> bool {
        if self.empties.is_empty() {
            return false;
        }
        let mut inner = Vec::new();
        empty_parts(self.db, ty, at, &mut inner, 0);
        inner.iter().any(|part| self.empties.contains(part))
    }

    fn occupy(&mut self, ty: Ty<'db>, at: u64) {
        empty_parts(self.db, ty, at, &mut self.empties, 0);
    }

    fn fields(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        let definition = info.definition?;
        if let TyKind::Closure(_) = ty.kind(db) {
            for field in &info.fields {
                self.field(field.ty, None, 1, false)?;
            }
            return Some(());
        }
        let class = definition.decl(db).class(db)?;
        let code = definition.decl(db).code(db).code(db)?;
        let union = class.key == ClassKey::Union;
        let mut next = 0;
        let mut end = self.bits;
        for &id in &class.members {
            let decl = &code[id];
            let reference = DeclRef::at(db, definition.decl(db).code(db), id);
            if union {
                self.bits = 0;
            }
            let field = info.fields.get(next).filter(|f| f.decl == reference);
            let Some(field) = field else {
                // An unnamed bit-field: it only moves what follows.
                if let DeclKind::Variable(v) = &decl.kind
                    && let Some(e) = v.width
                    && decl.name == cleave_hir::NameId::None
                {
                    let entity = Entity::new(db, reference, definition.env(db));
                    let bits = u64::from(width(db, entity, e)?);
                    let size = size_of(db, crate::function::variable_type(db, entity))?;
                    self.unnamed(bits, size);
                    end = end.max(self.bits);
                }
                continue;
            };
            next += 1;
            if let DeclKind::Variable(v) = &decl.kind
                && v.width.is_some()
                && field.width.is_none()
            {
                return None;
            }
            let entity = Entity::new(db, reference, definition.env(db));
            let align = match &decl.kind {
                DeclKind::Class(_) => 1,
                _ => asked(db, entity, &decl.attrs)?.unwrap_or(1),
            };
            let packed = self.packed;
            self.packed |= has(&decl.attrs, &["packed", "gnu::packed"]);
            let empty = no_unique_address(db, reference) && field.ty.is_class(db);
            self.field(field.ty, field.width, align, empty)?;
            self.packed = packed;
            end = end.max(self.bits);
        }
        self.bits = end;
        if union {
            self.layout.size = self.layout.size.max(end.div_ceil(8));
        }
        Some(())
    }

    fn unnamed(&mut self, bits: u64, size: u64) {
        let unit = size * 8;
        if bits == 0 {
            self.bits = up(self.bits, unit);
        } else {
            if !self.packed && self.bits / unit != (self.bits + bits - 1) / unit {
                self.bits = up(self.bits, unit);
            }
            self.bits += bits;
        }
    }

    fn field(
        &mut self,
        ty: Ty<'db>,
        width: Option<u32>,
        asked: u64,
        may_overlap: bool,
    ) -> Option<()> {
        let db = self.db;
        if let TyKind::Array(element, Bound::Unknown) = ty.kind(db) {
            // A flexible array member.
            let align = layout(db, *element)?.align;
            self.bits = up(self.bits, align * 8);
            self.layout.fields.push(self.bits);
            self.layout.align = self.layout.align.max(align);
            return Some(());
        }
        let (size, natural, data) = match ty.is_reference(db) {
            true => {
                let word = u64::from(db.target().pointer);
                (word, word, word)
            }
            false => {
                let l = layout(db, ty)?;
                (l.size, l.align, l.data_size)
            }
        };
        let align = if self.packed {
            asked
        } else {
            natural.max(asked)
        };
        if let Some(width) = width {
            let width = u64::from(width);
            let unit = size * 8;
            if asked > 1 {
                self.bits = up(self.bits, asked * 8);
            } else if !self.packed && self.bits % unit + width.min(unit) > unit {
                self.bits = up(self.bits, natural * 8);
            }
            self.layout.fields.push(self.bits);
            self.bits += width;
            self.layout.align = self.layout.align.max(align);
            return Some(());
        }
        let class = ty.innermost_element(db).unqualified(db);
        let track = class.is_class(db);
        if may_overlap && is_empty(db, class) && !ty.is_array(db) {
            let mut at = 0;
            if self.conflicts(class, at) {
                at = up(self.bits.div_ceil(8), align);
                while self.conflicts(class, at) {
                    at += align;
                }
            }
            self.occupy(class, at);
            self.layout.fields.push(at * 8);
            self.layout.size = self.layout.size.max(at + size);
            self.layout.align = self.layout.align.max(align);
            return Some(());
        }
        let mut at = up(self.bits.div_ceil(8), align);
        if track && !ty.is_array(db) {
            while self.conflicts(class, at) {
                at += align;
            }
            self.occupy(class, at);
        }
        self.layout.fields.push(at * 8);
        let taken = if may_overlap { data } else { size };
        self.bits = (at + taken) * 8;
        self.layout.size = self.layout.size.max(at + size);
        self.layout.align = self.layout.align.max(align);
        Some(())
    }
}

/// The virtual bases of a class in the order of inheritance, those of bases included.
fn virtual_bases<'db>(db: &'db dyn Db, ty: Ty<'db>, out: &mut Vec<Ty<'db>>, depth: u32) {
    if depth > 64 {
        return;
    }
    for base in &bases(db, ty).all {
        virtual_bases(db, base.ty, out, depth + 1);
        if base.is_virtual && !out.contains(&base.ty) {
            out.push(base.ty);
        }
    }
}

/// The empty subobjects in an object of a class, with their offsets.
fn empty_parts<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    at: u64,
    out: &mut Vec<(Ty<'db>, u64)>,
    depth: u32,
) {
    if depth > 64 || out.len() > 4_000 {
        return;
    }
    let ty = ty.unqualified(db);
    let (Some(info), Some(layout)) = (class_info(db, ty), layout(db, ty)) else {
        return;
    };
    // What takes no room at all shares its address.
    if layout.size > 0 && is_empty(db, ty) {
        out.push((ty, at));
    }
    for (base, offset) in info.bases.iter().zip(&layout.bases) {
        if !base.is_virtual {
            empty_parts(db, base.ty, at + offset, out, depth + 1);
        }
    }
    for (field, offset) in info.fields.iter().zip(&layout.fields) {
        if field.ty.is_class(db) && field.width.is_none() {
            empty_parts(db, field.ty, at + offset / 8, out, depth + 1);
        }
    }
}
