//! Declarations that may declare the same ([basic.link], [temp.over.link]), put together so that a name declared a thousand times is
//! not compared a million times. What they are compared by at last is the business of [`crate::function::redeclared`].

use std::cell::OnceCell;
use std::hash::BuildHasher;

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::class::specialization::{identity, same_arguments};
use crate::code::params::{levels, own_level};
use crate::function::redeclared::{CLASS, VARIABLE, is_same, sort};
use crate::function::shape::{Shape, fingerprint, is_specialized, outline, shape};
use crate::function::written::differ_as_written;
use crate::{DeclRef, Entity, Env};

/// A declaration that may declare the same as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(super) struct Sibling<'db> {
    pub(super) decl: DeclRef<'db>,
    pub(super) look: Look,
}

/// What the words of a declaration alone say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(super) enum Look {
    /// A function.
    Function(Shape),
    /// A class, enumeration or variable: its sort; of a specialisation the levels of template parameters.
    Other(u32, Option<u32>),
    /// Nothing.
    Unknown,
}

impl Look {
    fn of<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Look {
        if let Some(shape) = shape(db, decl) {
            return Look::Function(shape);
        }
        match decl.hir(db) {
            Some(hir)
                if matches!(
                    hir.kind,
                    DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Variable(_)
                ) =>
            {
                let special = is_specialized(db, decl);
                Look::Other(sort(hir), special.then(|| levels(db, decl).len() as u32))
            }
            _ => Look::Unknown,
        }
    }

    /// Whether it is a specialisation.
    pub(super) fn specialized(self) -> Option<bool> {
        match self {
            Look::Function(shape) => Some(shape.specialized),
            Look::Other(_, levels) => Some(levels.is_some()),
            Look::Unknown => None,
        }
    }
}

impl<'db> Sibling<'db> {
    pub(super) fn new(db: &'db dyn Db, decl: DeclRef<'db>) -> Self {
        let look = Look::of(db, decl);
        Sibling { decl, look }
    }

    /// Whether it declares what another does that it may declare.
    pub(super) fn is_same(self, db: &'db dyn Db, own: &Own<'db>) -> bool {
        let other = own.sibling;
        match (self.look, other.look) {
            // There are thousands of specialisations of some templates.
            (Look::Other(CLASS | VARIABLE, Some(_)), Look::Other(_, Some(_))) => {
                let Some(theirs) = identity(db, self.decl) else {
                    return false;
                };
                let own = own.identity(db);
                own.is_some_and(|own| same_arguments(db, (self.decl, theirs), (other.decl, own)))
            }
            _ => is_same(db, self.decl, other.decl),
        }
    }

    /// Whether it may declare what another declares, as far as that can be told at little cost: there are hundreds of operators,
    /// of `get`s, and of specialisations of some class templates.
    pub(super) fn may_be(self, db: &'db dyn Db, own: &Own<'db>) -> bool {
        match (self.look, own.sibling.look) {
            (Look::Function(a), Look::Function(b)) => {
                a == b
                    && match (fingerprint(db, self.decl), own.fingerprint(db)) {
                        (Some(a), Some(b)) => a == b,
                        _ => true,
                    }
                    && !(a.is_template() && differ_as_written(db, self.decl, own.sibling.decl))
            }
            (a @ Look::Other(..), b @ Look::Other(..)) => a == b,
            _ => true,
        }
    }
}

/// A declaration that many are compared with: what they are compared by is asked for once.
pub(super) struct Own<'db> {
    sibling: Sibling<'db>,
    fingerprint: OnceCell<Option<u64>>,
    identity: OnceCell<Option<(Entity<'db>, Env<'db>)>>,
}

impl<'db> Own<'db> {
    pub(super) fn new(db: &'db dyn Db, decl: DeclRef<'db>) -> Self {
        Own {
            sibling: Sibling::new(db, decl),
            fingerprint: OnceCell::new(),
            identity: OnceCell::new(),
        }
    }

    fn fingerprint(&self, db: &'db dyn Db) -> Option<u64> {
        let print = || fingerprint(db, self.sibling.decl);
        *self.fingerprint.get_or_init(print)
    }

    fn identity(&self, db: &'db dyn Db) -> Option<(Entity<'db>, Env<'db>)> {
        let identity = || identity(db, self.sibling.decl);
        *self.identity.get_or_init(identity)
    }
}

/// Groups of fewer are read through.
pub(super) const FEW: usize = 32;

