//! Where functions and their statements were written. Lines move with every edit above, so no function's value has them: they are
//! looked up when a module is put together, and only for who asks.
//!
//! It must not know how a function is made.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_il::{Function, Place, Stmt, StmtId, StmtKind, Type};
use cleave_names::{ItemId, TokenPlaces};
use cleave_needed::Emitted;
use cleave_typing::class::class_info;
use cleave_typing::function::definition;
use cleave_typing::{Site, program};
use rustc_hash::FxHashMap;

use crate::body::Origin;
use crate::functions::LoweredFunction;

/// The token that names a function, and its item: of a closure's the beginning of the lambda-expression, of what the language makes
/// the name of the class.
pub(crate) fn declared<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<(ItemId<'db>, u32)> {
    let entity = match what {
        Emitted::Function(function) => definition(db, function).unwrap_or(function),
        Emitted::Invoker(operator) => operator,
        Emitted::Implicit(class, _) | Emitted::Inherited(_, class) => {
            class_info(db, class.unqualified(db))?.definition?
        }
        Emitted::Variable(_) | Emitted::Vtable(_) => return None,
    };
    match entity.decl(db).closure(db) {
        Some(closure) => {
            let (tokens, _) = program::place(db, closure.site)?;
            Some((closure.site.code.item, tokens.start))
        }
        None => program::declaration(db, entity),
    }
}

/// The number of a statement.
fn index(stmt: StmtId) -> usize {
    u32::from(stmt.into_raw()) as usize
}

/// Says that a function which returns nothing returns at the end of its body, on a line.
fn return_at(function: &mut Function, body: StmtId, line: i32) {
    let code = &mut function.code;
    let StmtKind::Block(all) = &code.stmts[body].kind else {
        return;
    };
    let returns = |s: &StmtId| matches!(code.stmts[*s].kind, StmtKind::Return(_));
    if code.types[function.ret] != Type::Void || all.last().is_some_and(returns) {
        return;
    }
    let mut all = all.to_vec();
    all.push(code.stmts.alloc(Stmt {
        kind: StmtKind::Return(None),
        line: Some(line),
    }));
    code.stmts[body].kind = StmtKind::Block(all.into());
}

/// Where tokens stand, item by item.
pub(crate) struct Places<'db> {
    db: &'db dyn Db,
    items: FxHashMap<ItemId<'db>, Option<TokenPlaces<'db>>>,
}

impl<'db> Places<'db> {
    pub(crate) fn new(db: &'db dyn Db) -> Self {
        Places {
            db,
            items: FxHashMap::default(),
        }
    }

    /// The file and the line of a token of an item.
    fn of(&mut self, item: ItemId<'db>, token: u32) -> Option<(&'db str, u32)> {
        let db = self.db;
        let places = self
            .items
            .entry(item)
            .or_insert_with(|| TokenPlaces::of(db, item));
        places.as_ref()?.place(token)
    }

    /// Says of a function and its statements where they were written. A statement of another file has no line.
    pub(crate) fn fill(
        &mut self,
        function: &mut Function,
        what: Emitted<'db>,
        lowered: &LoweredFunction<'db>,
    ) {
        let db = self.db;
        let Some((item, token)) = declared(db, what) else {
            return;
        };
        let Some((file, first)) = self.of(item, token) else {
            return;
        };
        function.place = Some(Place {
            file: Arc::from(file),
            line: first,
        });
        let Some((code, origins)) = &lowered.written else {
            return;
        };
        let mut line = |token: u32| {
            self.of(code.item, token)
                .filter(|(own, _)| *own == file)
                .and_then(|(_, line)| i32::try_from(i64::from(line) - i64::from(first)).ok())
        };
        let tokens = |origin: Origin| match origin {
            Origin::Statement(n) => program::statement(db, *code, n),
            Origin::Initializer(index, is_type) => {
                let site = Site {
                    code: *code,
                    index,
                    is_type,
                };
                program::place(db, site).map(|(tokens, _)| tokens)
            }
        };
        for ((_, stmt), origin) in function.code.stmts.iter_mut().zip(origins) {
            stmt.line = origin.and_then(tokens).and_then(|t| line(t.start));
        }
        // A function that comes to its end returns on the line of its last brace.
        let last = (function.body).and_then(|body| *origins.get(index(body))?);
        let end = last.and_then(tokens).and_then(|t| line(t.end - 1));
        if let (Some(body), Some(line)) = (function.body, end) {
            return_at(function, body, line);
        }
    }
}
