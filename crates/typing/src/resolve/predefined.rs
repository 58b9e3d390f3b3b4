//! Templates that the compiler itself declares: `__make_integer_seq` and `__type_pack_element`, of which clang's libraries
//! and newer libstdc++ make [utility.intseq] and [tuple.helper] (reference: language, Predefined templates). It must not know who
//! asks.

use cleave_hir::{Name, TemplateArgRef};

use crate::resolve::args::MAX_PACK;
use crate::{Arg, Const, Context, Site, Ty, Value};

impl<'db> Context<'db> {
    /// What an id of such a template means, at a place; `None` for other names.
    pub(crate) fn predefined_template(
        &mut self,
        name: &Name,
        args: Option<&[TemplateArgRef]>,
        site: Site<'db>,
    ) -> Option<Ty<'db>> {
        let made = match name.as_str() {
            "__make_integer_seq" => self.make_integer_seq(args?),
            "__type_pack_element" => self.type_pack_element(args?),
            _ => return None,
        };
        Some(match made {
            Made::Type(ty) => ty,
            Made::Dependent => self.dependent(site),
            Made::Unknown if self.is_dependent_place() => self.dependent(site),
            Made::Unknown => self.unknown_type(),
            Made::IllFormed => {
                self.fail();
                Ty::error(self.db)
            }
        })
    }

    /// `__make_integer_seq<S, T, n>` is `S<T, 0, ..., n - 1>`.
    fn make_integer_seq(&mut self, written: &[TemplateArgRef]) -> Made<'db> {
        let db = self.db;
        let [template, ty, count] = written else {
            return Made::Unknown;
        };
        let Some(template) = self.template_arg(template) else {
            return Made::IllFormed;
        };
        match (template, &self.loose_args(&[ty.clone(), count.clone()])[..]) {
            (Arg::Template(template), [Arg::Type(ty), Arg::Value(count)])
                if !ty.is_dependent(db) =>
            {
                let Some(n) = count.as_int(db).filter(|n| (0..=MAX_PACK).contains(n)) else {
                    return Made::IllFormed;
                };
                let value = |i| Arg::Value(Const::new(db, *ty, Value::Int(i)));
                let first = [Arg::Type(*ty)]
                    .into_iter()
                    .chain((0..n).map(value))
                    .collect();
                match self.template_args_after(template, first, &[]) {
                    Some(args) => Made::Type(self.specialized(template, args)),
                    None => Made::Type(Ty::error(db)),
                }
            }
            (_, args) if args.iter().any(|a| a.has_error(db)) => Made::Unknown,
            _ => Made::Dependent,
        }
    }

    /// `__type_pack_element<n, T...>` is the type at place `n`.
    fn type_pack_element(&mut self, written: &[TemplateArgRef]) -> Made<'db> {
        let db = self.db;
        match &self.loose_args(written)[..] {
            [Arg::Value(n), types @ ..] if types.iter().all(|a| matches!(a, Arg::Type(_))) => {
                let n = n.as_int(db).and_then(|n| usize::try_from(n).ok());
                match n.and_then(|n| types.get(n)) {
                    Some(Arg::Type(ty)) => Made::Type(*ty),
                    _ => Made::IllFormed,
                }
            }
            args if args.iter().any(|a| a.has_error(db)) => Made::Unknown,
            _ => Made::Dependent,
        }
    }
}

/// What came of it.
enum Made<'db> {
    Type(Ty<'db>),
    /// It waits for template arguments.
    Dependent,
    /// It could not be made out.
    Unknown,
    IllFormed,
}
