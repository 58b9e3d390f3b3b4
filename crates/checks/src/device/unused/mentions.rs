//! What the names in the user's code mean, token by token: whether anything refers to a function or a variable of which there
//! are several with its name (177; reference: diagnostics, Unused entities). Typed code says what a name means; a name that it says
//! nothing of may mean anything.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{DeclKind, Expr, body_spans, body_start, item_hir, item_spans};
use cleave_names::decl::Tokens;
use cleave_names::{ItemNode, declarations, item_id_of_node, lexed, user_items};
use cleave_odr_use::pieces::local_members;
use cleave_odr_use::referenced;
use cleave_syntax::SyntaxKind::IDENT;
use cleave_typing::function::{canonical, definition, signature};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{CodeRef, DeclRef, Entity, Site, check, display, program};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many pieces of code of one item are looked at.
const PIECES: usize = 4096;

/// The names that are asked for, and what is known of them.
pub(crate) struct Mentions<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    names: FxHashSet<&'db str>,
    /// What something refers to.
    referenced: FxHashSet<DeclRef<'db>>,
    /// The names of which one stands for something unknown.
    unknown: FxHashSet<&'db str>,
    /// How often each name was met.
    pub(crate) met: FxHashMap<&'db str, usize>,
}

impl<'db> Mentions<'db> {
    /// Everything that these names stand for in the user's code. `idle`: names of function templates that nothing names.
    pub(crate) fn of(
        db: &'db dyn Db,
        file: SourceFile,
        names: FxHashSet<&'db str>,
        idle: &dyn Fn(&str) -> bool,
    ) -> Mentions<'db> {
        let mut out = Mentions {
            db,
            file,
            names,
            referenced: FxHashSet::default(),
            unknown: FxHashSet::default(),
            met: FxHashMap::default(),
        };
        for &item in user_items(db, file) {
            out.item(item, idle);
        }
        out
    }

    /// Whether something refers to a declaration, or may do so.
    pub(crate) fn refers(&self, decl: DeclRef<'db>, name: &str) -> bool {
        self.unknown.contains(name) || self.referenced.contains(&canonical(self.db, decl))
    }

    fn item(&mut self, node: ItemNode<'db>, idle: &dyn Fn(&str) -> bool) {
        let db = self.db;
        let (text, tokens) = (node.text(db).as_str(), lexed(db, node));
        let named: Vec<u32> = (0..tokens.len())
            .filter(|&i| tokens.kind(i) == IDENT && self.names.contains(tokens.text(text, i)))
            .map(|i| i as u32)
            .collect();
        if named.is_empty() {
            return;
        }
        let decls = declarations(db, node);
        // Code of templates that nobody instantiates is not read.
        let unread: Vec<Tokens> = (decls.iter())
            .filter(|d| d.is_template() && d.parent.is_none() && idle(&d.name))
            .filter_map(|d| d.function.as_ref()?.body.tokens())
            .collect();
        let declared = self.declared(node);
        let meanings = self.meanings(node);
        for at in named {
            let name = tokens.text(text, at as usize);
            *self.met.entry(name).or_insert(0) += 1;
            if declared.contains(&at) || unread.iter().any(|t| t.contains(at)) {
                continue;
            }
            match meanings.get(&at) {
                Some(all) => self.referenced.extend(all),
                None => {
                    self.unknown.insert(name);
                }
            }
        }
    }

    /// The tokens that declare something in an item.
    fn declared(&self, node: ItemNode<'db>) -> FxHashSet<u32> {
        let db = self.db;
        let item = item_id_of_node(db, node);
        let code = CodeRef { item, body: None };
        let spans = item_spans(db, item);
        let named = |t: &&Tokens| t.end > t.start;
        let all = spans.decls.iter().chain(spans.params.iter()).filter(named);
        let mut out: FxHashSet<u32> = all.map(|t| t.start).collect();
        out.extend(declarations(db, node).iter().map(|d| d.name_tokens.start));
        let Some(hir) = code.code(db) else {
            return out;
        };
        for (id, _) in hir.decls.iter() {
            let index = u32::from(id.into_raw());
            let (Some(spans), Some(start)) =
                (body_spans(db, item, index), body_start(db, item, index))
            else {
                continue;
            };
            let all = spans.decls.iter().chain(spans.params.iter()).filter(named);
            out.extend(all.map(|t| t.start + start));
        }
        out
    }

    /// What the names in an item's code mean: nothing where they mean something of the code itself.
    fn meanings(&self, node: ItemNode<'db>) -> FxHashMap<u32, FxHashSet<DeclRef<'db>>> {
        let db = self.db;
        let item = item_id_of_node(db, node);
        let mut out = Meanings::default();
        let mut next: Vec<Entity<'db>> = Vec::new();
        let mut instantiated: FxHashSet<DeclRef<'db>> = FxHashSet::default();
        for instance in referenced(db, self.file).instances(item) {
            if let Some(own) = definition(db, instance) {
                instantiated.insert(own.decl(db));
                next.push(own);
            }
        }
        let bodies = program::bodies(db, item).into_iter();
        next.extend(bodies.filter(|e| !instantiated.contains(&e.decl(db))));
        let declared = item_hir(db, item).code.decls.iter();
        let declared = declared.filter(|(_, d)| matches!(d.kind, DeclKind::Function(_)));
        let declared = declared.map(|(id, _)| {
            Entity::new(db, DeclRef::at(db, CodeRef { item, body: None }, id), None)
        });
        for function in next.iter().copied().chain(declared).collect::<Vec<_>>() {
            let params = signature(db, function).map_or(0, |sig| sig.ty.params.len() as u32);
            for param in 0..params {
                if let Some(typed) = check::default_argument(db, function, param) {
                    self.code(node, typed, &mut out);
                }
            }
        }
        for _ in 0..PIECES {
            let Some(entity) = next.pop() else { break };
            let Some(typed) = check::body(db, entity) else {
                continue;
            };
            self.code(node, typed, &mut out);
            next.extend(typed.exprs.iter().filter_map(|x| match &x.kind {
                ExprKind::Lambda(closure, _) => Some(closure.operator(db)),
                _ => None,
            }));
            next.extend(local_members(db, entity));
        }
        let Meanings { mut certain, open } = out;
        for (at, all) in open {
            certain.entry(at).or_insert(all);
        }
        certain
    }

    fn code(&self, node: ItemNode<'db>, typed: &Typed<'db>, out: &mut Meanings<'db>) {
        let db = self.db;
        let item = item_id_of_node(db, node);
        let (text, tokens) = (node.text(db).as_str(), lexed(db, node));
        for expr in &typed.exprs {
            if expr.site.code.item != item {
                continue;
            }
            let meant: Vec<DeclRef<'db>> = match &expr.kind {
                ExprKind::Static(e) | ExprKind::Function(e) => vec![e.decl(db)],
                ExprKind::Call { callee, .. } => vec![callee.decl(db)],
                ExprKind::Overloaded { set, .. } => set.iter().map(|e| e.decl(db)).collect(),
                ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Value(_) => Vec::new(),
                _ => continue,
            };
            let Some(named) = name(db, expr.site) else {
                continue;
            };
            let out = match expr.kind {
                ExprKind::Overloaded { .. } => &mut out.open,
                _ => &mut out.certain,
            };
            for at in named.start..named.end {
                let word = tokens.text(text, at as usize);
                if tokens.kind(at as usize) == IDENT && self.names.contains(word) {
                    let entry = out.entry(at).or_default();
                    entry.extend(meant.iter().map(|d| canonical(db, *d)));
                }
            }
        }
    }
}

