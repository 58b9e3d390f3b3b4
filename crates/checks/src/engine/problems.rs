//! What the semantic core says of an item, as findings: types and entities spelled, sites turned into tokens. What a rule of
//! this crate has found at the same token is not said twice.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Pass, Severity};
use cleave_hir::DeclKind;
pub(crate) use cleave_names::is_in_own_file;
use cleave_names::{ItemId, flat_bodies, item_id_of_node, user_items};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::{SyntaxError, SyntaxErrorKind};
use cleave_typing::{
    CodeRef, DeclRef, Detail, Entity, Fill, Instantiation, Problem, SPACES, Site, display, program,
};
use program::Extent;
use rustc_hash::FxHashMap;

use crate::cuda::spaces::overriding;
use crate::cxx::names::spelling::plain_spelling;
use crate::cxx::names::{undeclared, unknown_scopes, values_as_types};
use crate::engine::broken::Broken;
use crate::engine::order::behind_declarator;
use crate::engine::source::Source;
use crate::engine::suppression;
use crate::{Arg, Finding};

/// What is reported when all of an expression has been read: that it has no effect (174), that no function takes the arguments
/// (304), that the object has qualifiers that the function does not take (1086), that an assertion fails (1574, 2784).
const AT_EXPRESSION_END: [Code; 5] = [
    codes::OBJECT_QUALIFIERS_INCOMPATIBLE,
    codes::EXPR_HAS_NO_EFFECT,
    codes::NO_MATCHING_FUNCTION,
    codes::STATIC_ASSERTION_FAILED_WITH_MESSAGE,
    codes::STATIC_ASSERTION_FAILED,
];

/// What is said of a call when its arguments have been read.
const OF_CALLS: [Code; 4] = [
    codes::NO_MATCHING_FUNCTION,
    codes::TOO_FEW_ARGUMENTS,
    codes::TOO_MANY_ARGUMENTS,
    codes::INCOMPATIBLE_PARAM,
];

/// What is said of a function when its whole type has been read: that an earlier declaration has another.
const AT_DECLARATOR_END: [Code; 3] = [
    codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL,
    codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
    codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY,
];

/// What is said of a member because it has an initialiser, which it points at.
const AT_INITIALIZER: [Code; 2] = [
    codes::IN_CLASS_INITIALIZER_NOT_ALLOWED,
    codes::IN_CLASS_INITIALIZER_ON_NONCONST,
];

/// So many tokens of a call's last argument are looked at.
const LAST_ARGUMENT: u32 = 64;

/// How many tokens in front of a type the specifiers of its declaration may be.
const SPECIFIERS: usize = 16;

/// What is said of a function's end.
const OF_ENDS: [Code; 2] = [
    codes::IMPLICIT_RETURN_FROM_NON_VOID_FUNCTION,
    codes::NO_VALUE_RETURNED_IN_NON_VOID_FUNCTION,
];

/// Which findings there are of a code at a token. An item may have thousands.
#[derive(Default)]
struct Places {
    /// So many findings are in the map.
    seen: usize,
    by_place: FxHashMap<(Code, u32), Vec<usize>>,
}

