//! Where the bases and members of a class lie (Itanium C++ ABI 2.4).

use cleave_base_db::Db;
use cleave_hir::{Attr, ClassKey, DeclKind, TypeRef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    asked, asked_by_alias, has, is_empty, is_pod, is_without_data, layout, no_unique_address,
    size_of, width,
};
use crate::class::layout::primary::{Node, Primary, Sharing, primary_base, virtual_bases};
use crate::class::{ClassInfo, Layout, class_info, has_wrapper_data};
use crate::{Bound, Context, DeclRef, Entity, Ty, TyKind};

/// How deep bases may lie, and how many empty subobjects are kept: more than any program has.
const DEEP: u32 = 64;
const MANY: usize = 4_000;

/// The classes and members that say so are laid out without padding.
const PACKED: [&str; 2] = ["packed", "gnu::packed"];

/// The size and the alignment of a pointer on the device's side of the interface.
const POINTER: u64 = 8;

/// Whether attributes pack what they belong to.
pub(crate) fn is_packed(attrs: &[Attr]) -> bool {
    has(attrs, &PACKED)
}

struct Builder<'db> {
    db: &'db dyn Db,
    layout: Layout,
    is_union: bool,
    /// Bits used so far, without tail padding.
    bits: u64,
    /// The greatest alignment that a base or a member has without asking for one.
    most: u64,
    /// The same as `#pragma pack` has it, without the class's attribute.
    most_by_pragma: u64,
    /// Offsets of empty subobjects by class: two of one class may not share an address.
    empties: FxHashSet<(Ty<'db>, u64)>,
    /// Which bases share the pointer to the virtual table of a virtual base.
    sharing: Sharing<'db>,
    /// Virtual bases that have their places.
    placed: FxHashMap<Ty<'db>, u64>,
}

fn up(value: u64, align: u64) -> u64 {
    match align {
        0 => value,
        a => value.div_ceil(a) * a,
    }
}

/// The layout of a complete class.
pub(super) fn layout_of_class<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Layout> {
    let info = class_info(db, ty)?;
    let definition = info.definition?;
    let is_closure = matches!(ty.kind(db), TyKind::Closure(_));
    let attrs: &[Attr] = match is_closure {
        true => &[],
        false => definition.hir(db).map_or(&[], |h| &h.attrs),
    };
    let most_by_pragma = match cleave_names::packing(db, definition.decl(db).code(db).item) {
        most if most > 0 && !is_closure => most.into(),
        _ => u64::MAX,
    };
    let most = match is_packed(attrs) {
        true => 1,
        false => most_by_pragma,
    };
    let asked = asked(db, definition, attrs)?.unwrap_or(1);
    let mut b = Builder {
        db,
        layout: Layout {
            align: 1,
            ..Layout::default()
        },
        is_union: info.is_union,
        bits: 0,
        most,
        most_by_pragma,
        empties: FxHashSet::default(),
        sharing: Sharing::of(db, ty)?,
        placed: FxHashMap::default(),
    };
    b.bases(ty, info)?;
    b.fields(ty, info)?;
    if let TyKind::Closure(closure) = ty.kind(db)
        && has_wrapper_data(db, *closure)
    {
        b.bits = (up(b.bits.div_ceil(8), POINTER) + POINTER) * 8;
        b.layout.align = b.layout.align.max(POINTER);
    }
    let own = b.layout.base_size.max(b.bits.div_ceil(8));
    b.layout.base_align = b.layout.align;
    b.virtual_bases(ty, info)?;
    // What the class itself asks for is met by complete objects alone, where virtual bases follow.
    match virtual_bases(db, ty).is_empty() {
        true => b.layout.base_align = b.layout.base_align.max(asked),
        false => b.aligned(asked),
    }
    b.layout.align = b.layout.align.max(asked);
    b.layout.data_size = b.bits.div_ceil(8).max(b.layout.base_size);
    b.layout.base_size = own;
    let end = b.layout.size.max(b.bits.div_ceil(8));
    // Members that are arrays of no elements make a class without bases no larger, an extension that the host compiler shares.
    let least = u64::from(info.fields.is_empty() || !info.bases.is_empty());
    b.layout.size = up(end.max(least), b.layout.align);
    // A class that is POD for layout has no tail padding that others may use.
    if is_without_data(db, ty) {
        b.layout.data_size = 0;
        b.layout.base_size = 0;
    } else if is_pod(db, ty, info) || info.is_union {
        b.layout.data_size = b.layout.size;
        b.layout.base_size = b.layout.size;
    }
    Some(b.layout)
}

