//! The dynamic bases of one object, each once, and who overrides their functions ([class.virtual]).

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use super::methods::{Method, MethodKey, own_virtuals};
use crate::Ty;
use crate::class::layout::virtual_bases;
use crate::class::{class_info, layout};

/// More dynamic bases than any object has.
const MANY: usize = 4_000;

/// A base of an object, by number: a base has a smaller one than the classes that it is a base of.
pub(super) type Node = usize;

pub(super) struct Part<'db> {
    pub(super) ty: Ty<'db>,
    /// Where it lies in the whole object.
    pub(super) at: u64,
    /// The virtual base that it is or lies in; none where only bases that are not virtual lead to it.
    pub(super) home: Option<Node>,
    /// The classes that have it as a direct base.
    around: Vec<Node>,
    /// Its direct bases that are dynamic, by number.
    pub(super) bases: Vec<(usize, Node)>,
}

/// An object of a class, which may be a base of a whole object.
pub(super) struct Object<'db> {
    pub(super) db: &'db dyn Db,
    pub(super) parts: Vec<Part<'db>>,
    /// Where virtual bases lie in the whole object.
    pub(super) virtuals: FxHashMap<Ty<'db>, u64>,
    numbers: FxHashMap<(Ty<'db>, u64), Node>,
    /// The virtual functions by what they are called, those of the most derived classes first.
    methods: FxHashMap<MethodKey, Vec<(Node, Method<'db>)>>,
    /// For a base, the bases that it lies in, itself among them.
    above: FxHashMap<Node, Vec<bool>>,
}

impl<'db> Object<'db> {
    /// The object of `class` that lies at `at` in one of the class `whole`.
    pub(super) fn new(
        db: &'db dyn Db,
        class: Ty<'db>,
        at: u64,
        whole: Ty<'db>,
    ) -> Option<Object<'db>> {
        let places = layout(db, whole)?.virtual_bases.iter().copied();
        let mut object = Object {
            db,
            parts: Vec::new(),
            virtuals: virtual_bases(db, whole.id())
                .iter()
                .copied()
                .zip(places)
                .collect(),
            numbers: FxHashMap::default(),
            methods: FxHashMap::default(),
            above: FxHashMap::default(),
        };
        object.collect(class, at)?;
        for (node, part) in object.parts.iter().enumerate().rev() {
            for &method in own_virtuals(db, part.ty.id()) {
                object
                    .methods
                    .entry(method.key(db))
                    .or_default()
                    .push((node, method));
            }
        }
        Some(object)
    }

    /// Numbers the bases, those of a class before it.
    fn collect(&mut self, class: Ty<'db>, at: u64) -> Option<()> {
        let db = self.db;
        // Classes whose bases are being numbered: how many are, and the numbers of the dynamic ones.
        let mut stack = vec![(class, at, false, 0, Vec::new())];
        while let Some((ty, at, is_virtual, next, inner)) = stack.pop() {
            let (info, layout) = (class_info(db, ty)?, layout(db, ty)?);
            let Some(base) = info.bases.get(next) else {
                let node = self.parts.len();
                for &(_, base) in &inner {
                    let base: &mut Part<'db> = self.parts.get_mut(base)?;
                    base.around.push(node);
                }
                self.numbers.insert((ty, at), node);
                self.parts.push(Part {
                    ty,
                    at,
                    home: is_virtual.then_some(node),
                    around: Vec::new(),
                    bases: inner,
                });
                if let Some((.., next, inner)) = stack.last_mut() {
                    inner.push((*next - 1, node));
                }
                continue;
            };
            let of = base.ty.unqualified(db);
            let place = match base.is_virtual {
                true => *self.virtuals.get(&of)?,
                false => at + layout.bases.get(next)?,
            };
            let mut inner = inner;
            if !class_info(db, of)?.is_dynamic {
                stack.push((ty, at, is_virtual, next + 1, inner));
            } else if let Some(&known) = self.numbers.get(&(of, place)) {
                inner.push((next, known));
                stack.push((ty, at, is_virtual, next + 1, inner));
            } else {
                if self.parts.len() + stack.len() > MANY {
                    return None;
                }
                stack.push((ty, at, is_virtual, next + 1, inner));
                stack.push((of, place, base.is_virtual, 0, Vec::new()));
            }
        }
        // What is not virtual lies where the only class around it does.
        for node in (0..self.parts.len()).rev() {
            let part = self.parts.get(node)?;
            if part.home.is_none()
                && let Some(&around) = part.around.first()
            {
                self.parts[node].home = self.parts[around].home;
            }
        }
        Some(())
    }

    /// The object itself.
    pub(super) fn root(&self) -> Node {
        self.parts.len().saturating_sub(1)
    }

    /// A base by its class and place.
    pub(super) fn node(&self, class: Ty<'db>, at: u64) -> Option<Node> {
        self.numbers.get(&(class, at)).copied()
    }

    /// The virtual base of a class.
    pub(super) fn virtual_node(&self, class: Ty<'db>) -> Option<Node> {
        self.node(class, *self.virtuals.get(&class)?)
    }

    /// The final overrider of a function of a base, and where its class lies.
    pub(super) fn overrider(
        &mut self,
        node: Node,
        method: Method<'db>,
    ) -> Option<(Node, Method<'db>)> {
        self.reach(node);
        let above = self.above.get(&node)?;
        let all = self.methods.get(&method.key(self.db))?;
        // The classes of all others that override it are bases of the final overrider's.
        (all.iter().copied()).find(|(by, other)| {
            above.get(*by).copied().unwrap_or(false) && other.overrides(self.db, method)
        })
    }

    /// Notes the bases that a base lies in.
    fn reach(&mut self, node: Node) {
        if self.above.contains_key(&node) {
            return;
        }
        let mut above = vec![false; self.parts.len()];
        let mut todo = vec![node];
        while let Some(at) = todo.pop() {
            if let (Some(seen), Some(part)) = (above.get_mut(at), self.parts.get(at))
                && !std::mem::replace(seen, true)
            {
                todo.extend(&part.around);
            }
        }
        self.above.insert(node, above);
    }
}