impl Places {
    /// The positions of the findings with the code and the token of another.
    fn at(&mut self, all: &[Finding<'_>], finding: &Finding<'_>) -> &[usize] {
        for (i, f) in all.iter().enumerate().skip(self.seen) {
            self.by_place.entry((f.code, f.at)).or_default().push(i);
        }
        self.seen = all.len();
        let place = (finding.code, finding.at);
        self.by_place.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Only what stands in [`own files`](is_in_own_file) is looked into: other headers are somebody else's to mend, and cost what they
/// cost.
pub(crate) fn check<'db>(s: &Source<'db>, extent: Extent, out: &mut Vec<Finding<'db>>) {
    // A tree that ends where the nesting gets too deep says nothing of what is wrong.
    let errors = &flat_bodies(s.db, s.item).errors;
    let is_whole = errors.iter().all(|e| e.kind != SyntaxErrorKind::TooDeep);
    let broken = Broken::by(errors);
    if !is_in_own_file(s.db, s.item) || !is_whole {
        return;
    }
    let item = item_id_of_node(s.db, s.item);
    let by_tokens = out.len();
    let mut places = Places::default();
    let mut undefined = Vec::new();
    let mut misread = None;
    for problem in &program::problems(s.db, item, extent).found {
        let mismatched = (problem.code == SPACES).then(|| overriding::mismatched(s, problem));
        let problem = match &mismatched {
            None => problem,
            Some(Some(mismatched)) => mismatched,
            Some(None) => continue,
        };
        let Some(mut finding) = finding(s.db, item, problem) else {
            continue;
        };
        if finding.item.is_none() && is_of_wrong_syntax(s, &broken, &mut finding) {
            continue;
        }
        if suppression::is_once_in_scope(&finding) {
            if finding.item.is_none() {
                undefined.push(finding);
            }
            continue;
        }
        // `t.get<3> (1)` of an instance may be two comparisons.
        if finding.code == codes::CALLEE_NOT_A_FUNCTION && !finding.contexts.is_empty() {
            continue;
        }
        // The name of a template is known for one behind the keyword.
        if finding.code == codes::NONTYPE_NOT_A_TEMPLATE
            && (finding.item.is_some()
                || (finding.at.checked_sub(1)).is_none_or(|i| s.kind(i) != COLON2))
        {
            continue;
        }
        if let Some(instead) = values_as_types::statement(s, &finding) {
            misread = Some(finding.at);
            out.extend(instead);
            continue;
        }
        // Nothing is declared there.
        if finding.code == codes::ALREADY_DECLARED_IN_SCOPE
            && misread.is_some_and(|start| {
                start < finding.at && !(start..finding.at).any(|i| s.kind(i) == SEMICOLON)
            })
        {
            continue;
        }
        if let Some(instead) = unknown_scopes::respelled(s, &finding) {
            for finding in instead {
                if places.at(out, &finding).is_empty() {
                    out.push(finding);
                }
            }
            continue;
        }
        if AT_INITIALIZER.contains(&finding.code)
            && let Some(decl) = s.decls.iter().find(|d| d.name_tokens.start == finding.at)
        {
            finding.at = decl.initializer.start;
        }
        if AT_DECLARATOR_END.contains(&finding.code)
            && finding.item.is_none()
            && finding.reported_at.is_none()
            && let Some(function) = (s.decls.iter())
                .filter(|d| d.name_tokens.contains(finding.at))
                .find_map(|d| d.function.as_ref())
        {
            finding = behind_declarator(finding, function);
        }
        if finding.code == codes::CONSTEXPR_VARIABLE_NOT_LITERAL && finding.item.is_none() {
            let before = (0..finding.at).rev().take(SPECIFIERS);
            let within = |i: &u32| !matches!(s.kind(*i), SEMICOLON | L_BRACE | R_BRACE | R_PAREN);
            let word = before
                .take_while(within)
                .find(|&i| s.kind(i) == CONSTEXPR_KW);
            finding.at = word.unwrap_or(finding.at);
        }
        let same = |f: &Finding<'db>| {
            let details = f.details == finding.details || f.details.is_empty();
            f.code == finding.code && f.at == finding.at && f.item == finding.item && details
        };
        // A token rule has reported it, or a warning about what has to be a constant has.
        let reported = (places.at(out, &finding).iter().copied()).find(|&i| {
            let before = &out[i];
            let severe = before.severity == Some(Severity::Error);
            same(before) && (problem.hard || i < by_tokens || severe)
        });
        match reported {
            Some(i) => out[i].severity = out[i].severity.or(finding.severity),
            None => out.push(finding),
        }
    }
    out.extend(undeclared::reported(s, undefined));
}

/// Whether a finding of the item itself comes of what the reference does not read because of a syntax error: it stands in what is
/// skipped, or it is about the effect of an expression that lacks an operand. An error at the end of the expression comes first.
fn is_of_wrong_syntax(s: &Source<'_>, broken: &Broken<'_>, finding: &mut Finding<'_>) -> bool {
    let at = finding.at;
    // At the `;` it is about the declaration before it.
    // A call ends where its `)` is missed.
    let ends_call = finding.code == codes::TOO_FEW_ARGUMENTS && s.kind(at) != R_PAREN;
    if !ends_call && broken.skips(at) || s.kind(at) == SEMICOLON && at > 0 && broken.skips(at - 1) {
        return true;
    }
    if finding.code == codes::TOO_FEW_TEMPLATE_ARGUMENTS {
        let lacks = |e: &SyntaxError| {
            let kinds = [
                SyntaxErrorKind::ExpectedTemplateArgument,
                SyntaxErrorKind::ExpectedType,
            ];
            kinds.contains(&e.kind)
        };
        return broken.at(at.saturating_sub(2)..=at + 1).iter().any(lacks);
    }
    if finding.code == codes::TOO_FEW_ARGUMENTS && ends_in_type(s, broken, at) {
        return true;
    }
    // A value or a bound is missing, which has been said.
    if finding.code == codes::NO_VALUE_RETURNED_IN_NON_VOID_FUNCTION
        && !broken.at(at..=at).is_empty()
    {
        return true;
    }
    if finding.code == codes::INCOMPLETE_TYPE_NOT_ALLOWED {
        let lacks = |e: &SyntaxError| e.kind == SyntaxErrorKind::Expected(R_BRACK);
        return s.kind(at + 1) == L_BRACK && broken.at(at + 2..=at + 2).iter().any(lacks);
    }
    if OF_CALLS.contains(&finding.code) {
        return is_of_broken_call(s, broken, finding);
    }
    if finding.code != codes::EXPR_HAS_NO_EFFECT {
        return false;
    }
    // Up to where the statement ends.
    let ends = |i: u32| matches!(s.kind(i), SEMICOLON | L_BRACE | R_BRACE);
    for e in broken.at(at..=u32::MAX) {
        if (at..e.token).any(ends) {
            break;
        }
        match e.kind {
            SyntaxErrorKind::ExpectedExpression
            | SyntaxErrorKind::TypeNotAllowed
            | SyntaxErrorKind::Expected(COLON) => return true,
            SyntaxErrorKind::Expected(R_PAREN | R_BRACK | R_BRACE) if is_around(s, at, e.token) => {
                finding.reported_at = Some(e.token);
            }
            _ => {}
        }
    }
    false
}

/// Whether a type with a name behind it is the last argument of the call that ends at a token: `f(1, int x)`. It counts as one.
fn ends_in_type(s: &Source<'_>, broken: &Broken<'_>, end: u32) -> bool {
    let mut before = broken
        .at(end.saturating_sub(LAST_ARGUMENT)..=end)
        .iter()
        .rev();
    let closes =
        |e: &&SyntaxError| e.kind == SyntaxErrorKind::Expected(R_PAREN) && e.restart == Some(end);
    let Some(missed) = before.find(closes) else {
        return false;
    };
    let is_type = |e: &SyntaxError| {
        e.kind == SyntaxErrorKind::TypeNotAllowed && e.restart == Some(missed.token)
    };
    before.any(is_type) && !(missed.token..end).any(|i| s.kind(i) == COMMA)
}

/// Whether a bracket that is missed at a token is one of the expression at another. An operand of a comma, and what stands in a head, has been
/// read by then.
fn is_around(s: &Source<'_>, at: u32, missed: u32) -> bool {
    let token = s.tree().token(at);
    let around = token.into_iter().flat_map(|t| t.parent_ancestors());
    let mut start = at;
    for node in around.take_while(|n| ast::Expr::can_cast(n.kind())) {
        let comma = node
            .own_tokens()
            .any(|t| t.kind() == COMMA && t.number() > at);
        if node.kind() == BINARY_EXPRESSION && comma {
            return false;
        }
        start = node.tokens().start;
    }
    let opens = |i: &u32| matches!(s.kind(*i), L_PAREN | L_BRACK | L_BRACE);
    let closes = |i: &u32| matches!(s.kind(*i), R_PAREN | R_BRACK | R_BRACE);
    (start..missed).filter(opens).count() > (start..missed).filter(closes).count()
}

/// Whether what is said of a call comes of its execution configuration that lacks its end. Where the parenthesis of the call is missing,
/// that comes first.
fn is_of_broken_call(s: &Source<'_>, broken: &Broken<'_>, finding: &mut Finding<'_>) -> bool {
    let ends = |i: u32| matches!(s.kind(i), SEMICOLON | L_BRACE | R_BRACE);
    // What stands where the parenthesis should is where the call ends.
    if finding.code == codes::TOO_FEW_ARGUMENTS && s.kind(finding.at) == R_PAREN {
        let from = finding.at.saturating_sub(LAST_ARGUMENT);
        let opens = |i: &u32| matches!(s.kind(*i), L_PAREN | SEMICOLON | L_BRACE | R_BRACE);
        let from = (from..finding.at).rev().find(opens).unwrap_or(from);
        let lacks = |e: &&SyntaxError| e.kind == SyntaxErrorKind::Expected(R_PAREN);
        if let Some(e) = broken.at(from..=finding.at).iter().find(lacks) {
            finding.at = e.token;
        }
    }
    let last = finding.reported_at.unwrap_or(finding.at);
    for e in broken.at(finding.at..=u32::MAX) {
        if (finding.at..e.token).any(ends) {
            break;
        }
        match e.kind {
            SyntaxErrorKind::ExpectedLaunchClose => {
                return finding.code == codes::TOO_FEW_ARGUMENTS;
            }
            SyntaxErrorKind::Expected(R_PAREN) if s.kind(last) != R_PAREN => {
                finding.reported_at = Some(finding.reported_at.unwrap_or(0).max(e.token));
            }
            _ => {}
        }
    }
    false
}

/// Asks the semantic core of everything that [`check`] will ask it of in the host pass.
pub fn type_ahead(db: &dyn Db, file: SourceFile) {
    for &item in user_items(db, file) {
        if is_in_own_file(db, item) {
            program::problems(db, item_id_of_node(db, item), Extent::Needed);
        }
    }
}

fn finding<'db>(db: &'db dyn Db, own: ItemId<'db>, problem: &Problem<'db>) -> Option<Finding<'db>> {
    let mut out = with_notes(db, problem)?;
    // Notes may stand in any item and always tell theirs.
    out.item = out.item.filter(|item| *item != own);
    let read = match AT_EXPRESSION_END.contains(&problem.code) {
        true => problem.read.or(Some(problem.site)),
        false => problem.read,
    };
    if let (Some(read), None) = (read, out.item) {
        out.reported_at = program::place(db, read).and_then(|p| p.0.end.checked_sub(1));
    }
    // The host pass instantiates no function whose type it knows, and does not look for the ends of device code.
    let device = OF_ENDS.contains(&problem.code)
        && matches!(problem.fills[..], [Fill::Entity(f) | Fill::Signature(f)] if is_device_code(db, f));
    out.only = (problem.deferred || device).then_some(Pass::Device);
    out.reported_last = problem.late;
    out.contexts = (problem.contexts.iter())
        .filter_map(|c| context(db, c))
        .collect();
    // What goes wrong in an instance is reported to the query that asks for it.
    if let Some((_, item, token)) = out.contexts.last()
        && *item == own
    {
        out.reported_at = Some(*token);
    }
    if problem.is_detached {
        out.of_instance = !out.contexts.is_empty();
        out.contexts = Box::default();
    }
    Some(out)
}