impl<'db> Builder<'db> {
    fn bases(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        self.layout.bases = vec![0; info.bases.len()];
        // The primary base comes first; without one a dynamic class begins with its own pointer to its virtual table.
        let mut first = None;
        match primary_base(db, ty) {
            Some(Primary::Direct(direct)) => first = Some(direct),
            Some(Primary::Virtual(base)) => {
                let node = self.sharing.virtual_base(base);
                self.place_base(base, node)?;
            }
            None if info.is_dynamic => {
                let word = u64::from(db.target().pointer);
                self.bits = word * 8;
                self.aligned(word.min(self.most));
            }
            None => {}
        }
        let others = (0..info.bases.len()).filter(|i| Some(*i) != first);
        for i in first.into_iter().chain(others) {
            let base = &info.bases[i];
            if !base.is_virtual {
                let node = self.sharing.direct(i);
                self.layout.bases[i] = self.place_base(base.ty.unqualified(db), node)?;
            }
        }
        Some(())
    }

    fn aligned(&mut self, align: u64) {
        self.layout.align = self.layout.align.max(align);
    }

    /// The first place from `at` on where no empty subobject of a class meets one of its class.
    fn free(&self, ty: Ty<'db>, mut at: u64, align: u64) -> u64 {
        while self.conflicts(ty, at) {
            at += align.max(1);
        }
        at
    }

    fn place_base(&mut self, base: Ty<'db>, node: Option<Node>) -> Option<u64> {
        let db = self.db;
        let layout = layout(db, base)?;
        let align = layout.base_align.min(self.most);
        let behind = up(self.bits.div_ceil(8), align);
        let is_empty = is_empty(db, base);
        let at = match is_empty && !self.conflicts(base, 0) {
            true => 0,
            false => self.free(base, behind, align),
        };
        self.occupy(base, at);
        self.aligned(align);
        let kept = match is_empty {
            true => layout.size,
            false => layout.base_size,
        };
        self.layout.size = self.layout.size.max(at + kept);
        self.layout.base_size = self.layout.base_size.max(at + kept);
        if !is_empty {
            self.bits = (at + kept) * 8;
        }
        if let Some(node) = node {
            for (shared, at) in self.sharing.place(db, node, at, &mut self.placed)? {
                self.occupy(shared, at);
            }
        }
        Some(at)
    }

    fn virtual_bases(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        for &base in virtual_bases(db, ty) {
            // One whose pointer another base shares lies where that base does.
            if !self.sharing.is_shared(base) {
                let node = self.sharing.virtual_base(base);
                self.place_base(base, node)?;
            }
        }
        for base in virtual_bases(db, ty) {
            self.layout.virtual_bases.push(*self.placed.get(base)?);
        }
        for (i, base) in info.bases.iter().enumerate().filter(|b| b.1.is_virtual) {
            self.layout.bases[i] = *self.placed.get(&base.ty.unqualified(db))?;
        }
        Some(())
    }

    /// Whether an empty subobject of a type would share its address with one of its class.
    fn conflicts(&self, ty: Ty<'db>, at: u64) -> bool {
        if self.empties.is_empty() || self.is_union {
            return false;
        }
        let mut inner = Vec::new();
        empty_parts(self.db, ty, at, &mut inner, 0);
        inner.iter().any(|part| self.empties.contains(part))
    }

    fn occupy(&mut self, ty: Ty<'db>, at: u64) {
        let mut inner = Vec::new();
        empty_parts(self.db, ty, at, &mut inner, 0);
        self.empties.extend(inner);
    }

