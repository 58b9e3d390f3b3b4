//! The expression that takes an extended lambda's place. The names of templates and macros, and the order of their arguments,
//! are those that the device compiler's stub uses (reference: lambdas, Wrappers; lambdas, Tags).

use cleave_base_db::HostCompiler;
use cleave_names::decl::Tokens;

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
            let written = || source.render(wrapper.trailing);
            let result = wrapper.result.clone().unwrap_or_else(written);
            format!("__nv_dl_trailing_return_tag<{function}, {result}, {number}>")
        };
        let text = format!("__nv_dl_wrapper_t<{tag}{types}>({tag}{{}}{values})");
        out.push(Edit::replace(lambda.tokens.range(), text));
        return;
    }
    let converts = converts(wrapper, compiler);
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

/// Whether the closure is converted to a pointer to function: it captures nothing.
pub(super) fn converts(wrapper: &Wrapper, compiler: HostCompiler) -> bool {
    let without_default = match compiler {
        HostCompiler::Gnu(v) if v < CONVERTS_WITHOUT_DEFAULT => true,
        _ => !wrapper.has_default,
    };
    wrapper.captures.is_empty() && without_default
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