/// A problem with its notes, with the item that it stands in.
pub(crate) fn with_notes<'db>(db: &'db dyn Db, problem: &Problem<'db>) -> Option<Finding<'db>> {
    let mut out = said(db, problem)?;
    out.notes = problem.notes.iter().filter_map(|n| said(db, n)).collect();
    Some(out)
}

/// A problem by itself, with the item that it stands in.
fn said<'db>(db: &'db dyn Db, problem: &Problem<'db>) -> Option<Finding<'db>> {
    let (item, at) = program::token(db, problem)?;
    let mut out = Finding::new(problem.code, at);
    out.item = Some(item);
    out.severity = match (problem.hard, problem.soft) {
        (true, _) => Some(Severity::Error),
        (false, true) => Some(Severity::Warning),
        (false, false) => None,
    };
    out.args = problem.fills.iter().map(|f| fill(db, f)).collect();
    out.details = problem.details.iter().map(|d| detail(db, d)).collect();
    Some(out)
}

/// Whether a function is compiled for the device alone. What stands in one is as it is.
fn is_device_code<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let space = cleave_cuda::execution_space(db, function, true);
    if !space.is_unannotated() {
        return space.is_device_only() || space.is_kernel();
    }
    let decl = function.decl(db);
    let code = decl.code(db);
    let around = (code.body).filter(|body| decl.closure(db).is_some() || decl.index(db) != *body);
    around.is_some_and(|body| {
        let code = CodeRef { body: None, ..code };
        is_device_code(
            db,
            Entity::new(db, DeclRef::new(db, code, body, None), None),
        )
    })
}

