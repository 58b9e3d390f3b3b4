//! What may be written at a place, in text that need not be complete: members behind `.` and `->`, what a scope declares behind `::`,
//! and otherwise names in scope and keywords.

mod members;
mod unfinished;

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, Name, Path, PathParts, PathSegment, Stmt, item_hir};
use cleave_names::{ScannedItem, ScopePath, file_parts, item_id_at, user_ranges};
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::function::variable_type;
use cleave_typing::{DeclRef, Entity, Ty, TyKind, alias_type, display};
use rustc_hash::FxHashSet;

use crate::analysis::{Analysis, ItemTokens, Text, Token};
use crate::hover::{declared_text, function_parts};
use crate::meaning::{Symbol, local_named, lookup, meaning, type_of, unqualified};
use crate::navigation::type_of_symbol;
use crate::piece::Piece;
use crate::places::FilePosition;
use crate::symbols::Kind;

use members::{arrow, inside, members};
pub(crate) use unfinished::word_before;
use unfinished::{Before, before, begins_like};

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is written.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its type, or its declaration.
    pub detail: String,
    /// How near it is: what is nearer comes first.
    pub rank: u8,
}

/// How many there are at most.
const MOST: usize = 400;
/// How deep bases are followed.
const BASES: usize = 32;

/// Words that begin or make up statements and expressions.
const IN_BODIES: &str = "alignof auto bool break case catch char const const_cast constexpr continue decltype default delete do double \
dynamic_cast else enum false float for goto if int long new noexcept nullptr operator reinterpret_cast return short signed sizeof \
static static_assert static_cast struct switch this throw true try typename unsigned using void volatile while \
__shared__ __restrict__ __syncthreads";
/// Words that begin or make up declarations.
const IN_NAMESPACES: &str = "auto bool char class const constexpr double enum extern float inline int long namespace operator short \
signed static static_assert struct template typedef typename union unsigned using void \
__global__ __device__ __host__ __constant__ __managed__ __shared__ __launch_bounds__ __grid_constant__ __noinline__ __forceinline__ \
__restrict__";
/// Words that stand in classes only.
const IN_CLASSES: &str = "explicit friend mutable override private protected public virtual final";

impl Analysis {
    /// What may be written at a place. `text`: the file's; `at`: the place's byte in it; `macros`: those that the user's files define.
    pub fn completions(
        &self,
        text: &str,
        at: usize,
        place: &FilePosition,
        macros: &dyn Fn() -> Vec<String>,
    ) -> Vec<Completion> {
        let word = at - word_before(text, at).len();
        let prefix = &text[word..at];
        let own = self.text();
        let near = |byte: usize| FilePosition::of_byte(&place.file, text, byte);
        let mut out = match before(text, word) {
            Before::Silent => Vec::new(),
            Before::Member(operator) => self.members_at(&own, &near(operator)),
            Before::Scope(names, global) => self.scope_at(&own, &near(word), &names, global),
            Before::Nothing => {
                let mut out = self.names_at(&own, &near(word), prefix);
                // Those that are expanded here may come from anywhere.
                let used = self.places.expanded(&place.file).map(|e| e.name.to_owned());
                out.extend(macros().into_iter().chain(used).map(|name| Completion {
                    name,
                    kind: Kind::Macro,
                    detail: String::new(),
                    rank: 2,
                }));
                // Annotations are keywords to the user.
                let keywords: FxHashSet<String> = out
                    .iter()
                    .filter(|c| c.kind == Kind::Keyword)
                    .map(|c| c.name.clone())
                    .collect();
                out.retain(|c| c.kind != Kind::Macro || !keywords.contains(&c.name));
                out
            }
        };
        out.retain(|c| begins_like(&c.name, prefix));
        let mut seen = FxHashSet::default();
        // What is nearer hides what has the same name; a template's name is its deduction guides' as well.
        let order = |c: &Completion| (c.rank, c.kind == Kind::Function);
        out.sort_by(|a, b| a.name.cmp(&b.name).then(order(a).cmp(&order(b))));
        out.retain(|c| seen.insert(c.name.clone()));
        out.sort_by(|a, b| (a.rank, &a.name).cmp(&(b.rank, &b.name)));
        out.truncate(MOST);
        out
    }

