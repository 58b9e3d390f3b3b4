//! Expressions of fundamental types, where the operands' types are certain: the item declares the name once, with a
//! fundamental type and nothing around it.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::cuda::kernels::form::is_fundamental;
use crate::engine::context::Context;
use crate::engine::walk::Walk;
use crate::tokens::index::named;

/// A fundamental type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fundamental {
    /// Bits, 0 for a floating type.
    bits: u32,
    unsigned: bool,
    boolean: bool,
}

/// The types of the names that an item declares once, as a variable or a parameter of fundamental type.
pub(crate) struct Types(FxHashMap<String, Option<Fundamental>>);

impl Types {
    /// Of the declaring nodes of a tree.
    pub(crate) fn new(declaring: &[Node<'_>]) -> Types {
        let mut out: FxHashMap<String, Option<Fundamental>> = FxHashMap::default();
        for id in declaring {
            let declares = matches!(
                id.kind(),
                DECLARATOR_ID | STRUCTURED_BINDING | LAMBDA_CAPTURE | ENUMERATOR
            );
            if !declares {
                continue;
            }
            for t in id.own_tokens().filter(|t| t.kind() == IDENT) {
                let ty = (id.kind() == DECLARATOR_ID)
                    .then(|| declared(*id))
                    .flatten();
                out.entry(t.text().to_owned())
                    .and_modify(|known| *known = None)
                    .or_insert(ty);
            }
        }
        Types(out)
    }
}

/// The type of a declarator that is nothing but a name.
fn declared(id: Node<'_>) -> Option<Fundamental> {
    let declarator = id.parent().filter(|d| d.kind() == DECLARATOR)?;
    if declarator.children().count() != 1 || id.children().next().is_some() {
        return None;
    }
    let holder = declarator.parent()?;
    let holder = if holder.kind() == INIT_DECLARATOR {
        if holder.child(BIT_FIELD_WIDTH).is_some() {
            return None;
        }
        holder.parent()?
    } else {
        holder
    };
    fundamental(holder.child(DECL_SPECIFIER_SEQ)?)
}

fn fundamental(seq: Node<'_>) -> Option<Fundamental> {
    if seq.children().any(|n| n.kind() != ATTRIBUTE_SPECIFIER) {
        return None;
    }
    let mut words = Vec::new();
    for t in seq.own_tokens() {
        match t.kind() {
            k if is_fundamental(k) => words.push(t.text().to_owned()),
            k if k.is_trivia() => {}
            CONST_KW | STATIC_KW | CONSTEXPR_KW | EXTERN_KW => {}
            _ => return None,
        }
    }
    let count = |w: &str| words.iter().filter(|x| *x == w).count();
    if words.is_empty() {
        return None;
    }
    let bits = if count("float") + count("double") > 0 {
        0
    } else if count("bool") > 0 {
        1
    } else if count("char") > 0 {
        8
    } else if count("short") > 0 {
        16
    } else if count("long") > 0 {
        64
    } else {
        32
    };
    Some(Fundamental {
        bits,
        unsigned: count("unsigned") > 0,
        boolean: count("bool") > 0,
    })
}

impl Walk<'_, '_> {
    /// The type of an expression that is a single name.
    fn type_of(&self, node: Node<'_>) -> Option<Fundamental> {
        let t = self.s.tokens(node);
        let single = node.kind() == ID_EXPRESSION && t.end == t.start + 1;
        let name = self.s.word(t.start);
        let known = single.then(|| self.types.0.get(name).copied().flatten())??;
        Some(known)
    }

    /// The value of a literal, or of one with a minus.
    fn value(&self, node: Node<'_>) -> Option<i128> {
        matches!(node.kind(), LITERAL | PREFIX_EXPRESSION)
            .then(|| self.s.integer(self.s.tokens(node)))
            .flatten()
    }