/// A link of a chain of instantiations: what, and the item and token where it was asked for.
pub(crate) fn context<'db>(
    db: &'db dyn Db,
    c: &Instantiation<'db>,
) -> Option<(Arg<'db>, ItemId<'db>, u32)> {
    let (item, at) = token(db, c.at)?;
    let decl = c.entity.kind(db);
    let kind = match decl {
        Some(DeclKind::Class(_)) => "class",
        Some(DeclKind::Alias(_)) => "type",
        _ if c.entity.decl(db).closure(db).is_some() => "function",
        _ => "",
    };
    // An alias is named with its arguments.
    let name = match decl {
        Some(DeclKind::Alias(_)) => display::qualified_name(db, c.entity),
        _ => display::template_text(db, c.entity),
    };
    Some((Arg::Entity { kind, name }, item, at))
}

fn token<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<(ItemId<'db>, u32)> {
    Some((site.code.item, program::place(db, site)?.1))
}

/// A function or variable as an argument of a message.
pub(crate) fn entity_argument<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Arg<'db> {
    // Which of a function template's instances it is, its parameters tell.
    fill(
        db,
        &match entity.env(db) {
            Some(_)
                if display::template_depth(db, entity) > 0
                    && entity.decl(db).parent_class(db).is_none() =>
            {
                Fill::Signature(entity)
            }
            _ => Fill::Entity(entity),
        },
    )
}

