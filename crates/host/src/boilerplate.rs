//! What the host half holds besides the user's text: the prologue, the include of the runtime's host part, and the trailer.
//! The names, and what they do, are fixed by `crt/host_runtime.h` and by the stub that the device compiler writes
//! (reference: host-text, Prologue; host-text, Runtime include; host-text, Trailer); the words around them are ours.

use std::fmt::Write;

use cleave_base_db::{HostCompiler, HostSettings};
use cleave_cuda::{Difference, Toolkit};

/// What keeps a kernel or a shadow within its shared object.
pub(crate) const HIDDEN: &str = "__attribute__((visibility(\"hidden\"))) ";

/// What nobody may use in the host half is not to be warned about.
pub(crate) const UNUSED: &str = "__attribute__((unused)) ";

/// What `__noinline__` stands for, and what keeps a kernel's stub apart for a debugger.
pub(crate) const NOINLINE: &str = "__attribute__((noinline))";

/// Where the runtime's host part looks for the pointers that stand for managed variables.
pub(crate) const MANAGED_SECTION: &str = "__attribute__((section(\"__nv_managed_data__\"))) ";

/// What the name of a `device_builtin` variable begins with in the host half (reference: host-text, Built-in entities).
pub(crate) const BUILTIN_VARIABLE: &str = "__device_builtin_variable_";

/// What the stub calls the function behind a kernel template: it specialises it for every instance (reference: host-text, Kernel
/// templates).
pub(crate) const WRAPPER: &str = "__wrapper__device_stub_";

/// The body of that function where nothing specialises it: a kernel that is never launched.
pub(crate) const WRAPPER_BODY: &str = "{ ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);}";

/// The linkage of explicit specialisations of kernels: a macro of the toolkit's headers (reference: host-text, Kernel
/// specialisations).
pub(crate) const SPECIALIZATION: &str = "__specialization_static ";

/// A body for what only the device can run, in two parts between which parameters are mentioned: whoever calls it on the host
/// ends there (reference: host-text, Device functions).
pub(crate) const DEVICE_BODY: (&str, &str) = ("{int volatile ___ = 1;", "::exit(___);");

/// The same for constructors and destructors (reference: host-text, Device functions).
pub(crate) const DEVICE_STRUCTOR_BODY: (&str, &str) = ("{int *volatile ___ = 0;", "::free(___);");

/// A managed variable in an expression: what it points to, once the runtime has said where that is (reference: host-text, Managed
/// variables).
pub(crate) fn managed_use(name: &str) -> String {
    format!("(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), ({name})))")
}

/// What goes before the call that a launch becomes; a parenthesis closes it (reference: host-text, Launches).
pub(crate) fn launch(configuration: &str) -> String {
    format!("((__cudaPushCallConfiguration({configuration})) ? (void)0 : ")
}

/// What unnamed namespaces are called in the host half, where the stub names them (reference: host-text, Unnamed namespaces).
pub(crate) fn unnamed_namespace_name(module_id: &str) -> String {
    format!("_GLOBAL__N_{module_id}")
}

/// The static functions through which managed variables are initialised on first use. The stub defines
/// `__nv_init_managed_rt_with_module`, and hands over the fat binary's handle.
const MANAGED_RUNTIME: [&str; 4] = [
    "static char __nv_inited_managed_rt = 0;",
    "static void **__nv_fatbinhandle_for_managed_rt;",
    "static void __nv_save_fatbinhandle_for_managed_rt(void **in) { __nv_fatbinhandle_for_managed_rt = in; }",
    "static char __nv_init_managed_rt_with_module(void **);",
];

const MANAGED_INIT: &str = "static inline void __nv_init_managed_rt(void) { __nv_inited_managed_rt = __nv_inited_managed_rt \
     ? __nv_inited_managed_rt : __nv_init_managed_rt_with_module(__nv_fatbinhandle_for_managed_rt); }";

/// The traits of extended lambdas, which answer no where there can be none.
const LAMBDA_TRAITS: [&str; 3] = [
    "__nv_is_extended_device_lambda_closure_type",
    "__nv_is_extended_host_device_lambda_closure_type",
    "__nv_is_extended_device_lambda_with_preserved_return_type",
];

/// Warnings about how an expression or a statement is written. The reference writes its own parentheses, braces and order of
/// initializers, so that the host compiler finds none of these; each with the release of gcc that knows it first.
const LAYOUT_WARNINGS: [(&str, u32); 6] = [
    ("parentheses", 40200),
    ("reorder", 40200),
    ("missing-braces", 40200),
    ("empty-body", 40300),
    ("logical-not-parentheses", 50000),
    ("dangling-else", 70000),
];

/// Goes in after the declaration that makes `size_t` known, before which the runtime's host part could not be read.
pub(crate) const HOST_RUNTIME: &str = "\n#if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)\n\
     #define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__\n#endif\n#include \"crt/host_runtime.h\"\n";

