//! What the program uses: functions that are compiled because nothing can leave them out, what they call, and what is
//! instantiated on the way ([basic.def.odr], [temp.inst]). Calls of device code are checked in these functions alone, and what
//! is wrong with an instance is reported once it is made.
//!
//! Granularity: one value for the file, made of the typed code of all bodies that it visits; it counts no positions. Only what
//! the user wrote is visited: what a library's templates use is their own concern.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::DeclKind;
use cleave_names::decl::Special;
use cleave_names::{ItemId, is_in_own_file, is_of_user, item_id_of_node, user_items};
use cleave_typing::class::class_info;
use cleave_typing::function::specialized::{instantiated_members, instantiations};
use cleave_typing::function::{canonical, definition, signature};
use cleave_typing::thir::{Conversion, ExprKind, LocalKind, Typed};
use cleave_typing::{DeclRef, Entity, Site, Ty, TyKind, check, display, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::defaults::defaults;
use crate::reached::reached;
use crate::roots::is_root;

/// How many functions and variables are visited.
const LIMIT: usize = 20_000;
/// How many instances that ask for each other are visited, whatever the options allow: some do so without end, each with other
/// arguments than the one before, so that the visited set does not stop them.
const NESTED: u64 = 2_000;
/// How many instances ask for each other.
const CHAIN: usize = 128;

/// Something that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Use<'db> {
    /// The function, or the instance of a variable template.
    pub entity: Entity<'db>,
    /// The expression that first names it; none for what is compiled anyway.
    pub site: Option<Site<'db>>,
    /// The number of what that expression is part of.
    pub from: Option<u32>,
    /// How many instances ask for each other until this one.
    nested: u32,
}

/// One of the instances that ask for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'db> {
    /// The instance.
    pub instance: Entity<'db>,
    /// Where it is asked for.
    pub site: Site<'db>,
}

/// What is used, in the order of discovery.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Program<'db> {
    /// Everything, one after the other.
    pub uses: Vec<Use<'db>>,
    numbers: FxHashMap<Entity<'db>, u32>,
    /// The numbers of instances, by the item that their code stands in.
    instances: FxHashMap<ItemId<'db>, Vec<u32>>,
    /// What would have been instantiated next where too many instances ask for each other, and by what.
    pub excess: Vec<(Entity<'db>, Site<'db>)>,
    /// What explicit instantiations declare to be defined elsewhere.
    elsewhere: FxHashSet<Entity<'db>>,
}

impl<'db> Program<'db> {
    /// Whether something is used.
    pub fn contains(&self, db: &'db dyn Db, entity: Entity<'db>) -> bool {
        self.numbers.contains_key(&named(db, entity))
    }

    /// Whether an explicit instantiation says that something is defined elsewhere, and none defines it here.
    pub fn is_elsewhere(&self, db: &'db dyn Db, entity: Entity<'db>) -> bool {
        let entity = named(db, entity);
        let here = self
            .site(db, entity)
            .is_some_and(|s| s.as_declaration().is_some());
        !here && self.elsewhere.contains(&entity)
    }

    /// The expression that first names something.
    pub fn site(&self, db: &'db dyn Db, entity: Entity<'db>) -> Option<Site<'db>> {
        let number = self.numbers.get(&named(db, entity))?;
        self.uses.get(*number as usize)?.site
    }

    /// The first that is no instance among those that asked for each other until something was used.
    pub fn asked_by(&self, db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
        let mut at = self.numbers.get(&named(db, entity)).copied();
        for _ in 0..CHAIN {
            let u = self.uses.get(at? as usize)?;
            if u.entity.env(db).is_none() && u.entity.decl(db).closure(db).is_none() {
                return Some(u.entity);
            }
            at = u.from;
        }
        None
    }

    /// The instances among them whose code stands in an item.
    pub fn instances<'p>(
        &'p self,
        item: ItemId<'db>,
    ) -> impl Iterator<Item = Entity<'db>> + use<'p, 'db> {
        let numbers = self.instances.get(&item).into_iter().flatten();
        numbers.filter_map(|n| Some(self.uses.get(*n as usize)?.entity))
    }

    /// Finds out where the code of instances stands.
    fn index(&mut self, db: &'db dyn Db) {
        self.instances.clear();
        for (number, u) in self.uses.iter().enumerate() {
            if u.entity.env(db).is_some()
                && let Some(own) = definition(db, u.entity)
            {
                let item = own.decl(db).code(db).item;
                self.instances.entry(item).or_default().push(number as u32);
            }
        }
    }

    /// Whether the chain of an instance has a link.
    fn is_asked(&self, db: &'db dyn Db, entity: Entity<'db>) -> bool {
        self.links(db, entity).next().is_some()
    }

    /// The instances that asked for each other until this one was made, innermost first.
    pub fn chain(&self, db: &'db dyn Db, entity: Entity<'db>) -> Vec<Link<'db>> {
        self.links(db, entity).collect()
    }

    fn links(&self, db: &'db dyn Db, entity: Entity<'db>) -> impl Iterator<Item = Link<'db>> {
        let first = self.numbers.get(&named(db, entity)).copied();
        let number = |n: u32| Some((n, self.uses.get(n as usize)?));
        let uses = std::iter::successors(first.and_then(number), move |(_, u)| number(u.from?));
        let link = |(_, u): (u32, &Use<'db>)| {
            let own = is_instance(db, u.entity);
            let instance = u.entity;
            u.site.filter(|_| own).map(|site| Link { instance, site })
        };
        uses.filter_map(link).take(CHAIN)
    }
}

