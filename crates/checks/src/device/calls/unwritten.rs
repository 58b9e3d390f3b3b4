//! Calls of inline constructors and destructors of the host: nothing is written where they are called, so what is said of them in front
//! has no place (reference: spaces, Calls between spaces).

use cleave_codes::{Code, codes};
use cleave_names::ItemId;
use cleave_syntax::skeleton::Flags;
use cleave_typing::class::Special;
use cleave_typing::thir::ExprKind;
use cleave_typing::{Entity, Step};

use crate::Finding;
use crate::device::calls::caller::Caller;
use crate::device::calls::implicit::{constructor_or_destructor, is_foreign, parts};
use crate::device::calls::inline;

impl<'db> Caller<'_, 'db> {
    /// Says of a call at a token of an item that it is made. `order` is where it stands among the calls of the body.
    pub(super) fn say_unwritten(
        &self,
        code: Code,
        item: Option<ItemId<'db>>,
        token: u32,
        order: u32,
    ) {
        let is_unchecked = self.s.item.flags(self.s.db).has(Flags::UNCHECKED);
        if !self.space.is_host_device() || is_unchecked {
            return;
        }
        let mut found = Finding::new(code, token);
        found.is_nowhere = true;
        found.item = item;
        self.say_behind(found, order);
    }

    /// What a constructor makes of the parts of its class, and what a destructor destroys.
    pub(super) fn parts(&self, token: u32) {
        let db = self.s.db;
        let is_said = |callee: Entity<'db>| {
            is_foreign(self.s, callee) && inline::is_inline(db, callee, self.instance)
        };
        let code = codes::H_HD_ILLEGAL_CALL_GENERIC;
        // What makes a base belongs to the base.
        let is_member = |step: &Option<Step>| matches!(step, Some(Step::Field(_)));
        for (number, init) in (0..).zip(&self.typed.inits) {
            if !is_member(&init.target) || init.written.is_some() {
                continue;
            }
            self.begins(number);
            let value = self.typed.exprs.get(init.value.0 as usize);
            if let Some(ExprKind::Construct(callee, _)) = value.map(|value| &value.kind)
                && is_said(*callee)
            {
                self.say_unwritten(code, None, token, 0);
            }
        }
        self.begins(u32::MAX);
        if let Some((class, Special::Destructor)) = constructor_or_destructor(db, self.entity) {
            for part in parts(db, class, Special::Destructor) {
                if !part.is_base && part.declared.is_some_and(is_said) {
                    self.say_unwritten(code, None, token, u32::MAX);
                }
            }
        }
    }
}