/// The line of a token of the item that a site is in.
fn line<'db>(site: Site<'db>, token: Option<u32>) -> Arg<'db> {
    let item = site.code.item;
    match token {
        Some(token) => Arg::LineIn { item, token },
        None => Arg::Text(String::new()),
    }
}

fn fill<'db>(db: &'db dyn Db, fill: &Fill<'db>) -> Arg<'db> {
    match fill {
        Fill::Text(text) => Arg::Text(text.to_string()),
        Fill::Name(name) => Arg::Name(plain_spelling(name).into_owned()),
        Fill::Type(ty) => Arg::Type(display::type_text(db, *ty)),
        Fill::Number(n) => Arg::Text(n.to_string()),
        Fill::Entity(entity) => Arg::Entity {
            kind: kind(db, *entity),
            name: name(db, *entity, display::is_overloaded(db, *entity)),
        },
        Fill::Instantiated(entity) => instantiated(db, *entity),
        Fill::Constructor(entity) => Arg::Entity {
            kind: "constructor",
            name: name(db, *entity, false),
        },
        Fill::Named(name, ty) => Arg::Named {
            name: name.to_string(),
            meaning: display::type_text(db, *ty),
        },
        Fill::Written { name, meaning } => match meaning {
            Some(meaning) => Arg::Named {
                name: name.to_string(),
                meaning: meaning.to_string(),
            },
            None => Arg::Type(name.to_string()),
        },
        Fill::Spelled(text) => Arg::Type(text.to_string()),
        Fill::Kind(kind, name) => Arg::Entity {
            kind,
            name: name.to_string(),
        },
        Fill::Local(kind, name, site) => {
            let place = site.and_then(|s| Some((s.code.item, program::place(db, s)?.1)));
            declared_at(kind, name.to_string(), place)
        }
        Fill::Line(site) => line(*site, program::place(db, *site).map(|p| p.1)),
        Fill::HeadLine(site) => line(*site, program::head(db, *site)),
        Fill::Implicit(name) => Arg::Implicit {
            kind: "function",
            name: name.to_string(),
        },
        Fill::Signature(entity) => Arg::Entity {
            kind: kind(db, *entity),
            name: name(db, *entity, true),
        },
        Fill::Overloaded(entity) => Arg::Entity {
            kind: "overloaded function",
            name: name(db, *entity, false),
        },
        Fill::Declared(entity) => declared(db, *entity, false),
        Fill::DeclaredMember(entity) => {
            let name = match display::template_depth(db, *entity) {
                0 => display::qualified_name(db, *entity),
                _ => without_type(&display::template_text(db, *entity)),
            };
            declared_at("member", name, program::declaration(db, *entity))
        }
        Fill::DeclaredSignature(entity) => declared(db, *entity, true),
    }
}

