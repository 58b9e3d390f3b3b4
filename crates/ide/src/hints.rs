//! What an editor writes between the lines: names of parameters, deduced types, spaces that nobody wrote, how often a template is
//! instantiated; and above kernels, what becomes of them.

use std::cell::OnceCell;

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, ExprId, Init};
use cleave_names::{item_id_of_node, user_items};
use cleave_typing::function::{canonical, signature};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{CodeRef, DeclRef, Entity, Site, display};

use crate::analysis::{Analysis, ItemTokens, Token};
use crate::meaning::{Symbol, meaning, placeholder_of};
use crate::navigation::{Denoted, type_of_symbol};
use crate::piece::Piece;
use crate::places::{FilePosition, FileRange};
use crate::symbols::Kind;

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// The name of a parameter, in front of an argument.
    Parameter,
    /// A deduced type, behind a name.
    Type,
    /// The space of a function that nobody wrote.
    Space,
    /// How often a template is instantiated.
    Instances,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In front of this place, or behind it.
    pub at: FilePosition,
    /// What it says.
    pub label: String,
    /// Of which kind it is.
    pub kind: HintKind,
}

/// What becomes of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// Its name.
    pub at: FileRange,
    /// Where it is launched or named otherwise.
    pub launches: Vec<FileRange>,
    /// How many instances of a template there are; nothing of one that is none.
    pub instances: Option<usize>,
    /// How many functions and variables it brings to the device.
    pub drags_in: (usize, usize),
}

/// No longer type is shown.
const TYPE: usize = 60;
/// How a kernel is launched.
const CONFIGURATION: [&str; 4] = ["grid", "block", "shared", "stream"];

impl Analysis {
    /// The hints of some lines of a file.
    pub fn hints(&self, file: &str, lines: std::ops::RangeInclusive<u32>) -> Vec<Hint> {
        let db = &self.db;
        let text = self.text();
        let mut out = Vec::new();
        let instances = OnceCell::new();
        for &node in user_items(db, self.file) {
            let item = item_id_of_node(db, node);
            let Some(tokens) = ItemTokens::new(&text, item) else {
                continue;
            };
            let line = |token: u32| {
                let at = tokens
                    .offset(token)
                    .and_then(|(o, _)| self.places.stands(o as u32));
                at.filter(|at| &*at.file == file).map(|at| at.line)
            };
            let last = (tokens.lexed.len() as u32).saturating_sub(1);
            let (Some(first), Some(last)) = (line(0), line(last)) else {
                continue;
            };
            if last < *lines.start() || *lines.end() < first {
                continue;
            }
            self.of_declarations(&tokens, item, &instances, &mut out);
            for piece in Piece::bodies(db, item) {
                self.of_types(&tokens, &piece, &mut out);
                for (_, typed) in piece.typed(db) {
                    self.of_calls(&tokens, &piece, typed, &mut out);
                }
            }
        }
        out.retain(|h| &*h.at.file == file && lines.contains(&h.at.line) && h.at.column > 0);
        out.sort_by(|a, b| (&a.at, &a.label).cmp(&(&b.at, &b.label)));
        out.dedup();
        out
    }

    /// The place of a token that is written where it stands.
    fn written_at(
        &self,
        tokens: &ItemTokens<'_>,
        token: u32,
        behind: bool,
    ) -> Option<FilePosition> {
        let (offset, length) = tokens.offset(token)?;
        let at = self.places.spelled(offset as u32)?;
        let stands = self.places.stands(offset as u32)?;
        let column = at.column + if behind { length } else { 0 };
        (at == stands).then_some(FilePosition { column, ..at })
    }