/// Everything before the user's text. Which warnings are silenced depends on what the compiler knows (reference: host-text,
/// Prologue).
pub(crate) fn prologue(settings: &HostSettings, toolkit: Toolkit, first_file: &str) -> String {
    let (gnu, clang, intel, nvhpc) = match settings.compiler {
        HostCompiler::Gnu(v) => (v, 0, false, false),
        HostCompiler::Clang(v) => (0, v, false, false),
        HostCompiler::Intel(v) => (v, 0, true, false),
        HostCompiler::Nvhpc(v) => (v, 0, false, true),
    };
    let is_clang = clang > 0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "# 1 \"{}\"",
        first_file.replace('\\', "\\\\").replace('"', "\\\"")
    );
    let ignore = |out: &mut String, what: &str| {
        let _ = writeln!(out, "#pragma GCC diagnostic ignored \"-W{what}\"");
    };
    let stacked = (gnu >= 40600 || is_clang) && !nvhpc;
    let unused = (gnu >= 40200 || is_clang) && !nvhpc;
    if !intel && !nvhpc && (gnu >= 40800 || clang >= 30600) {
        ignore(&mut out, "unused-local-typedefs");
    }
    ignore(&mut out, "attributes");
    if stacked && toolkit.has(Difference::UnusedButSetIsSilent) {
        ignore(&mut out, "unused-but-set-variable");
    }
    if stacked {
        out.push_str("#pragma GCC diagnostic push\n");
    }
    if unused {
        ignore(&mut out, "unused-variable");
        ignore(&mut out, "unused-function");
    }
    // None of the user's lines is this one's.
    out.push_str("# 1\n");
    for declaration in MANAGED_RUNTIME {
        let _ = write!(out, "{declaration} ");
    }
    let _ = writeln!(
        out,
        "{}{MANAGED_INIT}",
        if nvhpc {
            "__attribute__((unused)) "
        } else {
            ""
        }
    );
    if stacked {
        out.push_str("#pragma GCC diagnostic pop\n");
    }
    if unused {
        ignore(&mut out, "unused-variable");
    }
    for (name, since) in LAYOUT_WARNINGS {
        if is_clang || gnu >= since && !nvhpc {
            ignore(&mut out, name);
        }
    }
    if is_clang {
        ignore(&mut out, "unused-private-field");
        ignore(&mut out, "unused-parameter");
    }
    if !settings.extended_lambda {
        for name in LAMBDA_TRAITS {
            let _ = writeln!(out, "#define {name}(X) false");
        }
    }
    out
}

/// Everything after the user's text: the device compiler's stub, in which unnamed namespaces go by a macro.
pub(crate) fn trailer(settings: &HostSettings, module_id: &str) -> String {
    let stub = settings
        .stub_name
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let line = match settings.compiler {
        HostCompiler::Clang(_) | HostCompiler::Nvhpc(_) => format!("#line 1 \"{stub}\"\n"),
        _ => format!("# 1 \"{stub}\"\n"),
    };
    let namespace = unnamed_namespace_name(module_id);
    format!(
        "\n{line}#define _NV_ANON_NAMESPACE {namespace}\n#ifdef _NV_ANON_NAMESPACE\n#endif\n\
         {line}#include \"{stub}\"\n{line}#undef _NV_ANON_NAMESPACE\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// What the prologue silences after its own declarations.
    fn silenced(compiler: HostCompiler) -> String {
        let settings = HostSettings {
            compiler,
            ..HostSettings::default()
        };
        let text = prologue(&settings, Toolkit::USUAL, "a.cu");
        let after = text
            .split("_init_managed_rt(void)")
            .last()
            .unwrap_or_default();
        let names = after.lines().filter_map(|l| l.split("ignored \"-W").nth(1));
        names
            .map(|n| n.trim_end_matches('"'))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn variables_that_are_set_and_not_used_by_toolkit() {
        let gnu = |toolkit, version| {
            let settings = HostSettings {
                compiler: HostCompiler::Gnu(version),
                ..HostSettings::default()
            };
            prologue(&settings, toolkit, "a.cu").contains("\"-Wunused-but-set-variable\"")
        };
        let of = |minor| Toolkit { major: 13, minor };
        assert_eq!(
            [0, 2, 3, 5].map(|minor| gnu(of(minor), 120200)),
            [false, false, true, true]
        );
        assert!(
            !gnu(of(5), 40500),
            "a release of gcc that does not know the warning"
        );
    }

    #[test]
    fn warnings_by_compiler() {
        let all = [
            HostCompiler::Gnu(40100),
            HostCompiler::Gnu(40800),
            HostCompiler::Gnu(120200),
            HostCompiler::Clang(140000),
        ];
        expect![[r#"

            unused-variable parentheses reorder missing-braces empty-body
            unused-variable parentheses reorder missing-braces empty-body logical-not-parentheses dangling-else
            unused-variable parentheses reorder missing-braces empty-body logical-not-parentheses dangling-else unused-private-field unused-parameter"#]].assert_eq(&all.map(silenced).join("\n"));
    }
}
