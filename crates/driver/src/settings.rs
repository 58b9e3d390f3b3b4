//! From an understood command line to the settings that the database knows.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{Local, Offset, TimeZone};
use cleave_base_db::{HostCompiler, HostSettings, ModuleIdSeed, SizeType, StubLinkage, Target};
use cleave_options::{DataModel, Feature, HostCompilerKind, Input, Invocation, Language, Standard};
use cleave_syntax::Dialect;

/// The settings of an invocation. `module_id` is one that was read from a file.
pub(crate) fn host_settings(invocation: &Invocation, module_id: Option<String>) -> HostSettings {
    let outputs = &invocation.outputs;
    let input = match invocation.input() {
        Some(Input::File(path)) => text(path.as_os_str()),
        _ => "-".to_owned(),
    };
    let source_name = outputs.orig_src_file_name.as_deref().map_or(input, text);
    let host = &invocation.host;
    let seed = match &outputs.frandom_seed {
        Some(seed) => ModuleIdSeed::Seed(text(seed)),
        None => time_seed(Path::new(&source_name)),
    };
    HostSettings {
        compiler: match host.kind {
            HostCompilerKind::Gnu => HostCompiler::Gnu(host.gnu_version),
            HostCompilerKind::Clang => HostCompiler::Clang(host.clang_version),
            HostCompilerKind::Pgi => HostCompiler::Nvhpc(host.gnu_version),
            HostCompilerKind::Intel => HostCompiler::Intel(host.gnu_version),
        },
        standard: match invocation.dialect.language {
            Language::Cpp(Standard::Cpp03) => 199711,
            Language::Cpp(Standard::Cpp11) => 201103,
            Language::Cpp(Standard::Cpp14) => 201402,
            Language::Cpp(Standard::Cpp20) => 202002,
            Language::Cpp(Standard::Cpp23) => 202302,
            _ => 201703,
        },
        source_path: outputs.orig_src_path_name.as_deref().map(text),
        stub_name: outputs
            .stub_file_name
            .as_deref()
            .map(text)
            .unwrap_or_default(),
        stub_linkage: if invocation.static_host_stub {
            StubLinkage::Static
        } else {
            StubLinkage::External
        },
        hidden_visibility: invocation.device_hidden_visibility,
        hidden_unnamed_namespaces: !invocation.no_hidden_visibility_on_unnamed_ns,
        relocatable: invocation.device_c,
        partial_link: invocation.partial_link,
        debug: invocation.debug_mode,
        extended_lambda: invocation.extended_lambda,
        exceptions: has_exceptions(invocation),
        relaxed_constexpr: invocation.relaxed_constexpr,
        check_clock_call: invocation.check_clock_call,
        check_ffs_call: invocation.check_ffs_call,
        shared_initializer_list: !invocation.no_host_device_initializer_list,
        shared_move_forward: !invocation.no_host_device_move_forward,
        shadow_functions: !invocation.no_shadow_functions,
        source_name,
        module_id,
        seed,
    }
}

fn has_exceptions(invocation: &Invocation) -> bool {
    let asked = invocation.dialect.features.get(&Feature::Exceptions);
    asked.copied().unwrap_or(true)
}

/// What of an invocation decides which language a text is in.
pub(crate) fn dialect(invocation: &Invocation) -> Dialect {
    let standard = match invocation.dialect.language {
        Language::Cpp(Standard::Cpp03) => cleave_syntax::Standard::Cpp03,
        Language::Cpp(Standard::Cpp11) => cleave_syntax::Standard::Cpp11,
        Language::Cpp(Standard::Cpp14) => cleave_syntax::Standard::Cpp14,
        Language::Cpp(Standard::Cpp20) => cleave_syntax::Standard::Cpp20,
        Language::Cpp(Standard::Cpp23) => cleave_syntax::Standard::Cpp23,
        _ => cleave_syntax::Standard::Cpp17,
    };
    Dialect {
        standard,
        no_exceptions: !has_exceptions(invocation),
        clang: matches!(invocation.host.kind, HostCompilerKind::Clang),
    }
}

/// What of an invocation decides of sizes and signs.
pub(crate) fn target(invocation: &Invocation) -> Target {
    let dialect = &invocation.dialect;
    let (long, size) = match dialect.data_model {
        DataModel::Lp64 => (8, SizeType::Long),
        DataModel::Llp64 => (4, SizeType::LongLong),
        DataModel::Ilp32 => (4, SizeType::Int),
    };
    Target {
        pointer: if dialect.pointers_32 { 4 } else { 8 },
        long,
        size,
        unsigned_char: dialect.unsigned_chars,
        unsigned_wchar: dialect.unsigned_wchar_t,
        short_enums: dialect.short_enums,
    }
}

fn text(s: &OsStr) -> String {
    s.to_string_lossy().into_owned()
}

/// What names a module that nothing else tells apart: the source's time stamp, the folder, and this process (reference: host-text,
/// Module id without an entity).
fn time_seed(source: &Path) -> ModuleIdSeed {
    let stamp = std::fs::metadata(source)
        .ok()
        .filter(std::fs::Metadata::is_file)
        .and_then(|m| m.modified().ok());
    let seconds = stamp
        .unwrap_or_else(SystemTime::now)
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs() as i64);
    let offset = Local
        .timestamp_opt(seconds, 0)
        .single()
        .map_or(0, |t| t.offset().fix().local_minus_utc());
    let folder = std::env::current_dir()
        .map(|d| text(d.as_os_str()))
        .unwrap_or_default();
    ModuleIdSeed::Time {
        ctime: cleave_mangle::ctime_text(seconds, offset),
        folder,
        process: std::process::id(),
    }
}