    /// The last token of the text that stands in front of a place of a file.
    fn token_before<'db>(&'db self, text: &Text<'db>, at: &FilePosition) -> Option<Token<'db>> {
        let all = &self.places.in_file(&at.file)?.tokens;
        let behind = all.partition_point(|t| (t.line, t.column) < (at.line, at.column));
        let before = all[..behind].iter().rev().take(64);
        before
            .filter(|t| t.spelled)
            .find_map(|t| text.token_at(t.offset as usize))
    }

    /// The members of what stands in front of an operator.
    fn members_at<'db>(&'db self, text: &Text<'db>, operator: &FilePosition) -> Vec<Completion> {
        let db = &self.db;
        let placed = self
            .places
            .at(&operator.file, operator.line, operator.column);
        let here = placed
            .iter()
            .filter(|t| t.spelled && t.column == operator.column);
        for placed in here {
            let Some(token) = text.token_at(placed.offset as usize) else {
                continue;
            };
            let Some(tokens) = ItemTokens::new(text, token.item) else {
                continue;
            };
            let piece = Piece::around(db, token.item, token.number);
            let Some(ty) = self.object_type(&piece, &tokens, token) else {
                continue;
            };
            let ty = ty.strip_reference(db);
            let class = ty.pointee(db).unwrap_or(ty).unqualified(db);
            let class = match tokens.word(token.number) == "->" && ty.is_class(db) {
                true => arrow(db, ty.unqualified(db)).unwrap_or(class),
                false => class,
            };
            let mut out = Vec::new();
            members(db, class, inside(db, &piece), &mut out, BASES, &|d| {
                matches!(d.kind, DeclKind::Function(_) | DeclKind::Variable(_))
            });
            return out;
        }
        Vec::new()
    }

    /// The type of the expression in front of a token.
    fn object_type<'db>(
        &'db self,
        piece: &Piece<'db>,
        tokens: &ItemTokens<'db>,
        operator: Token<'db>,
    ) -> Option<Ty<'db>> {
        let db = &self.db;
        let end = operator.number.checked_sub(piece.start)?;
        let is_operand = |e: &Expr| {
            matches!(
                e,
                Expr::Path(_)
                    | Expr::Member { .. }
                    | Expr::Call(..)
                    | Expr::Index(..)
                    | Expr::Paren(_)
                    | Expr::This
                    | Expr::Functional(..)
                    | Expr::Braced(..)
                    | Expr::NamedCast(..)
                    | Expr::Postfix(..)
                    | Expr::Lambda(_)
            )
        };
        let all = piece.code.exprs.iter().filter(|(id, e)| {
            piece.spans.exprs[id.into_raw().into_u32() as usize].end == end && is_operand(e)
        });
        let widest =
            all.min_by_key(|(id, _)| piece.spans.exprs[id.into_raw().into_u32() as usize].start);
        if let Some((id, _)) = widest
            && let Some(ty) = type_of(db, piece, id)
        {
            return Some(ty);
        }
        // A name alone, where nothing could be read of what follows.
        let token = Token {
            number: operator.number.checked_sub(1)?,
            ..operator
        };
        let symbols = meaning(db, tokens, token);
        if let Some(ty) = symbols.first().and_then(|s| type_of_symbol(db, s)) {
            return Some(ty);
        }
        let name = unqualified(tokens.word(token.number));
        let local = local_named(db, piece, &name, end);
        let found = local
            .map(|l| vec![l])
            .unwrap_or_else(|| lookup(db, piece, &name));
        type_of_symbol(db, found.first()?)
    }

    /// What a scope declares.
    fn scope_at<'db>(
        &'db self,
        text: &Text<'db>,
        at: &FilePosition,
        names: &[String],
        global: bool,
    ) -> Vec<Completion> {
        let db = &self.db;
        let Some(token) = self.token_before(text, at) else {
            return Vec::new();
        };
        let piece = Piece::around(db, token.item, token.number);
        let mut out = Vec::new();
        let Some((last, around)) = names.split_last() else {
            if global {
                self.namespace_members(
                    &[token.item.scope(db).path(db).first().copied()]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>(),
                    "",
                    &mut out,
                );
            }
            return out;
        };
        let qualifiers = around.iter().map(|name| PathSegment {
            name: Name::new(name),
            args: None,
        });
        let path = Path::new(
            unqualified(last).name,
            PathParts {
                global,
                qualifiers: qualifiers.collect(),
                ..Default::default()
            },
        );
        for symbol in lookup(db, &piece, &path) {
            match symbol {
                Symbol::Namespace(scope) => self.namespace_members(&[scope], "", &mut out),
                symbol => {
                    let ty = type_of_symbol(db, &symbol);
                    let entity = match &symbol {
                        Symbol::Entity(e) => Some(*e),
                        _ => None,
                    };
                    let ty = entity
                        .filter(|e| matches!(e.kind(db), Some(DeclKind::Alias(_))))
                        .and_then(|e| alias_type(db, e))
                        .or(ty);
                    if let Some(ty) = ty {
                        members(db, ty, inside(db, &piece), &mut out, BASES, &|_| true);
                    }
                }
            }
        }
        out
    }

    /// What namespaces declare; of headers what begins with a prefix, and nothing if there is none.
    fn namespace_members<'db>(
        &'db self,
        scopes: &[ScopePath<'db>],
        prefix: &str,
        out: &mut Vec<Completion>,
    ) {
        let db = &self.db;
        let wanted = |scope: ScopePath<'db>| {
            let mut at = Some(scope);
            // An inline namespace's members are those of the one around it.
            while let Some(scope) = at {
                if scopes.contains(&scope) {
                    return true;
                }
                at = scope.parent(db).filter(|_| scope.inline(db));
            }
            false
        };
        let is_whole = scopes.len() == 1 && prefix.is_empty();
        for placed in file_parts(db, self.file) {
            let own = user_ranges(db, self.file, placed.part);
            if own.is_empty() && prefix.is_empty() && !is_whole {
                continue;
            }
            for ScannedItem {
                item,
                text,
                scope,
                index,
            } in cleave_names::part_items(db, *placed)
            {
                if out.len() > 40 * MOST {
                    return;
                }
                let mut name = item.name.of(text);
                let (mut scope, mut kind) = (scope, kind_of(item.kind));
                if item.kind == ItemKind::NamespaceOpen {
                    let Some(parent) = scope.parent(db) else {
                        continue;
                    };
                    (name, scope, kind) = (scope.name(db), parent, Some(Kind::Namespace));
                }
                let Some(kind) = kind else { continue };
                if name.is_empty() || !begins_like(name, prefix) || !wanted(scope) {
                    continue;
                }
                let at = item.span.start;
                let is_own = own.iter().any(|&(a, b)| a <= at && at < b);
                if !is_own
                    && (prefix.is_empty() && !is_whole
                        || name.starts_with('_') && !prefix.starts_with('_'))
                {
                    continue;
                }
                let (mut kind, mut detail) = (kind, String::new());
                if is_own {
                    let id = item_id_at(db, self.file, index);
                    for &root in &item_hir(db, id).roots {
                        let decl = DeclRef::at(db, cleave_typing::CodeRef::signature(id), root);
                        let Some(hir) = decl.hir(db) else { continue };
                        let Some(own) = hir.name.ident() else {
                            continue;
                        };
                        if own.as_str() == name {
                            let entity = Entity::new(db, decl, None);
                            kind = Kind::of(db, entity);
                            detail = detail_of(db, entity);
                        } else {
                            out.push(of_decl(db, decl, 2));
                        }
                    }
                }
                out.push(Completion {
                    name: name.to_owned(),
                    kind,
                    detail,
                    rank: if is_own { 2 } else { 3 },
                });
            }
        }
    }

    /// Names in scope, and keywords.
    fn names_at<'db>(
        &'db self,
        text: &Text<'db>,
        at: &FilePosition,
        prefix: &str,
    ) -> Vec<Completion> {
        let db = &self.db;
        let mut out = Vec::new();
        let token = self.token_before(text, at);
        // Behind the end of an item another one begins.
        let ends = |t: &Token<'db>| {
            let own = ItemTokens::new(text, t.item);
            own.is_some_and(|own| {
                t.number as usize + 1 == own.lexed.len()
                    && matches!(own.word(t.number), "}" | ";" | "{")
            })
        };
        let is_new = token.as_ref().is_some_and(ends);
        let piece = token
            .filter(|_| !is_new)
            .map(|t| Piece::around(db, t.item, t.number));
        let keywords = match &piece {
            Some(p) if p.code_ref.body.is_some() => IN_BODIES.to_owned(),
            Some(p) if inside(db, p).is_some() => format!("{IN_NAMESPACES} {IN_CLASSES}"),
            _ => IN_NAMESPACES.to_owned(),
        };
        out.extend(keywords.split_whitespace().map(|word| Completion {
            name: word.to_owned(),
            kind: Kind::Keyword,
            detail: String::new(),
            rank: 4,
        }));
        let Some(token) = token else {
            self.namespace_members(&[], prefix, &mut out);
            return out;
        };
        if let Some(piece) = &piece {
            self.locals(text, piece, token, &mut out);
        }
        let mut class = piece.as_ref().and_then(|piece| inside(db, piece));
        while let Some(ty) = class {
            members(db, ty, Some(ty), &mut out, BASES, &|_| true);
            class = ty
                .class_entity(db)
                .and_then(|c| c.decl(db).parent_class(db))
                .map(|c| Ty::of(db, TyKind::Class(Entity::new(db, c, None))));
        }
        let mut scopes = token.item.scope(db).path(db);
        scopes.push(token.item.scope(db));
        self.namespace_members(&scopes, prefix, &mut out);
        out
    }

    /// The locals and parameters that are declared in front of a token, in blocks that are open there.
    fn locals<'db>(
        &'db self,
        text: &Text<'db>,
        piece: &Piece<'db>,
        token: Token<'db>,
        out: &mut Vec<Completion>,
    ) {
        let db = &self.db;
        let Some(own) = token.number.checked_sub(piece.start) else {
            return;
        };
        let blocks: Vec<_> = piece
            .code
            .stmts
            .iter()
            .filter(|(_, s)| {
                matches!(
                    s,
                    Stmt::Block(_)
                        | Stmt::For { .. }
                        | Stmt::RangeFor { .. }
                        | Stmt::If { .. }
                        | Stmt::While { .. }
                )
            })
            .map(|(id, _)| piece.spans.stmts[id.into_raw().into_u32() as usize])
            .collect();
        let is_open = |at: u32| {
            let around = blocks.iter().filter(|b| b.start <= at && at < b.end);
            let innermost = around.min_by_key(|b| b.end - b.start);
            innermost.is_none_or(|b| b.start <= own && own < b.end)
        };
        if piece.code_ref.body.is_some() {
            for (id, decl) in piece.code.decls.iter() {
                let at = piece.spans.decls[id.into_raw().into_u32() as usize].start;
                let local = decl.parent.is_none_or(|p| {
                    matches!(piece.code[p].kind, DeclKind::StructuredBinding { .. })
                });
                let Some(name) = decl.name.ident().filter(|_| local) else {
                    continue;
                };
                if at > own || !is_open(at) {
                    continue;
                }
                let detail = match &decl.kind {
                    DeclKind::Variable(_) | DeclKind::Binding(_) => {
                        let token = Token {
                            item: token.item,
                            number: at + piece.start,
                        };
                        let tokens = ItemTokens::new(text, token.item);
                        let symbol = tokens.and_then(|t| meaning(db, &t, token).into_iter().next());
                        let ty = symbol.and_then(|s| type_of_symbol(db, &s));
                        ty.map_or(String::new(), |ty| display::type_text(db, ty))
                    }
                    _ => String::new(),
                };
                out.push(Completion {
                    name: name.as_str().to_owned(),
                    kind: Kind::of_decl(decl, false),
                    detail,
                    rank: 0,
                });
            }
        }
        let Some(owner) = piece.owner else { return };
        let function = cleave_typing::function_ref(db, owner.decl(db));
        if let (Some(function), Some(code)) = (function, owner.decl(db).code(db).code(db)) {
            let types = cleave_typing::function::signature(db, owner);
            for (nth, &id) in function.params.iter().enumerate() {
                let Some(name) = &code[id].name else { continue };
                let ty = types
                    .and_then(|s| s.declared.get(nth))
                    .filter(|t| !t.is_error(db));
                out.push(Completion {
                    name: name.as_str().to_owned(),
                    kind: Kind::Parameter,
                    detail: ty.map_or(String::new(), |ty| display::type_text(db, *ty)),
                    rank: 0,
                });
            }
        }
        for (_, param) in piece.code.params.iter() {
            let name = param
                .name
                .as_ref()
                .filter(|_| piece.code_ref.body.is_some());
            out.extend(name.map(|name| Completion {
                name: name.as_str().to_owned(),
                kind: Kind::Parameter,
                detail: String::new(),
                rank: 0,
            }));
        }
        let around = std::iter::successors(Some(owner.decl(db)), |d| d.parent(db));
        for decl in around.take(64) {
            let heads = decl.hir(db).map(|d| &d.heads[..]).unwrap_or_default();
            let names = heads
                .iter()
                .flat_map(|h| &h.params)
                .filter_map(|p| p.name.as_ref());
            out.extend(names.map(|name| Completion {
                name: name.as_str().to_owned(),
                kind: Kind::TypeParameter,
                detail: String::new(),
                rank: 1,
            }));
        }
    }
}