/// Functions of a name that are more than this, and specialisations, are found by what tells them apart. What headers overload most
/// stays below it.
const MANY: usize = 256;

/// Numbers of functions of a group by their shapes and fingerprints, or of specialisations by what they are for.
pub(super) type Alike = FxHashMap<(Look, u64), Box<[u32]>>;

/// A hash of what a specialisation is for, equal for those that may be for the same: of a partial one's arguments what
/// depends on nothing, for the rest is compared as written.
fn purpose<'db>(db: &'db dyn Db, decl: DeclRef<'db>, of: Option<(Entity<'db>, Env<'db>)>) -> u64 {
    let of = of.map(|(template, args)| match own_level(db, decl) {
        None => (template, Ok(args)),
        Some(_) => (template, Err(outline(db, args.args(db)))),
    });
    FxBuildHasher.hash_one(of)
}

/// Declarations of a name and sort in a namespace, in source order.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(super) struct Group<'db> {
    all: Box<[Sibling<'db>]>,
    /// Of many their places.
    places: FxHashMap<DeclRef<'db>, u32>,
}

impl<'db> Group<'db> {
    pub(super) fn new(all: impl Iterator<Item = Sibling<'db>>) -> Self {
        let all: Box<[Sibling<'db>]> = all.collect();
        let many = all.len() > FEW;
        let places = all.iter().zip(0..).filter(|_| many);
        let places = places.map(|(s, place)| (s.decl, place)).collect();
        Group { all, places }
    }

    /// Whether a declaration is among them.
    pub(super) fn has(&self, decl: DeclRef<'db>) -> bool {
        match self.places.is_empty() {
            true => self.all.iter().any(|s| s.decl == decl),
            false => self.places.contains_key(&decl),
        }
    }

    /// Whether it pays to find a function or specialisation among them by what tells it apart. A template does not wait for its
    /// specialisations.
    pub(super) fn is_told_apart(&self, db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
        self.all.len() > MANY
            && matches!(
                Look::of(db, decl),
                Look::Function(_) | Look::Other(CLASS | VARIABLE, Some(_))
            )
    }

    /// Functions, or the specialisations among classes and variables, by what tells them apart; nothing if that is not known of all.
    pub(super) fn alike(&self, db: &'db dyn Db) -> Option<Alike> {
        let mut out: FxHashMap<(Look, u64), Vec<u32>> = FxHashMap::default();
        for (sibling, number) in self.all.iter().zip(0..) {
            let by = match sibling.look {
                Look::Function(_) => fingerprint(db, sibling.decl)?,
                Look::Other(CLASS | VARIABLE, Some(_)) => {
                    purpose(db, sibling.decl, identity(db, sibling.decl))
                }
                Look::Other(CLASS | VARIABLE, None) => continue,
                Look::Other(..) | Look::Unknown => return None,
            };
            out.entry((sibling.look, by)).or_default().push(number);
        }
        Some(out.into_iter().map(|(k, v)| (k, v.into())).collect())
    }
}

/// What a declaration may declare the same as.
pub(super) enum Siblings<'db> {
    /// Gathered for it.
    Few(Vec<Sibling<'db>>),
    /// What all of the group share.
    Group(&'db Group<'db>, Option<&'db Alike>),
}

impl<'db> Siblings<'db> {
    /// Whether they are too many to be read through for each of them.
    pub(super) fn are_many(&self) -> bool {
        match self {
            Siblings::Few(all) => all.len() > FEW,
            Siblings::Group(group, _) => group.all.len() > FEW,
        }
    }

    /// Those that are worth a comparison with one of them, in order.
    pub(super) fn like(
        &self,
        db: &'db dyn Db,
        own: &Own<'db>,
    ) -> impl Iterator<Item = Sibling<'db>> {
        let (all, like) = match self {
            Siblings::Few(all) => (&all[..], None),
            Siblings::Group(group, alike) => (&group.all[..], *alike),
        };
        let look = own.sibling.look;
        let like = like.and_then(|alike| match look {
            Look::Function(_) => alike.get(&(look, own.fingerprint(db)?)),
            Look::Other(..) => alike.get(&(look, purpose(db, own.sibling.decl, own.identity(db)))),
            Look::Unknown => None,
        });
        let whole = match like {
            Some(_) => &[][..],
            None => all,
        };
        let like = like.into_iter().flatten();
        like.filter_map(|&number| all.get(number as usize))
            .chain(whole)
            .copied()
    }
}