/// A type in a line under a message: what the names in it mean is not said there.
fn spelled<'db>(db: &'db dyn Db, ty: &Fill<'db>) -> String {
    match fill(db, ty) {
        Arg::Type(text) | Arg::Named { name: text, .. } => text,
        _ => String::new(),
    }
}

fn detail<'db>(db: &'db dyn Db, detail: &Detail<'db>) -> Box<[Arg<'db>]> {
    let types = |tys: &[Fill<'db>], between: &str| {
        let all: Vec<String> = tys.iter().map(|t| spelled(db, t)).collect();
        all.join(between)
    };
    let text = match detail {
        Detail::ArgumentTypes(tys) => format!("argument types are: ({})", types(tys, ", ")),
        Detail::ObjectType(ty) => format!("object type is: {}", spelled(db, ty)),
        Detail::OperandTypes(op, tys) => match &tys[..] {
            [one] => format!("operand types are: {op} {}", spelled(db, one)),
            [of, _] if matches!(&**op, "++" | "--") => {
                format!("operand types are: {} {op}", spelled(db, of))
            }
            [of, by] if &**op == "[]" => {
                let (of, by) = (spelled(db, of), spelled(db, by));
                format!("operand types are: {of} [ {by} ]")
            }
            _ => format!("operand types are: {}", types(tys, &format!(" {op} "))),
        },
        Detail::Builtin(what) => format!("built-in operator \"{what}\""),
        Detail::Text(text) => text.to_string(),
        Detail::Variable(name, site) => {
            let place = program::place(db, *site).map(|(_, token)| (site.code.item, token));
            return [declared_at("variable", name.to_string(), place)].into();
        }
        Detail::Candidate(entity) => return [declared(db, *entity, true)].into(),
        Detail::Pure(entity) => {
            let entity = Arg::Entity {
                kind: "function",
                name: name(db, *entity, false),
            };
            return [entity, Arg::Text(" is a pure virtual function".into())].into();
        }
        Detail::Pattern(entity) => {
            let name = display::pattern_text(db, *entity);
            return [match program::declaration(db, *entity) {
                Some((item, token)) => Arg::DeclaredIn {
                    kind: "",
                    name,
                    item,
                    token,
                },
                None => Arg::Entity { kind: "", name },
            }]
            .into();
        }
        Detail::Open(entity) => {
            let entity = Arg::Entity {
                kind: "function",
                name: name(db, *entity, false),
            };
            let (before, after) = ("pure virtual ", " has no overrider");
            return [Arg::Text(before.into()), entity, Arg::Text(after.into())].into();
        }
    };
    [Arg::Text(text)].into()
}