    fn of_declarations<'db>(
        &'db self,
        tokens: &ItemTokens<'db>,
        item: cleave_names::ItemId<'db>,
        instances: &OnceCell<Vec<Entity<'db>>>,
        out: &mut Vec<Hint>,
    ) {
        let db = &self.db;
        let piece = Piece::signature(db, item);
        for (id, decl) in cleave_hir::item_hir(db, item).declarations() {
            let entity = Entity::new(db, DeclRef::at(db, CodeRef::signature(item), id), None);
            let name = piece.spans.decls[id.into_raw().into_u32() as usize];
            let Some(last) = name.end.checked_sub(1) else {
                continue;
            };
            let Some(at) = self.written_at(tokens, last, true) else {
                continue;
            };
            if matches!(decl.kind, DeclKind::Function(_))
                && !decl.heads.is_empty()
                && entity.is_template(db)
            {
                let decl = canonical(db, entity.decl(db));
                let all = instances.get_or_init(|| self.own_instances()).iter();
                let instances = all.filter(|e| canonical(db, e.decl(db)) == decl).count();
                if instances > 0 {
                    let label = format!("×{instances}");
                    out.push(Hint {
                        at: at.clone(),
                        label,
                        kind: HintKind::Instances,
                    });
                }
            }
            let implicit = self.options.settings(db).relaxed_constexpr
                && signature(db, entity).is_some_and(|s| s.is_constexpr)
                && entity.is_function(db)
                && self.space_of(entity).is_unannotated();
            if implicit {
                out.push(Hint {
                    at: self.written_at(tokens, name.start, false).unwrap_or(at),
                    label: "__host__ __device__".to_owned(),
                    kind: HintKind::Space,
                });
            }
        }
    }

    fn of_types<'db>(&'db self, tokens: &ItemTokens<'db>, piece: &Piece<'db>, out: &mut Vec<Hint>) {
        let db = &self.db;
        for (id, decl) in piece.code.decls.iter() {
            let DeclKind::Variable(variable) = &decl.kind else {
                continue;
            };
            let raw = id.into_raw().into_u32();
            let token = piece.spans.decls[raw as usize].start + piece.start;
            if placeholder_of(piece.code, variable.ty).is_none() || decl.name.ident().is_none() {
                continue;
            }
            let here = Token {
                item: piece.code_ref.item,
                number: token,
            };
            let symbol: Option<Symbol<'db>> = meaning(db, tokens, here).into_iter().next();
            let ty = symbol.and_then(|s| type_of_symbol(db, &s));
            let Some(ty) = ty.filter(|t| !t.is_error(db) && !t.is_dependent(db)) else {
                continue;
            };
            let label = display::type_text(db, ty);
            if let Some(at) = self.written_at(tokens, token, true)
                && label.len() <= TYPE
            {
                out.push(Hint {
                    at,
                    label: format!(": {label}"),
                    kind: HintKind::Type,
                });
            }
        }
    }

    fn of_calls<'db>(
        &'db self,
        tokens: &ItemTokens<'db>,
        piece: &Piece<'db>,
        typed: &'db Typed<'db>,
        out: &mut Vec<Hint>,
    ) {
        let db = &self.db;
        let mut argument = |expr: ExprId, name: &str| {
            let span = piece.spans.exprs[expr.into_raw().into_u32() as usize];
            let token = span.start + piece.start;
            // An argument that says its name by itself needs none.
            let last = (span.end + piece.start).saturating_sub(1);
            if name.is_empty() || tokens.word(last) == name || tokens.word(token) == name {
                return;
            }
            if let Some(at) = self.written_at(tokens, token, false) {
                out.push(Hint {
                    at,
                    label: format!("{name}:"),
                    kind: HintKind::Parameter,
                });
            }
        };
        for x in &typed.exprs {
            let callee = match &x.kind {
                ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => *callee,
                ExprKind::Launch(callee, ..) => {
                    match typed.exprs.get(callee.0 as usize).map(|c| &c.kind) {
                        Some(ExprKind::Function(f)) => *f,
                        _ => continue,
                    }
                }
                _ => continue,
            };
            if x.site.code != piece.code_ref {
                continue;
            }
            let args = match x.site.expr(db) {
                Some(Expr::Call(_, args)) => args,
                Some(Expr::Launch(_, config, args)) => {
                    for (&part, name) in config.iter().zip(CONFIGURATION) {
                        argument(part, name);
                    }
                    args
                }
                Some(Expr::Functional(_, args)) => args,
                _ => continue,
            };
            each_argument(db, callee, args, &mut argument);
        }
        // Objects that are declared with their arguments.
        for (id, decl) in piece.code.decls.iter() {
            let DeclKind::Variable(v) = &decl.kind else {
                continue;
            };
            let Init::Paren(args) = &v.init else { continue };
            let site = Site::declaration(piece.code_ref, id.into_raw().into_u32());
            let local = typed.locals.iter().find(|l| l.declared == Some(site));
            let init = local
                .and_then(|l| l.init)
                .and_then(|e| typed.exprs.get(e.0 as usize));
            if let Some(ExprKind::Construct(callee, _)) = init.map(|x| &x.kind) {
                each_argument(db, *callee, args, &mut argument);
            }
        }
    }

    /// The kernels of a file, and what becomes of each.
    pub fn lenses(&self, file: &str) -> Vec<Lens> {
        let db = &self.db;
        let text = self.text();
        let mut out = Vec::new();
        for &node in user_items(db, self.file) {
            let item = item_id_of_node(db, node);
            for (id, decl) in cleave_hir::item_hir(db, item).declarations() {
                let is_definition = matches!(&decl.kind, DeclKind::Function(f)
                    if !matches!(f.body, cleave_names::decl::Body::None));
                if Kind::of_decl(decl, false) != Kind::Kernel || !is_definition {
                    continue;
                }
                let kernel = Entity::new(db, DeclRef::at(db, CodeRef::signature(item), id), None);
                let Some((_, token)) = cleave_typing::program::declaration(db, kernel) else {
                    continue;
                };
                let Some(target) = self.target(&text, item, token) else {
                    continue;
                };
                if &*target.range.start.file != file {
                    continue;
                }
                let denoted = Denoted {
                    name: target.name.clone(),
                    declared: self.declared(&text, &Symbol::Entity(kernel)),
                    is_local: false,
                    is_macro: false,
                };
                let references = self.references(&denoted).into_iter();
                let launches = references
                    .filter(|m| !m.is_declaration)
                    .map(|m| m.range)
                    .collect();
                let is_template = kernel.is_template(db);
                let instances = is_template.then(|| self.instances(kernel));
                let of = match &instances {
                    Some(instances) => instances.first().copied(),
                    None => Some(kernel),
                };
                out.push(Lens {
                    at: target.range,
                    launches,
                    instances: instances.map(|i| i.len()),
                    drags_in: of.map_or((0, 0), |k| self.drags_in(k)),
                });
            }
        }
        out
    }
}

/// Each argument of a call with the name of its parameter, as the callee's declaration has it.
fn each_argument<'db>(
    db: &'db dyn Db,
    callee: Entity<'db>,
    args: &[ExprId],
    each: &mut dyn FnMut(ExprId, &str),
) {
    let function = cleave_typing::function_ref(db, callee.decl(db));
    let code = callee.decl(db).code(db).code(db);
    let (Some(function), Some(code)) = (function, code) else {
        return;
    };
    for (&arg, &param) in args.iter().zip(&function.params) {
        let name = code[param].name.as_ref().map_or("", |n| n.as_str());
        each(arg, name.trim_start_matches('_'));
    }
}
