//! What tokens declare: entities, locals and parameters, and the locals that a name alone may denote.

use cleave_base_db::Db;
use cleave_hir::{
    CaptureKind, Code, Decl, DeclId, DeclKind, Expr, Name, NameId, Param, Path, Stmt, body_spans,
    body_start, item_spans,
};
use cleave_names::ItemId;
use cleave_names::decl::Tokens;
use cleave_typing::program::place;
use cleave_typing::thir::{self, LocalKind};
use cleave_typing::{DeclRef, Entity, Site};

use super::blocks::is_seen;
use super::{Local, Symbol};
use crate::piece::{Piece, idx};

/// What a token declares.
pub(super) fn declared<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    token: u32,
) -> Option<Symbol<'db>> {
    let own = token.checked_sub(piece.start)?;
    let is_it = |t: &Tokens| t.start <= own && own < t.end;
    for (raw, _) in piece
        .spans
        .decls
        .iter()
        .enumerate()
        .filter(|(_, t)| is_it(t))
    {
        let id: DeclId = idx(raw as u32);
        let decl = &piece.code[id];
        if decl.name == NameId::None {
            continue;
        }
        if matches!(
            decl.kind,
            DeclKind::Using { .. } | DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_)
        ) {
            continue;
        }
        let at = Site::declaration(piece.code_ref, raw as u32);
        let local = piece.code_ref.body.is_some()
            && matches!(decl.kind, DeclKind::Variable(_) | DeclKind::Binding(_))
            && decl
                .parent
                .is_none_or(|p| matches!(piece.code[p].kind, DeclKind::StructuredBinding { .. }));
        return Some(match local {
            true => local_at(db, piece, at),
            false => Symbol::Entity(Entity::new(db, DeclRef::at(db, piece.code_ref, id), None)),
        });
    }
    for (raw, tokens) in piece.spans.params.iter().enumerate() {
        if is_it(tokens) && piece.code.params[idx(raw as u32)].name.is_some() {
            return Some(parameter(db, piece, raw as u32));
        }
    }
    if let Some(captured) = capture(db, piece, own) {
        return Some(captured);
    }
    let label = piece.code.stmts.iter().any(|(id, stmt)| {
        let at = piece.stmt_tokens(id);
        matches!(stmt, Stmt::Label(..)) && at.is_some_and(|t| t.start == own)
    });
    if label {
        return Some(Symbol::Label(piece.code_ref.item, token));
    }
    let number = piece.spans.template_params.iter().position(|&t| t == own)?;
    named_parameter(piece.code, number as u32)?;
    Some(Symbol::Parameter(piece.code_ref.item, token))
}

/// The init-captures of some code with their names, the token of each, and the tokens of their lambdas ([expr.prim.lambda.capture]).
fn captures<'a>(piece: &'a Piece<'_>) -> impl Iterator<Item = (&'a str, u32, &'a Tokens)> {
    let lambdas = piece.code.exprs.iter().filter_map(move |(id, e)| match e {
        Expr::Lambda(lambda) => Some((&lambda.captures, piece.expr_tokens(id)?)),
        _ => None,
    });
    lambdas.flat_map(move |(captures, around)| {
        captures
            .iter()
            .filter_map(move |capture| match &capture.kind {
                // A reference's name stands behind its `&`.
                CaptureKind::Init { name, by_ref, .. } => Some((
                    name.as_str(),
                    piece.expr_tokens(capture.at)?.start + u32::from(*by_ref),
                    around,
                )),
                _ => None,
            })
    })
}

/// The token of the init-capture that a name in a lambda means: that of the innermost one.
pub(super) fn capture_named(piece: &Piece<'_>, name: &str, at: u32) -> Option<u32> {
    let named = captures(piece)
        .filter(|(own, _, around)| *own == name && around.start <= at && at < around.end);
    let (_, token, _) = named.max_by_key(|(_, _, around)| around.start)?;
    Some(token + piece.start)
}