fn declared<'db>(db: &'db dyn Db, entity: Entity<'db>, parameters: bool) -> Arg<'db> {
    let kind = kind(db, entity);
    if cleave_typing::function::is_implied(db, entity) {
        let name = display::implied_text(db, entity, parameters);
        return Arg::Implicit { kind, name };
    }
    let name = name(db, entity, parameters);
    declared_at(kind, name, program::declaration(db, entity))
}

/// What is to be instantiated: a class and a variable by name, a function with its parameters, a member as its template says.
fn instantiated<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Arg<'db> {
    let member = !entity.is_function(db)
        && entity
            .hir(db)
            .is_some_and(|d| d.parent.is_some() && matches!(d.kind, DeclKind::Variable(_)));
    match member {
        true => Arg::Entity {
            kind: "member",
            name: without_type(&display::template_text(db, entity)),
        },
        false => Arg::Entity {
            kind: kind(db, entity),
            name: name(db, entity, true),
        },
    }
}

/// An entity with the place of its declaration, if that is known.
fn declared_at<'db>(
    kind: &'static str,
    name: String,
    place: Option<(ItemId<'db>, u32)>,
) -> Arg<'db> {
    match place {
        Some((item, token)) => Arg::DeclaredIn {
            kind,
            name,
            item,
            token,
        },
        None => Arg::Entity { kind, name },
    }
}

fn name<'db>(db: &'db dyn Db, entity: Entity<'db>, parameters: bool) -> String {
    match entity.is_function(db) {
        true => display::function_text(db, entity, parameters),
        false => display::qualified_name(db, entity),
    }
}

/// `A<T>::x [with T=int]` of `int A<T>::x [with T=int]`.
fn without_type(declaration: &str) -> String {
    let end = declaration.find(" [with").unwrap_or(declaration.len());
    let mut depth = 0i32;
    let mut start = 0;
    for (i, c) in declaration[..end].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ' ' | '*' | '&' if depth == 0 => start = i + 1,
            _ => {}
        }
    }
    declaration.get(start..).unwrap_or(declaration).to_owned()
}

/// What an entity is, in words.
fn kind<'db>(db: &'db dyn Db, entity: Entity<'db>) -> &'static str {
    let Some(decl) = entity.hir(db) else {
        return match entity.is_template(db) {
            true => "function template",
            false => "function",
        };
    };
    let template = decl.heads.iter().any(|h| !h.params.is_empty())
        && entity.depth(db) < display::template_depth(db, entity);
    match (&decl.kind, template) {
        (DeclKind::Function(_), false) if !entity.is_template(db) => "function",
        (DeclKind::Function(_), _) => "function template",
        (DeclKind::Class(_), true) => "class template",
        (DeclKind::Class(c), false) => match c.key {
            cleave_hir::ClassKey::Union => "union",
            cleave_hir::ClassKey::Enum => "enum",
            cleave_hir::ClassKey::Struct | cleave_hir::ClassKey::Class => "class",
        },
        (DeclKind::Enum(_), _) => "enum",
        (DeclKind::Enumerator(_), _) => "constant",
        (DeclKind::Alias(_), true) => "alias template",
        (DeclKind::Alias(_), false) => "type",
        (DeclKind::Concept(_), _) => "concept",
        (DeclKind::Variable(_), true) => "variable template",
        (DeclKind::Variable(_), false) => match decl.parent {
            Some(_) if decl.spec.any(cleave_names::decl::Spec::STATIC) => "static data member",
            Some(_) => "member",
            None => "variable",
        },
        _ => "",
    }
}