/// Whether something is made of a template. A closure is part of the instance that it stands in; the call operator of a generic one is
/// a template itself.
fn is_instance<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    match entity.decl(db).closure(db) {
        Some(closure) => entity.env(db) != closure.env,
        None => entity.env(db).is_some(),
    }
}

/// Entities by their first declarations.
fn named<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Entity<'db> {
    if entity.decl(db).closure(db).is_some() {
        return entity;
    }
    Entity::new(db, canonical(db, entity.decl(db)), entity.env(db))
}

/// What a file's program uses.
#[salsa::tracked(returns(ref))]
pub fn used<'db>(db: &'db dyn Db, file: SourceFile) -> Program<'db> {
    let mut out = Program {
        uses: Vec::new(),
        numbers: FxHashMap::default(),
        instances: FxHashMap::default(),
        elsewhere: FxHashSet::default(),
        excess: Vec::new(),
    };
    for &node in user_items(db, file) {
        if !is_in_own_file(db, node) {
            continue;
        }
        for (entity, site, is_extern) in instantiations(db, item_id_of_node(db, node)) {
            if is_extern {
                out.elsewhere.insert(named(db, entity));
            } else {
                instantiate(db, &mut out, entity, site);
            }
        }
    }
    add_bodies(db, file, &mut out, &|entity| is_root(db, entity));
    visit_from(db, &mut out, 0);
    out.index(db);
    out
}

/// What a file's program uses of one item.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct ItemUses<'db> {
    /// What is used of what it declares first.
    entities: FxHashSet<Entity<'db>>,
    /// The instances whose code stands in it, and whether another instance or a place asks for each.
    pub instances: Box<[(Entity<'db>, bool)]>,
    /// What would have been instantiated next by its code where too many instances ask for each other.
    pub excess: Box<[(Entity<'db>, Site<'db>)]>,
}

/// What a file's program uses of one item. A firewall: what else the program uses, and where, is not part of it.
#[salsa::tracked(returns(ref))]
pub fn used_of<'db>(db: &'db dyn Db, item: ItemId<'db>) -> ItemUses<'db> {
    let program = used(db, item.file(db));
    let entities = used_by_item(db, item.file(db)).get(&item);
    let instances = program.instances(item);
    let excess = (program.excess.iter()).filter(|(_, site)| site.code.item == item);
    ItemUses {
        entities: entities.into_iter().flatten().copied().collect(),
        instances: instances.map(|e| (e, program.is_asked(db, e))).collect(),
        excess: excess.copied().collect(),
    }
}

/// What a file's program uses, by the item that declares it first.
#[salsa::tracked(returns(ref), no_eq)]
fn used_by_item<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> FxHashMap<ItemId<'db>, Vec<Entity<'db>>> {
    let mut out: FxHashMap<ItemId<'db>, Vec<Entity<'db>>> = FxHashMap::default();
    for u in &used(db, file).uses {
        let item = u.entity.decl(db).code(db).item;
        out.entry(item).or_default().push(u.entity);
    }
    out
}

/// Whether a file's program uses something. As [`Program::contains`], without a word of the rest of the program.
pub fn is_used<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let entity = named(db, entity);
    let item = entity.decl(db).code(db).item;
    used_of(db, item).entities.contains(&entity)
}

/// The same and then what is named in all other functions, compiled or not: templates are instantiated for them as well.
#[salsa::tracked(returns(ref))]
pub fn referenced<'db>(db: &'db dyn Db, file: SourceFile) -> Program<'db> {
    let mut out = used(db, file).clone();
    let known = out.uses.len();
    add_bodies(db, file, &mut out, &|_| true);
    visit_from(db, &mut out, known);
    out.index(db);
    out
}

/// Adds functions and variables of the main source file that are no templates.
fn add_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    out: &mut Program<'db>,
    wanted: &dyn Fn(Entity<'db>) -> bool,
) {
    for &node in user_items(db, file) {
        if !is_in_own_file(db, node) {
            continue;
        }
        for entity in program::bodies(db, item_id_of_node(db, node)) {
            if display::template_depth(db, entity) == 0 && wanted(entity) {
                add(db, out, entity, None, None);
            }
        }
    }
}

