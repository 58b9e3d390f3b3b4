//! The code of items: signatures and bodies with the spans of their HIR, and the typed code of each. It knows no names.

use cleave_base_db::Db;
use cleave_hir::{
    BodyRoot, Code, DeclId, DeclKind, ExprId, Init, Spans, StmtId, body_hir, body_spans,
    body_start, item_hir, item_spans,
};
use cleave_names::ItemId;
use cleave_names::decl::Tokens;
use cleave_typing::check::body;
use cleave_typing::program::{bodies, local_members};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{CodeRef, Context, DeclRef, Entity, Site};
use la_arena::{Idx, RawIdx};

/// How many closures and members of local classes one function is looked through for.
const BODIES: usize = 4000;

/// Some code of an item: its signature or a body.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'db> {
    pub(crate) code_ref: CodeRef<'db>,
    pub(crate) code: &'db Code,
    pub(crate) spans: &'db Spans,
    /// Its first token in the item.
    pub(crate) start: u32,
    /// What it is the code of: a function or variable, or some declaration of the item.
    pub(crate) owner: Option<Entity<'db>>,
}

pub(crate) fn idx<T>(raw: u32) -> Idx<T> {
    Idx::from_raw(RawIdx::from_u32(raw))
}

impl<'db> Piece<'db> {
    /// The signature level of an item.
    pub(crate) fn signature(db: &'db dyn Db, item: ItemId<'db>) -> Piece<'db> {
        let hir = item_hir(db, item);
        let code_ref = CodeRef::signature(item);
        let owner = hir.roots.first();
        let owner = owner.map(|&root| Entity::new(db, DeclRef::at(db, code_ref, root), None));
        Piece {
            code_ref,
            code: &hir.code,
            spans: item_spans(db, item),
            start: 0,
            owner,
        }
    }

    /// The code that a type is written in, looked at from there.
    pub(crate) fn of_code(db: &'db dyn Db, code: CodeRef<'db>, ty: u32) -> Option<Piece<'db>> {
        let signature = Piece::signature(db, code.item);
        let Some(raw) = code.body else {
            let token = signature.spans.types.get(ty as usize)?.start;
            return Some(signature.around_member(db, token));
        };
        let owner = DeclRef::at(db, CodeRef::signature(code.item), idx(raw));
        Some(Piece {
            code_ref: code,
            code: &body_hir(db, code.item, raw)?.code,
            spans: body_spans(db, code.item, raw)?,
            start: body_start(db, code.item, raw)?,
            owner: Some(Entity::new(db, owner, None)),
        })
    }

    /// The bodies of an item.
    pub(crate) fn bodies(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Piece<'db>> {
        let of = |owner: Entity<'db>| {
            let raw = owner.decl(db).index(db);
            Some(Piece {
                code_ref: CodeRef {
                    item,
                    body: Some(raw),
                },
                code: &body_hir(db, item, raw)?.code,
                spans: body_spans(db, item, raw)?,
                start: body_start(db, item, raw)?,
                owner: Some(owner),
            })
        };
        bodies(db, item).into_iter().filter_map(of).collect()
    }

    /// One past its last token in the item.
    fn end(&self, db: &'db dyn Db) -> u32 {
        let raw = self.code_ref.body.unwrap_or_default();
        let root = body_hir(db, self.code_ref.item, raw)
            .as_ref()
            .map(|b| &b.root);
        let expr = |e: &ExprId| self.expr_tokens(*e);
        let tokens = match root {
            Some(BodyRoot::Function { block, .. }) => self.stmt_tokens(*block),
            Some(BodyRoot::Init(Init::Equal(e) | Init::Brace(e))) => expr(e),
            Some(BodyRoot::Init(Init::Paren(all))) => all.last().and_then(expr),
            _ => None,
        };
        tokens.map_or(self.start, |t| t.end + self.start)
    }

    /// The code of an item that a token is in.
    pub(crate) fn around(db: &'db dyn Db, item: ItemId<'db>, token: u32) -> Piece<'db> {
        let all = Piece::bodies(db, item).into_iter();
        let holds = |p: &Piece<'db>| (p.start..p.end(db)).contains(&token);
        let innermost = all.filter(holds).max_by_key(|p| p.start);
        innermost.unwrap_or_else(|| {
            let mut piece = Piece::signature(db, item);
            piece.owner = piece.declaration_around(db, token).or(piece.owner);
            piece
        })
    }

    /// The declaration of a signature that a token belongs to: the one whose name it stands before, in the template parameters or the
    /// type of that, or else the one whose name is the last one up to it. What the token is looked up for.
    fn declaration_around(&self, db: &'db dyn Db, token: u32) -> Option<Entity<'db>> {
        let name = |id: DeclId| self.name_tokens(id).map_or(0, |t| t.start);
        let begins = |d: &cleave_hir::Decl| {
            let params = d.heads.iter().flat_map(|head| head.params.iter());
            let tokens = &self.spans.template_params;
            (params.filter_map(|p| tokens.get(p.number as usize)).min()).copied()
        };
        let decls = item_hir(db, self.code_ref.item).declarations();
        let (mut before, mut behind) = (None, None);
        for (id, d) in decls {
            let at = name(id);
            // What is no function and no class is a scope if it has template parameters.
            let scopes =
                matches!(d.kind, DeclKind::Function(_) | DeclKind::Class(_)) || !d.heads.is_empty();
            let templates = !matches!(d.kind, DeclKind::StaticAssert(_) | DeclKind::Using { .. });
            if scopes && at <= token && before.is_none_or(|(last, _)| last < at) {
                before = Some((at, id));
            }
            if let Some(first) = begins(d).filter(|_| templates)
                && first <= token
                && token < at
                && behind.is_none_or(|(last, _)| last < first)
            {
                behind = Some((first, id));
            }
        }
        // Of the two the inner one counts.
        let chosen = match (before, behind) {
            (Some((name, _)), Some((first, id))) if name < first => Some(id),
            (None, Some((_, id))) => Some(id),
            (before, _) => before.map(|(_, id)| id),
        };
        chosen.map(|id| Entity::new(db, DeclRef::at(db, self.code_ref, id), None))
    }

    /// The same, of a signature: for the declaration around a token.
    pub(crate) fn around_member(mut self, db: &'db dyn Db, token: u32) -> Piece<'db> {
        if self.code_ref.body.is_none() {
            self.owner = self.declaration_around(db, token).or(self.owner);
        }
        self
    }

    /// A context to look names up in.
    pub(crate) fn context(&self, db: &'db dyn Db) -> Option<Context<'db>> {
        let owner = self.owner?;
        Some(Context::new(db, owner, self.code_ref, self.code, None))
    }

    /// The tokens of an expression, counted from the piece's first one.
    pub(crate) fn expr_tokens(&self, expr: ExprId) -> Option<&'db Tokens> {
        self.spans.exprs.get(expr.into_raw().into_u32() as usize)
    }

    /// The tokens of a statement.
    pub(crate) fn stmt_tokens(&self, stmt: StmtId) -> Option<&'db Tokens> {
        self.spans.stmts.get(stmt.into_raw().into_u32() as usize)
    }

    /// The tokens of the name of a declaration.
    pub(crate) fn name_tokens(&self, decl: DeclId) -> Option<&'db Tokens> {
        self.spans.decls.get(decl.into_raw().into_u32() as usize)
    }

    pub(crate) fn site(&self, expr: ExprId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: expr.into_raw().into_u32(),
            is_type: false,
        }
    }

    /// The typed code of it, closures and members of local classes included.
    pub(crate) fn typed(&self, db: &'db dyn Db) -> Vec<(Entity<'db>, &'db Typed<'db>)> {
        let mut out = Vec::new();
        let Some(owner) = self.owner.filter(|_| self.code_ref.body.is_some()) else {
            return out;
        };
        let mut open = vec![owner];
        open.extend(local_members(db, owner));
        while let Some(entity) = open.pop() {
            let Some(typed) = body(db, entity) else {
                continue;
            };
            for expr in &typed.exprs {
                if let ExprKind::Lambda(closure, _) = &expr.kind
                    && open.len() + out.len() < BODIES
                {
                    open.push(closure.operator(db));
                }
            }
            out.push((entity, typed));
        }
        out
    }
}