    fn operator(&self, node: Node<'_>) -> (u32, String) {
        let tokens: Vec<_> = node.own_tokens().collect();
        let at = tokens.first().map_or(0, |t| t.number());
        (at, tokens.iter().map(|t| t.text().to_owned()).collect())
    }
}

/// Comparisons of unsigned values with zero.
pub(crate) fn binary(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let mut operands = node.children();
    let (Some(a), Some(b)) = (operands.next(), operands.next()) else {
        return;
    };
    let (at, operator) = w.operator(node);
    let zero_unsigned = |value: Node<'_>, zero: &Node<'_>| {
        w.value(*zero) == Some(0) && w.type_of(value).is_some_and(|t| t.unsigned && t.bits >= 32)
    };
    let pointless = match operator.as_str() {
        "<" | ">=" => zero_unsigned(a, &b),
        ">" | "<=" => zero_unsigned(b, &a),
        _ => false,
    };
    if pointless && !c.unevaluated {
        w.out
            .push(Finding::new(codes::UNSIGNED_COMPARE_WITH_ZERO, at));
    }
}

/// A statement that computes something and drops it.
pub(crate) fn statement(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    // The last statement of a statement expression is its value.
    let last_of_value = node.nearest(&[STATEMENT_EXPRESSION]).is_some();
    let Some(e) = node.children().next() else {
        return;
    };
    if last_of_value || c.caller.is_none() {
        return;
    }
    let cast = e.kind() == NAMED_CAST_EXPRESSION && e.has(DYNAMIC_CAST_KW);
    if !c.dependent && (cast || variable_template(w, e)) {
        w.out
            .push(Finding::new(codes::EXPR_HAS_NO_EFFECT, w.s.tokens(e).start));
    }
}

/// Whether an expression is a variable template with its arguments, and nothing else.
fn variable_template(w: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start);
    if node.kind() != ID_EXPRESSION || s.kind(t.start + 1) != LT || w.declared.contains(name) {
        return false;
    }
    let [e] = crate::tokens::index::only_mine(s.db, s.file, name) else {
        return false;
    };
    e.kind == cleave_names::decl::DeclKind::Variable && e.template
}

/// `&threadIdx`
pub(crate) fn prefix(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    const BUILTINS: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start + 1);
    // `&threadIdx.x` is as bad.
    let member = t.end == t.start + 4 && s.kind(t.start + 2) == DOT && s.kind(t.start + 3) == IDENT;
    let address = s.kind(t.start) == AMP && (t.end == t.start + 2 || member);
    let certain = BUILTINS.contains(&name) && !w.declared.contains(name) && !c.derived;
    let known = !crate::cxx::names::undeclared::undefined_in(s.db, s.file, s.item)
        .iter()
        .any(|u| u.0 == t.start + 1);
    if address && certain && known && named(s.db, s.file, name).is_empty() {
        w.out
            .push(Finding::new(codes::ADDR_OF_NV_BUILTIN_VAR, t.start).name(name));
    }
}

/// `decltype(m)` of a managed variable.
pub(crate) fn operand(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(id) = node
        .child(ID_EXPRESSION)
        .filter(|_| node.kind() == DECLTYPE_SPECIFIER)
    else {
        return;
    };
    let t = s.tokens(id);
    let name = s.word(t.start);
    let managed = |space: cleave_cuda::MemorySpace| space.has(cleave_cuda::MemorySpace::MANAGED);
    if t.end != t.start + 1 {
        if crate::cuda::memory::device_variables::named(w, id, managed).is_some() {
            w.out
                .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
        }
        return;
    }
    if w.declared.contains(name) || c.derived {
        return;
    }
    let found = crate::tokens::index::only_mine(s.db, s.file, name);
    let managed = !found.is_empty()
        && found
            .iter()
            .all(|e| e.class.is_none() && e.memory.has(cleave_cuda::MemorySpace::MANAGED));
    if managed {
        w.out
            .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
    }
}
