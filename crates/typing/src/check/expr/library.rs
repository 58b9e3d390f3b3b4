//! Classes and types of the standard library that the language itself asks for.

use cleave_hir::NameId;

use crate::convert::quietly;
use crate::{Context, Ty};

impl<'db> Context<'db> {
    /// A class of namespace `std`, if the program has it.
    pub(crate) fn standard_class(&mut self, name: &str) -> Option<Ty<'db>> {
        self.named_class(&["std"], name)
    }

    /// A class of the global namespace.
    pub(crate) fn global_class(&mut self, name: &str) -> Option<Ty<'db>> {
        self.named_class(&[], name)
    }

    pub(in crate::check) fn named_class(
        &mut self,
        qualifiers: &[&str],
        name: &str,
    ) -> Option<Ty<'db>> {
        self.library_type(qualifiers, name)
            .filter(|t| t.is_class(self.db))
    }

    /// A type of a namespace, if the program has it.
    pub(in crate::check) fn library_type(
        &mut self,
        qualifiers: &[&str],
        name: &str,
    ) -> Option<Ty<'db>> {
        let path = cleave_hir::Path::new(
            NameId::Ident(cleave_hir::Name::new(name)),
            cleave_hir::PathParts {
                global: true,
                qualifiers: qualifiers
                    .iter()
                    .map(|q| cleave_hir::PathSegment {
                        name: cleave_hir::Name::new(q),
                        args: None,
                    })
                    .collect(),
                ..Default::default()
            },
        );
        quietly(self, |cx| cx.path_type(&path))
    }
}