    fn fields(&mut self, ty: Ty<'db>, info: &ClassInfo<'db>) -> Option<()> {
        let db = self.db;
        let definition = info.definition?;
        if let TyKind::Closure(_) = ty.kind(db) {
            for field in &info.fields {
                self.field(field.ty, (1, None), false, false)?;
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
            let entity = Entity::new(db, reference, definition.env(db));
            let field = info.fields.get(next).filter(|f| f.decl == reference);
            let Some(field) = field else {
                // An unnamed bit-field: it only moves what follows.
                if let DeclKind::Variable(v) = &decl.kind
                    && let Some(e) = v.width
                    && decl.name == cleave_hir::NameId::None
                {
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
            let asked = match &decl.kind {
                DeclKind::Class(_) => 1,
                _ => asked(db, entity, &decl.attrs)?.unwrap_or(1),
            };
            let most = self.most;
            let packed = is_packed(&decl.attrs) && !matches!(decl.kind, DeclKind::Class(_));
            if packed {
                self.most = 1;
            }
            let by_alias = match &decl.kind {
                DeclKind::Variable(v) if is_aliased(code, v.ty) => {
                    asked_by_alias(&mut Context::of(db, entity)?, v.ty)?
                }
                _ => None,
            };
            match field.width {
                Some(width) => self.bit_field(field.ty, width.into(), asked)?,
                None => {
                    let overlaps = no_unique_address(db, reference);
                    self.field(field.ty, (asked, by_alias), packed, overlaps)?;
                }
            }
            self.most = most;
            end = end.max(self.bits);
        }
        self.bits = end;
        if union {
            self.layout.size = self.layout.size.max(end.div_ceil(8));
        }
        Some(())
    }

    /// Where a bit-field begins that may not lie across the storage units of its type.
    fn begin_of_bits(&self, bits: u64, size: u64, align: u64) -> u64 {
        let unit = align * 8;
        match (self.bits % unit + bits.min(size * 8)).div_ceil(unit) > size / align {
            true => up(self.bits, unit),
            false => self.bits,
        }
    }

    fn unnamed(&mut self, bits: u64, size: u64) {
        match bits {
            0 => self.bits = up(self.bits, size * 8),
            _ if self.most == 1 => self.bits += bits,
            _ => self.bits = self.begin_of_bits(bits, size, size.min(self.most)) + bits,
        }
    }

    fn bit_field(&mut self, ty: Ty<'db>, bits: u64, asked: u64) -> Option<()> {
        let own = layout(self.db, ty)?;
        // Where a pragma packs, an attribute only lets a bit-field lie anywhere.
        let most = match self.most_by_pragma {
            u64::MAX => self.most,
            most => most,
        };
        let align = own.align.min(most);
        if asked > 1 {
            self.bits = up(self.bits, asked * 8);
        } else if self.most > 1 {
            self.bits = self.begin_of_bits(bits, own.size, align);
        }
        self.layout.fields.push(self.bits);
        self.bits += bits;
        self.aligned(align.max(asked));
        Some(())
    }

    /// Places a member: of its declaration and of its type's alias each may ask for an alignment.
    fn field(
        &mut self,
        ty: Ty<'db>,
        (asked, by_alias): (u64, Option<u64>),
        packed: bool,
        may_overlap: bool,
    ) -> Option<()> {
        let db = self.db;
        if let TyKind::Array(element, Bound::Unknown) = ty.kind(db) {
            // A flexible array member.
            let align = layout(db, *element)?.align.min(self.most).max(asked);
            self.bits = up(self.bits, align * 8);
            self.layout.fields.push(self.bits);
            self.aligned(align);
            return Some(());
        }
        let (size, natural, data) = match ty.is_reference(db) {
            true => {
                let word = u64::from(db.target().pointer);
                (word, word, word)
            }
            false => {
                let l = layout(db, ty)?;
                (l.size, by_alias.unwrap_or(l.align), l.data_size)
            }
        };
        let class = ty.innermost_element(db).unqualified(db);
        let tracked = class.is_class(db);
        let most = match tracked && !packed && !may_be_packed(db, class) {
            true => self.most_by_pragma,
            false => self.most,
        };
        let align = natural.min(most).max(asked);
        let may_overlap = may_overlap && ty.is_class(db);
        let is_empty = may_overlap && is_without_data(db, class);
        let behind = up(self.bits.div_ceil(8), align);
        let at = match is_empty && !self.conflicts(class, 0) {
            true => 0,
            false if tracked => self.free(ty, behind, align),
            false => behind,
        };
        if tracked {
            self.occupy(ty, at);
        }
        self.layout.fields.push(at * 8);
        let kept = match may_overlap && !is_empty {
            true => data,
            false => size,
        };
        // An empty member has no room of its own, but the reference goes on where it would have put it behind the others: the host's
        // compilers go on where they were (reference: device-half, Objects and temporaries).
        self.bits = match (is_empty, at) {
            (true, 0) => behind * 8,
            (true, at) => at * 8,
            (false, at) => (at + kept) * 8,
        };
        self.layout.base_size = self.layout.base_size.max(at + kept);
        self.layout.size = self.layout.size.max(at + size);
        self.aligned(align);
        Some(())
    }
}

/// Whether a type is written by a name, which may be an alias.
fn is_aliased(code: &cleave_hir::Code, ty: cleave_hir::TypeId) -> bool {
    let mut at = ty;
    loop {
        match &code[at] {
            TypeRef::Attributed(inner, _) | TypeRef::Qualified(_, inner) => at = *inner,
            TypeRef::Array { element, .. } => at = *element,
            TypeRef::Path { elaborated, .. } => return elaborated.is_none(),
            _ => return false,
        }
    }
}

/// Whether the attribute of a class packs a member of this class: what is no POD stays aligned unless it is packed itself.
fn may_be_packed<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let Some(info) = class_info(db, class) else {
        return true;
    };
    let is_packed = (info.definition.and_then(|d| d.hir(db))).is_some_and(|h| is_packed(&h.attrs));
    is_packed || is_pod(db, class, info)
}

/// The empty subobjects in an object of a type, with their offsets.
fn empty_parts<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    at: u64,
    out: &mut Vec<(Ty<'db>, u64)>,
    depth: u32,
) {
    if depth > DEEP || out.len() > MANY {
        return;
    }
    let ty = ty.unqualified(db);
    if let TyKind::Array(element, Bound::Known(n)) = *ty.kind(db) {
        let each = size_of(db, element).unwrap_or(0);
        let before = out.len();
        for i in 0..n {
            empty_parts(db, element, at + i * each, out, depth + 1);
            // Where the first element has none, no element has.
            if out.len() == before || out.len() > MANY {
                break;
            }
        }
        return;
    }
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
        if field.width.is_none() && field.ty.innermost_element(db).is_class(db) {
            empty_parts(db, field.ty, at + offset / 8, out, depth + 1);
        }
    }
}