/// The variable that an init-capture declares.
fn capture<'db>(db: &'db dyn Db, piece: &Piece<'db>, own: u32) -> Option<Symbol<'db>> {
    let (name, ..) = captures(piece).find(|(_, token, _)| *token == own)?;
    let (item, token) = (piece.code_ref.item, own + piece.start);
    let is_it = |l: &&thir::Local<'db>| matches!(l.kind, LocalKind::Capture(_)) && &*l.name == name;
    for (_, typed) in piece.typed(db) {
        if let Some(local) = typed.locals.iter().find(is_it) {
            return Some(Symbol::Local(of_local(item, local, token)));
        }
    }
    Some(Symbol::Local(Local {
        item,
        token,
        name: name.to_owned(),
        ty: None,
        is_parameter: false,
        value: None,
        entity: None,
    }))
}

/// The name of a template parameter by its number.
fn named_parameter(code: &Code, number: u32) -> Option<&Name> {
    let heads = code.decls.iter().flat_map(|(_, d)| d.heads.iter());
    let lambdas = code.exprs.iter().filter_map(|(_, e)| match e {
        Expr::Lambda(lambda) => lambda.head.as_ref(),
        _ => None,
    });
    let params = heads.chain(lambdas).flat_map(|h| h.params.iter());
    params
        .filter(|p| p.number == number)
        .find_map(|p| p.name.as_ref())
}

/// The local that is declared at a site.
pub(super) fn local_at<'db>(db: &'db dyn Db, piece: &Piece<'db>, site: Site<'db>) -> Symbol<'db> {
    let token = place(db, site).map_or(0, |p| p.0.start);
    let typed = piece.typed(db);
    let locals = typed.iter().flat_map(|(_, t)| &t.locals);
    let mut found = locals.filter(|l| {
        [l.site, l.declared]
            .into_iter()
            .flatten()
            .any(|s| place(db, s).is_some_and(|p| p.0.start == token))
    });
    let name = site
        .as_declaration()
        .and_then(|raw| piece.code[idx::<Decl>(raw)].name.ident().cloned());
    let name = name.map_or(String::new(), |n| n.as_str().to_owned());
    match found.next() {
        Some(local) => Symbol::Local(of_local(piece.code_ref.item, local, token)),
        None => Symbol::Local(Local {
            item: piece.code_ref.item,
            token,
            name,
            ty: None,
            is_parameter: false,
            value: None,
            entity: None,
        }),
    }
}

pub(super) fn of_local<'db>(item: ItemId<'db>, local: &thir::Local<'db>, token: u32) -> Local<'db> {
    Local {
        item,
        token,
        name: local.name.to_string(),
        ty: Some(local.ty),
        is_parameter: matches!(local.kind, LocalKind::Param(_)),
        value: local.value.filter(|_| local.is_constexpr),
        entity: match local.kind {
            LocalKind::Static(entity) => Some(entity),
            _ => None,
        },
    }
}

/// A function parameter by its number in some code.
pub(super) fn parameter<'db>(db: &'db dyn Db, piece: &Piece<'db>, raw: u32) -> Symbol<'db> {
    let param = &piece.code.params[idx::<Param>(raw)];
    let token = piece.spans.params[raw as usize].start + piece.start;
    let ty = piece.context(db).map(|mut cx| cx.resolve_type(param.ty));
    Symbol::Local(Local {
        item: piece.code_ref.item,
        token,
        name: param
            .name
            .as_ref()
            .map_or(String::new(), |n| n.as_str().to_owned()),
        ty: ty.filter(|t| !t.is_error(db)),
        is_parameter: true,
        value: None,
        entity: None,
    })
}

/// The token of a template parameter of the declarations around some code.
pub(super) fn template_parameter<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    level: u32,
    index: u32,
) -> Option<(ItemId<'db>, u32)> {
    let mut heads = Vec::new();
    let around = std::iter::successors(Some(piece.owner?.decl(db)), |d| d.parent(db));
    for decl in around.take(64) {
        let hir = decl.hir(db)?;
        let own = hir.heads.iter().map(|head| (decl, head));
        heads.splice(0..0, own);
    }
    let (decl, head) = heads.get(level as usize)?;
    let number = head.params.get(index as usize)?.number;
    let item = decl.code(db).item;
    let token = match decl.code(db).body {
        None => *item_spans(db, item).template_params.get(number as usize)?,
        Some(body) => {
            body_spans(db, item, body)?
                .template_params
                .get(number as usize)?
                + body_start(db, item, body)?
        }
    };
    Some((item, token))
}