/// What names mean, by their tokens.
#[derive(Default)]
struct Meanings<'db> {
    certain: FxHashMap<u32, FxHashSet<DeclRef<'db>>>,
    /// Sets that nothing has been chosen from.
    open: FxHashMap<u32, FxHashSet<DeclRef<'db>>>,
}

/// The tokens of the name that an expression is or that it calls.
pub(crate) fn name<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<Tokens> {
    let of = |index| Site { index, ..site };
    match site.expr(db)? {
        Expr::Path(path) if path.args.is_none() => program::place(db, site).map(|p| p.0),
        Expr::Path(_) | Expr::Member { .. } => {
            let (_, at) = program::place(db, site)?;
            Some(Tokens {
                start: at,
                end: at + 1,
            })
        }
        Expr::Call(callee, _) | Expr::Launch(callee, ..) => {
            let callee = of(u32::from(callee.into_raw()));
            match callee.expr(db)? {
                Expr::Path(_) | Expr::Member { .. } => name(db, callee),
                _ => None,
            }
        }
        _ => None,
    }
}

/// How messages name an entity: a function with its parameters where others have its name.
pub(crate) fn spelled<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    match entity.is_function(db) {
        true => display::function_text(db, entity, display::is_overloaded(db, entity)),
        false => display::qualified_name(db, entity),
    }
}