fn of_decl<'db>(db: &'db dyn Db, decl: DeclRef<'db>, rank: u8) -> Completion {
    let entity = Entity::new(db, decl, None);
    Completion {
        name: decl.ident(db),
        kind: Kind::of(db, entity),
        detail: detail_of(db, entity),
        rank,
    }
}

/// The type of a variable, the declaration of a function.
fn detail_of<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    match entity.kind(db) {
        Some(DeclKind::Function(_)) => function_parts(db, entity).0,
        Some(DeclKind::Variable(_)) => {
            let ty = variable_type(db, entity);
            if ty.is_error(db) {
                String::new()
            } else {
                declared_text(db, ty, "")
            }
        }
        _ => String::new(),
    }
}

fn kind_of(kind: ItemKind) -> Option<Kind> {
    Some(match kind {
        ItemKind::FunctionDefinition | ItemKind::FunctionDeclaration => Kind::Function,
        ItemKind::Variable => Kind::Variable,
        ItemKind::Class => Kind::Class,
        ItemKind::Enum => Kind::Enum,
        ItemKind::Typedef | ItemKind::Alias => Kind::Alias,
        ItemKind::UsingDeclaration => Kind::Other,
        ItemKind::NamespaceAlias => Kind::Namespace,
        ItemKind::Concept => Kind::Concept,
        _ => return None,
    })
}