/// The parameter of a signature by its name.
pub(super) fn parameter_named(piece: &Piece<'_>, name: &str) -> Option<u32> {
    let mut named = piece
        .code
        .params
        .iter()
        .filter(|(_, p)| p.name.as_ref().is_some_and(|n| n.as_str() == name));
    let (id, _) = named.next_back()?;
    Some(id.into_raw().into_u32())
}

/// A local by its name, where no type tells: the last declaration before.
pub(crate) fn local_named<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    path: &Path,
    before: u32,
) -> Option<Symbol<'db>> {
    let name = path.name.ident().filter(|_| path.is_unqualified())?;
    piece.code_ref.body?;
    let is_seen = |at: u32| before == u32::MAX || at <= before && is_seen(piece, at, before);
    let mut of_block = piece.code.decls.iter().filter(|(id, d)| {
        let at = piece.spans.decls[id.into_raw().into_u32() as usize].start;
        d.name.ident() == Some(name)
            && d.parent.is_none_or(|p| match &piece.code[p].kind {
                DeclKind::StructuredBinding { .. } => true,
                // Its enumerators are names of the block.
                DeclKind::Enum(e) => !e.scoped && piece.code[p].parent.is_none(),
                _ => false,
            })
            && !matches!(
                d.kind,
                DeclKind::Using { .. } | DeclKind::UsingEnum(_) | DeclKind::NamespaceAlias(_)
            )
            && is_seen(at)
    });
    let block = of_block.next_back().map(|(id, d)| {
        let raw = id.into_raw().into_u32();
        (piece.spans.decls[raw as usize].start, id, d)
    });
    // Parameters of lambdas, and their template parameters.
    let lambdas = || {
        let all = piece.code.exprs.iter();
        all.filter_map(|(id, e)| match e {
            Expr::Lambda(lambda) => Some((
                &piece.spans.exprs[id.into_raw().into_u32() as usize],
                lambda,
            )),
            _ => None,
        })
    };
    let in_lambda = piece.code.params.iter().filter_map(|(id, p)| {
        let raw = id.into_raw().into_u32();
        let at = piece.spans.params[raw as usize].start;
        let is_it = p.name.as_ref() == Some(name) && is_seen(at);
        (is_it && lambdas().any(|(t, _)| t.start <= at && at < t.end)).then_some((at, raw))
    });
    let in_lambda = in_lambda.max();
    let of_head = lambdas().filter_map(|(t, lambda)| {
        let params = lambda.head.iter().flat_map(|head| head.params.iter());
        let mut named = params.filter(|p| p.name.as_ref() == Some(name));
        let at = *piece
            .spans
            .template_params
            .get(named.next()?.number as usize)?;
        (t.start <= before && before < t.end).then_some(at)
    });
    let of_head = of_head.max();
    let block_at = block.map(|b| b.0);
    let lambda_at = in_lambda.map(|l| l.0);
    if let Some(at) = of_head.filter(|at| Some(*at) > block_at && Some(*at) > lambda_at) {
        return Some(Symbol::Parameter(piece.code_ref.item, at + piece.start));
    }
    if let Some((_, raw)) = in_lambda.filter(|_| lambda_at > block_at) {
        return Some(parameter(db, piece, raw));
    }
    if let Some((_, id, d)) = block {
        let raw = id.into_raw().into_u32();
        return Some(match d.kind {
            DeclKind::Variable(_) | DeclKind::Binding(_) => {
                local_at(db, piece, Site::declaration(piece.code_ref, raw))
            }
            _ => Symbol::Entity(Entity::new(db, DeclRef::at(db, piece.code_ref, id), None)),
        });
    }
    // An init-capture.
    if let Some(token) = capture_named(piece, name.as_str(), before)
        && let Some(captured) = capture(db, piece, token - piece.start)
    {
        return Some(captured);
    }
    // A parameter of the function.
    let owner = piece.owner?.decl(db);
    let function = cleave_typing::function_ref(db, owner)?;
    let signature = Piece {
        owner: piece.owner,
        ..Piece::signature(db, piece.code_ref.item)
    };
    let found = function
        .params
        .iter()
        .find(|&&p| signature.code[p].name.as_ref() == Some(name))?;
    Some(parameter(db, &signature, found.into_raw().into_u32()))
}
