//! The expression that takes an extended lambda's place. The names of templates and macros, and the order of their arguments,
//! are those that the device compiler's stub uses (spec 4-lambda 3).

use cleave_base_db::HostCompiler;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;

use super::{Capture, ExtendedLambda, Wrapper};
use crate::edit::Edit;
use crate::source::Source;

/// A g++ before this one lets every lambda without captures become a function pointer.
const CONVERTS_WITHOUT_DEFAULT: u32 = 60200;

/// Puts the wrapper in, given the edits inside the lambda.
pub(crate) fn wrap(
    source: &Source<'_>,
    lambda: &ExtendedLambda,
    wrapper: &Wrapper,
    compiler: HostCompiler,
    inside: Vec<Edit>,
    out: &mut Vec<Edit>,
) {
    let (mut types, mut values) = (String::new(), String::new());
    for capture in &wrapper.captures {
        let (ty, value) = match capture {
            Capture::Variable(name) => (
                format!("typename __nvdl_remove_ref<decltype({name})>::type"),
                name.clone(),
            ),
            Capture::This => ("decltype(this) const".into(), "this".into()),
            Capture::StarThis => {
                let constness = if wrapper.mutable { "" } else { " const" };
                let object = "typename __nvdl_remove_ref<decltype(*this)>::type";
                (
                    format!("typename __nvdl_remove_const<{object}>::type{constness}"),
                    "*this".into(),
                )
            }
            Capture::Init(tokens) => {
                let value = initializer(source, *tokens, &inside);
                let object = format!("typename __nvdl_remove_ref<decltype({value})>::type");
                (
                    format!("typename __nv_lambda_trait_remove_cv<{object}>::type"),
                    value,
                )
            }
        };
        types += ", ";
        types += &ty;
        values += ", ";
        values += &value;
    }
    let (function, number) = (&wrapper.function, wrapper.number);
    if !wrapper.host_device {
        let tag = if wrapper.trailing.is_empty() {
            format!("__nv_dl_tag<{function}, {number}>")
        } else {
            let result = deduced(source, lambda, wrapper.trailing)
                .unwrap_or_else(|| source.render(wrapper.trailing));
            format!("__nv_dl_trailing_return_tag<{function}, {result}, {number}>")
        };
        let text = format!("__nv_dl_wrapper_t<{tag}{types}>({tag}{{}}{values})");
        out.push(Edit::replace(lambda.tokens.range(), text));
        return;
    }
    let converts = wrapper.captures.is_empty()
        && match compiler {
            HostCompiler::Gnu(v) if v < CONVERTS_WITHOUT_DEFAULT => true,
            _ => !wrapper.has_default,
        };
    let tag = format!("__nv_dl_tag<{function}, {number}>");
    out.push(Edit::insert(
        lambda.tokens.start as usize,
        format!(
            "__nv_hdl_create_wrapper_t<{}, {converts}, {tag}{types}>::__nv_hdl_create_wrapper(",
            wrapper.mutable
        ),
    ));
    out.extend(inside);
    let last = lambda.tokens.end as usize - 1;
    out.push(Edit::replace(last..last + 1, format!("}}{values})")));
}

/// The type that `-> auto` or `-> decltype(auto)` stands for, by way of a function of the same parameters: its trailing return
/// type may ask what the parameters make of the one expression that the lambda returns.
fn deduced(source: &Source<'_>, lambda: &ExtendedLambda, trailing: Tokens) -> Option<String> {
    let mut words = (trailing.start..trailing.end).map(|i| source.kind(i));
    let exact = match (words.next(), words.next(), words.next()) {
        (Some(AUTO_KW), None, _) => false,
        (Some(DECLTYPE_KW), Some(L_PAREN), Some(AUTO_KW)) => true,
        _ => return None,
    };
    let value = Tokens {
        start: lambda.body.start + 2,
        end: lambda.body.end - 2,
    };
    let returns = source.kind(lambda.body.start + 1) == RETURN_KW
        && source.kind(value.end) == SEMICOLON
        && (value.start..value.end).all(|i| source.kind(i) != SEMICOLON);
    let clause = (lambda.tokens.start..trailing.start)
        .skip_while(|&i| i < source.group_end(lambda.tokens.start))
        .find(|&i| {
            source.kind(i) == L_PAREN
                && source.kind(i - 1) != L_PAREN
                && source.kind(i - 1) != ATTRIBUTE_KW
        })?;
    let clause = Tokens {
        start: clause,
        end: source.group_end(clause),
    };
    let generic = (clause.start..clause.end).any(|i| source.kind(i) == AUTO_KW);
    if !returns || generic || value.is_empty() {
        return None;
    }
    let function = format!(
        "auto (*){} -> decltype({})",
        source.render(clause),
        source.render(value)
    );
    let result = format!("typename __nvdl_result<{function}>::type");
    Some(match exact {
        true => result,
        false => format!(
            "typename __nvdl_remove_const<typename __nvdl_remove_ref<{result}>::type>::type"
        ),
    })
}

fn initializer(source: &Source<'_>, tokens: Tokens, inside: &[Edit]) -> String {
    let edits: Vec<Edit> = inside
        .iter()
        .filter(|e| e.start >= tokens.start && e.end <= tokens.end)
        .filter(|e| e.start < tokens.end)
        .cloned()
        .collect();
    source.render_with(tokens, &edits)
}
