//! What declarations use where code makes instances of their templates: the functions that they call for a value (reference:
//! device-half, Uses). This module must not know how code is walked.

use cleave_names::decl::Spec;
use cleave_typing::class::class_info;
use cleave_typing::function::{
    called_in_class, called_in_declaration, called_in_members, signature,
};
use cleave_typing::{Entity, Ty};

use crate::edges::Found;

impl<'db> Found<'db> {
    /// What the declaration of a function uses, and those of the classes that it names.
    pub(crate) fn declared(&mut self, entity: Entity<'db>) {
        let db = self.db;
        for function in called_in_declaration(db, entity) {
            self.called(function, None);
        }
        // Of an instance the class around, and those around that.
        let around = |class: &Entity<'db>| {
            let decl = class.decl(db).parent_class(db)?;
            Some(Entity::new(db, decl, class.env(db)))
        };
        let is_friend = (entity.decl(db).hir(db)).is_some_and(|d| d.spec.any(Spec::FRIEND));
        let first = around(&entity).filter(|_| !is_friend);
        for class in std::iter::successors(first, around) {
            for function in called_in_members(db, class) {
                self.called(*function, None);
            }
        }
        if let Some(signature) = signature(db, entity) {
            let class = signature.class.into_iter();
            let types = class.chain(signature.ty.params.iter().copied());
            let types: Vec<Ty<'db>> = types.chain([signature.ty.ret]).collect();
            types.into_iter().for_each(|ty| self.object(ty));
        }
    }

    /// There is an object of a type: its class is instantiated, and so are those of its bases and members.
    pub(crate) fn object(&mut self, ty: Ty<'db>) {
        let db = self.db;
        let mut next = Some(ty);
        let mut todo = Vec::new();
        while let Some(ty) = next.take().or_else(|| todo.pop()) {
            let class = ty.innermost_element(db).unqualified(db);
            if !class.is_class(db) || !self.classes.insert(class) {
                continue;
            }
            for function in called_in_class(db, class.id()) {
                self.called(*function, None);
            }
            if let Some(info) = class_info(db, class) {
                todo.extend(info.bases.iter().map(|base| base.ty));
                todo.extend(info.fields.iter().map(|field| field.ty));
            }
        }
    }
}
