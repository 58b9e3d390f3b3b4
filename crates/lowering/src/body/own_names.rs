//! The names that a function knows itself by, `__func__` and `__PRETTY_FUNCTION__`: arrays of the function's own
//! ([dcl.fct.def.general]/8), in the words of the device's compiler.
//!
//! It must not know how names are spelled.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_cuda::annotations;
use cleave_il::{
    Code, ConstantKind, ExprId as Il, ExprKind as Kind, Integer, Linkage, Memory, OWN_NAMES, Quals,
    Symbol, Type, TypeId, Variable, own_name,
};
use cleave_names::{is_in_own_file, user_node};
use cleave_typing::{Entity, Site, display};

use crate::body::Body;
use crate::refusal::Res;

/// The name of a function's signature as text.
pub(crate) const SIGNATURE: &str = OWN_NAMES[1];

/// The same for the name alone, and `__FUNCTION__` is another word for it.
const FUNCTION: &str = OWN_NAMES[0];

/// Whether a string was written as the name of the function around.
pub(crate) fn is_function_name<'db>(db: &'db dyn Db, site: Site<'db>) -> bool {
    let Some(cleave_hir::Expr::Path(path)) = site.expr(db) else {
        return false;
    };
    let name = path.name.ident().map(|n| n.as_str());
    matches!(name, Some("__func__" | "__FUNCTION__"))
}

fn array_of_characters(code: &mut Code, len: Option<u64>) -> TypeId {
    let element = code.types.integer(Integer::Char);
    code.types.intern(Type::Array { element, len })
}

impl<'db> Body<'_, 'db> {
    /// The array `__func__`.
    pub(crate) fn function_name(&mut self) -> Res<'db, Il> {
        let owner = self.owner()?;
        let text = display::function_name(self.unit.db, owner);
        self.name_array(owner, FUNCTION, &text)
    }

    /// The array `__PRETTY_FUNCTION__`.
    pub(crate) fn signature(&mut self) -> Res<'db, Il> {
        let owner = self.owner()?;
        let text = display::pretty_function(self.unit.db, owner);
        self.name_array(owner, SIGNATURE, &text)
    }

    /// The function that the code is of.
    fn owner(&mut self) -> Res<'db, Entity<'db>> {
        match self.frame()?.owner {
            Some(owner) => Ok(owner),
            None => self.refuse("the name of a function"),
        }
    }

    /// The array that a function has its name in: one for each way to ask.
    fn name_array(&mut self, owner: Entity<'db>, asked: &str, text: &str) -> Res<'db, Il> {
        let Some(function) = self.unit.linker_name(owner) else {
            return self.refuse("a linker name is not known");
        };
        let name: Symbol = Arc::from(own_name(&function, asked));
        let mut units: Vec<u32> = text.bytes().map(u32::from).collect();
        units.push(0);
        let len = Some(units.len() as u64);
        // The optimiser drops a literal that nothing uses, but no variable. An assertion of a library is mostly dropped: its condition is
        // known where the function is inlined. One in a kernel stays if it has a condition.
        let db = self.unit.db;
        let node = user_node(db, owner.decl(db).code(db).item);
        let is_own = node.is_some_and(|node| is_in_own_file(db, node));
        let is_made = self.unit.references.names.iter().any(|v| v.name == name);
        let stays = || annotations(db, owner).is_kernel() && self.is_under_condition();
        if !is_own && !is_made && !stays() {
            let ty = array_of_characters(&mut self.code, len);
            let text = self.code.constant(ConstantKind::Text(units.into()), ty);
            return Ok(self.make(Kind::Text(text), ty));
        }
        if !is_made {
            let mut code = Code::default();
            let ty = array_of_characters(&mut code, len);
            let value = code.constant(ConstantKind::Text(units.into()), ty);
            self.unit.references.names.push(Arc::new(Variable {
                name: name.clone(),
                linkage: Linkage::Internal,
                memory: Memory::Device,
                ty,
                quals: Quals {
                    is_const: true,
                    is_volatile: false,
                },
                align: None,
                is_kept: false,
                is_declaration: false,
                value: Some(value),
                place: None,
                code,
            }));
        }
        let ty = array_of_characters(&mut self.code, len);
        Ok(self.make(Kind::Global(name), ty))
    }
}