fn visit_from<'db>(db: &'db dyn Db, out: &mut Program<'db>, from: usize) {
    let mut next = from;
    while next < out.uses.len() && out.uses.len() < LIMIT {
        visit(db, out, next as u32);
        next += 1;
    }
}

/// Uses what an explicit instantiation names; of a class all its member functions ([temp.explicit]/10).
fn instantiate<'db>(db: &'db dyn Db, out: &mut Program<'db>, entity: Entity<'db>, site: Site<'db>) {
    if !matches!(entity.kind(db), Some(DeclKind::Class(_))) {
        return add(db, out, entity, Some(site), None);
    }
    for member in instantiated_members(db, entity) {
        if member.is_function(db) && definition(db, member).is_some() {
            add(db, out, member, Some(site), None);
        }
    }
}

fn add<'db>(
    db: &'db dyn Db,
    out: &mut Program<'db>,
    entity: Entity<'db>,
    site: Option<Site<'db>>,
    from: Option<u32>,
) {
    let entity = named(db, entity);
    let outer = from.and_then(|n| out.uses.get(n as usize));
    let instance = is_instance(db, entity);
    let nested = outer.map_or(0, |u| u.nested) + u32::from(instance);
    let allowed = entity.decl(db).code(db).item.file(db).pending(db).0;
    if u64::from(nested) > allowed.min(NESTED) {
        let reported = |s: Site<'db>| out.excess.iter().any(|e| e.1 == s);
        let excessive =
            |s: &Site<'db>| allowed <= NESTED && entity.is_function(db) && !reported(*s);
        if let Some(site) = site.filter(excessive) {
            out.excess.push((entity, site));
        }
        return;
    }
    let number = out.uses.len() as u32;
    if let std::collections::hash_map::Entry::Vacant(new) = out.numbers.entry(entity) {
        new.insert(number);
        out.uses.push(Use {
            entity,
            site,
            from,
            nested,
        });
    }
}

/// Everything that a function's code, or a variable's initialiser, names.
fn visit<'db>(db: &'db dyn Db, out: &mut Program<'db>, number: u32) {
    let Some(used) = out.uses.get(number as usize).copied() else {
        return;
    };
    let Some(own) = definition(db, used.entity) else {
        return;
    };
    if !is_of_user(db, own.decl(db).code(db).item) {
        return;
    }
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return;
    };
    let mut seen: FxHashSet<Entity<'db>> = FxHashSet::default();
    let class = signature(db, own).and_then(|sig| sig.class);
    let of_user = |code: &&Typed<'db>| {
        let value = code.value.and_then(|e| code.exprs.get(e.0 as usize));
        value.is_some_and(|value| is_of_user(db, value.site.code.item))
    };
    let defaults = defaults(db, typed, class);
    let all = std::iter::once(typed).chain(defaults.into_iter().filter(of_user));
    let computed = all.flat_map(|code| reached(code).into_iter().map(move |r| (code, r)));
    for (code, r) in computed {
        let Some(expr) = code.exprs.get(r.expr.0 as usize) else {
            continue;
        };
        let entity = match &expr.kind {
            ExprKind::Call {
                callee,
                is_virtual: false,
                ..
            }
            | ExprKind::Construct(callee, _)
            | ExprKind::Function(callee)
            | ExprKind::Delete {
                destructor: Some(callee),
                ..
            }
            | ExprKind::Destroy(_, Some(callee), _)
            | ExprKind::Convert(Conversion::ClosureToFunction(callee), _) => *callee,
            ExprKind::Static(v) if v.env(db).is_some() => *v,
            _ => continue,
        };
        if seen.insert(entity) {
            add(db, out, entity, Some(expr.site), Some(number));
        }
    }
    let locals = typed.locals.iter();
    for local in locals.filter(|l| matches!(l.kind, LocalKind::Automatic)) {
        if let Some(destructor) = destructor(db, local.ty) {
            let site = local.declared.filter(|_| destructor.env(db).is_some());
            add(db, out, destructor, site, Some(number));
        }
    }
}

/// The destructor that a user's class declares.
pub fn destructor<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Entity<'db>> {
    if !matches!(ty.kind(db), TyKind::Class(_)) {
        return None;
    }
    let class = class_info(db, ty)?.definition?;
    let own = class.decl(db);
    let code = own.code(db);
    let hir = code.code(db)?;
    let found = hir.decls.iter().find(|(_, d)| {
        let special = matches!(&d.kind, DeclKind::Function(f) if f.special == Special::Destructor);
        special
            && d.parent
                .is_some_and(|p| u32::from(p.into_raw()) == own.index(db))
    })?;
    let decl = DeclRef::at(db, code, found.0);
    Some(Entity::new(db, decl, class.env(db)))
}
