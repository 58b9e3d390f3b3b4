//! Code that runs in a function and is written elsewhere: default member initialisers ([class.mem]/10) and default arguments
//! ([dcl.fct.default]). Knows nothing of the order in which code runs.

use cleave_base_db::Db;
use cleave_names::is_of_user;
use cleave_typing::class::class_info;
use cleave_typing::thir::{ExprKind, Implicit, Typed};
use cleave_typing::{Entity, Ty, check};
use rustc_hash::FxHashSet;

use crate::reached::reached;

/// How much of it is looked at for one function.
const LIMIT: usize = 1024;

/// The default initialiser of a member of a class, by the member's number.
pub fn default_member<'db>(db: &'db dyn Db, class: Ty<'db>, n: u32) -> Option<&'db Typed<'db>> {
    let info = class_info(db, class.unqualified(db))?;
    let field = info.fields.get(n as usize)?;
    let env = info.definition?.env(db);
    check::body(db, Entity::new(db, field.decl, env)).filter(|typed| !typed.dependent)
}

/// All of it that a function runs, that of objects within objects as well. `class`: of a constructor, the class whose objects it makes.
pub fn defaults<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    class: Option<Ty<'db>>,
) -> Vec<&'db Typed<'db>> {
    let mut found = Found {
        db,
        out: Vec::new(),
        seen: FxHashSet::default(),
        classes: FxHashSet::default(),
    };
    found.of(typed, class);
    let mut next = 0;
    while let Some(&code) = found.out.get(next) {
        found.of(code, None);
        next += 1;
    }
    found.out
}

struct Found<'db> {
    db: &'db dyn Db,
    out: Vec<&'db Typed<'db>>,
    /// By address: a body is one value.
    seen: FxHashSet<*const Typed<'db>>,
    /// The classes whose implicit constructors were looked at.
    classes: FxHashSet<Ty<'db>>,
}

impl<'db> Found<'db> {
    fn add(&mut self, code: Option<&'db Typed<'db>>) {
        let code = code.filter(|code| !code.dependent && self.out.len() < LIMIT);
        if let Some(code) = code.filter(|code| self.seen.insert(std::ptr::from_ref(*code))) {
            self.out.push(code);
        }
    }

    /// What some code names itself.
    fn of(&mut self, typed: &Typed<'db>, class: Option<Ty<'db>>) {
        let node = |e: cleave_typing::thir::ExprId| typed.exprs.get(e.0 as usize);
        for init in typed.inits.iter().filter(|init| init.written.is_none()) {
            match (node(init.value).map(|x| &x.kind), class) {
                (Some(ExprKind::DefaultMember(n)), Some(class)) => {
                    self.add(default_member(self.db, class, *n));
                }
                (Some(ExprKind::ConstructImplicit(Implicit::Default, _)), _) => {
                    node(init.value).into_iter().for_each(|x| self.made(x.ty));
                }
                _ => {}
            }
        }
        for expr in reached(typed).into_iter().filter_map(|r| node(r.expr)) {
            match &expr.kind {
                ExprKind::DefaultArgument(function, n) => {
                    self.add(check::default_argument(self.db, *function, *n));
                }
                ExprKind::Aggregate(parts) => {
                    for part in parts.iter().flatten().filter_map(|e| node(*e)) {
                        if let ExprKind::DefaultMember(n) = part.kind {
                            self.add(default_member(self.db, expr.ty, n));
                        }
                    }
                }
                ExprKind::ConstructImplicit(Implicit::Default, _) => self.made(expr.ty),
                _ => {}
            }
        }
    }

    /// An implicit constructor makes an object, and its members.
    fn made(&mut self, ty: Ty<'db>) {
        let mut next = vec![ty];
        while let Some(ty) = next.pop() {
            let ty = ty.innermost_element(self.db).unqualified(self.db);
            // What a library's classes use is their own concern.
            let of_user =
                |class: Entity<'db>| is_of_user(self.db, class.decl(self.db).code(self.db).item);
            let is_looked_at =
                self.classes.len() < LIMIT && ty.class_entity(self.db).is_some_and(of_user);
            if !is_looked_at || !self.classes.insert(ty) {
                continue;
            }
            let Some(info) = class_info(self.db, ty).filter(|info| !info.is_union) else {
                continue;
            };
            for (n, field) in (0..).zip(&info.fields) {
                match field.has_default {
                    true => self.add(default_member(self.db, ty, n)),
                    false => next.push(field.ty),
                }
            }
            next.extend(info.bases.iter().map(|base| base.ty));
        }
    }
}
