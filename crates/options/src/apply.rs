//! Applies one option after the other to an [`Invocation`], and checks each value by itself. Knows nothing
//! of how a spelling was found.

use std::path::{Path, PathBuf};

use crate::bytes;
use crate::control::{self, DiagnosticControl};
use crate::effect::{
    DataModel, Effect, HeaderUnitForm, KeywordOption, NoticeOption, NumberOption, PathOption,
    PreprocessOption, Switch, TextOption,
};
use crate::error::Complaint;
use crate::invocation::{
    HeaderUnit, HostCompilerKind, InstantiationMode, Invocation, MacroCommand, OutputMode,
    Preinclude, UnicodeSource,
};
use crate::notice::Notice;
use crate::own::{FAULTS, OwnOption};
use crate::parse::Lookups;
use crate::rules::Modes;
use crate::table::SPELLINGS;

/// Why reading options ends early.
pub(crate) enum Stop {
    /// Something is wrong.
    Complaint(Complaint),
    /// `-V`: nothing behind it is read.
    Version,
}

impl From<Complaint> for Stop {
    fn from(complaint: Complaint) -> Self {
        Self::Complaint(complaint)
    }
}

/// The lowest and highest GNU version, and the highest clang version, that are accepted.
const MIN_GNU_VERSION: u64 = 30200;
const MAX_VERSION: u64 = 999_999;
/// The highest packing alignment.
const MAX_PACKING: u64 = 256;

/// The state of reading a command line.
pub(crate) struct Reader<'a> {
    pub(crate) invocation: Invocation,
    pub(crate) modes: Modes,
    lookups: &'a Lookups<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(lookups: &'a Lookups<'a>) -> Self {
        Self {
            invocation: Invocation::default(),
            modes: Modes::default(),
            lookups,
        }
    }

    /// Applies the row with this index. `word` is the option as written, for messages.
    pub(crate) fn apply(&mut self, index: usize, value: &[u8], word: &[u8]) -> Result<(), Stop> {
        let row = &SPELLINGS[index];
        self.modes.given.push(index);
        match row.effect {
            Effect::Ignored => {}
            Effect::Unknown => return Err(Complaint::InvalidOption(word.to_vec()).into()),
            Effect::Unsupported => return Err(Complaint::Unsupported(row.name).into()),
            Effect::Switch(switch, on) => self.switch(switch, on),
            Effect::Feature(feature, on) => {
                self.invocation.dialect.features.insert(feature, on);
                self.modes.features.insert(feature, on);
            }
            Effect::Language(option) => self.modes.take(option)?,
            Effect::DataModel(model) => self.invocation.dialect.data_model = model,
            Effect::Pointers32 => {
                self.invocation.dialect.pointers_32 = true;
                self.invocation.dialect.data_model = DataModel::Ilp32;
            }
            Effect::Threshold(threshold) => self.invocation.diagnostics.threshold = threshold,
            Effect::Preprocess(option) => self.preprocess(option),
            Effect::Notice(option) => self.notice(option, value)?,
            Effect::Text(option) => self.text(option, value),
            Effect::Path(option) => self.path(option, value)?,
            Effect::Number(option) => self.number(option, value)?,
            Effect::Keyword(option) => self.keyword(option, value)?,
            Effect::Diagnostics(severity) => {
                let lookups = self.lookups;
                let selectors =
                    control::selectors(value, lookups.tag_number, lookups.number_known)?;
                let controls = &mut self.invocation.diagnostics.controls;
                controls.push(DiagnosticControl {
                    severity,
                    selectors,
                });
            }
            Effect::HeaderUnit(form) => self.header_unit(form, value)?,
            Effect::DebugTrace if is_trace(value) => {}
            Effect::DebugTrace => return Err(Complaint::InvalidDebugArgument.into()),
            Effect::InternalFlag => return Err(Complaint::UnknownFlag(value.to_vec()).into()),
            Effect::Target => return Err(Complaint::UnknownTarget(value.to_vec()).into()),
        }
        Ok(())
    }

    /// Applies an option of Cleave's own.
    pub(crate) fn apply_own(
        &mut self,
        option: OwnOption,
        value: &[u8],
        word: &[u8],
    ) -> Result<(), Complaint> {
        match option {
            OwnOption::DependencyFile => self.invocation.outputs.depfile = Some(path_of(value)),
            // Whoever starts the run has read them (`separate`).
            OwnOption::SecondOpinion | OwnOption::Resumed => {}
            OwnOption::Fault => {
                let known = FAULTS.iter().find(|(name, _)| *name == value);
                let fault = known.map(|(_, fault)| *fault);
                self.invocation.outputs.fault =
                    Some(fault.ok_or_else(|| Complaint::InvalidOption(word.to_vec()))?);
            }
        }
        Ok(())
    }

    fn switch(&mut self, switch: Switch, on: bool) {
        let i = &mut self.invocation;
        let flag = match switch {
            Switch::GenModuleIdFile => &mut i.outputs.gen_module_id_file,
            Switch::StaticHostStub => &mut i.static_host_stub,
            Switch::HostStubLinkageExplicit => &mut i.host_stub_linkage_explicit,
            Switch::DeviceHiddenVisibility => &mut i.device_hidden_visibility,
            Switch::NoHiddenVisibilityOnUnnamedNamespace => {
                &mut i.no_hidden_visibility_on_unnamed_ns
            }
            Switch::DeviceC => &mut i.device_c,
            Switch::PartialLink => &mut i.partial_link,
            Switch::DebugMode => &mut i.debug_mode,
            Switch::EnableTile => &mut i.tile,
            Switch::LossyConversions => &mut i.lossy_conversions,
            Switch::ExtendedLambda => &mut i.extended_lambda,
            Switch::RelaxedConstexpr => &mut i.relaxed_constexpr,
            Switch::CheckClockCall => &mut i.check_clock_call,
            Switch::CheckFfsCall => &mut i.check_ffs_call,
            Switch::AllowManaged => &mut i.allow_managed,
            Switch::ParseTemplates => &mut i.dialect.parse_templates,
            Switch::NoShadowFunctions => &mut i.no_shadow_functions,
            Switch::NoHostDeviceInitializerList => &mut i.no_host_device_initializer_list,
            Switch::NoHostDeviceMoveForward => &mut i.no_host_device_move_forward,
            Switch::DisplayErrorNumber => &mut i.diagnostics.display_error_number,
            Switch::BriefDiagnostics => &mut i.diagnostics.brief,
            Switch::PromoteWarnings => &mut i.diagnostics.promote_warnings,
            Switch::Colors => &mut i.diagnostics.colors,
            Switch::WrapDiagnostics => &mut i.diagnostics.wrap,
            Switch::NoCodeGen => &mut i.no_code_gen,
            Switch::Timing => &mut i.timing,
            Switch::TraceIncludes => &mut i.trace_includes,
            Switch::IlDisplay => &mut i.il_display,
            Switch::ListMacros => &mut i.preprocess.list_macros,
            Switch::KeepComments => &mut i.preprocess.comments,
            Switch::CompileAfterPreprocessing => &mut i.preprocess.then_compile,
            Switch::UnsignedChars => &mut i.dialect.unsigned_chars,
            Switch::UnsignedBitFields => &mut i.dialect.unsigned_bit_fields,
            Switch::UnsignedWchar => &mut i.dialect.unsigned_wchar_t,
            Switch::ShortEnums => &mut i.dialect.short_enums,
            Switch::PgiHost => return self.modes.host = Some(HostCompilerKind::Pgi),
            Switch::IntelHost => return self.modes.host = Some(HostCompilerKind::Intel),
        };
        *flag = on;
    }

    fn preprocess(&mut self, option: PreprocessOption) {
        let preprocess = &mut self.invocation.preprocess;
        match option {
            PreprocessOption::Text { line_markers } => {
                preprocess.text = true;
                preprocess.line_markers = line_markers;
            }
            // A later -E brings the text back.
            PreprocessOption::Dependencies => {
                preprocess.dependencies = true;
                preprocess.text = false;
            }
        }
    }

    fn notice(&mut self, option: NoticeOption, value: &[u8]) -> Result<(), Stop> {
        let notice = match option {
            NoticeOption::Version => Notice::Version,
            NoticeOption::FullVersion => Notice::FullVersion,
            NoticeOption::Configuration => Notice::Configuration,
            NoticeOption::CommandOptions => Notice::CommandOptions,
            NoticeOption::LegacyTarget => Notice::LegacyTarget(value.to_vec()),
        };
        self.invocation.notices.push(notice);
        if option == NoticeOption::FullVersion {
            Err(Stop::Version)
        } else {
            Ok(())
        }
    }

    fn text(&mut self, option: TextOption, value: &[u8]) {
        let value = bytes::to_os(value);
        let outputs = &mut self.invocation.outputs;
        match option {
            TextOption::StubFileName => outputs.stub_file_name = Some(value),
            TextOption::OriginalSourceName => outputs.orig_src_file_name = Some(value),
            TextOption::OriginalSourcePath => outputs.orig_src_path_name = Some(value),
            TextOption::RandomSeed => outputs.frandom_seed = Some(value),
            TextOption::DefineMacro => {
                self.invocation
                    .preprocess
                    .macros
                    .push(MacroCommand::Define(value));
            }
            TextOption::UndefineMacro => {
                self.invocation
                    .preprocess
                    .macros
                    .push(MacroCommand::Undefine(value));
            }
        }
    }

    fn path(&mut self, option: PathOption, value: &[u8]) -> Result<(), Complaint> {
        let path = path_of(value);
        let outputs = &mut self.invocation.outputs;
        let preprocess = &mut self.invocation.preprocess;
        match option {
            PathOption::GenCFileName => outputs.gen_c_file_name = Some(path),
            PathOption::ModuleIdFileName => outputs.module_id_file_name = Some(path),
            PathOption::ErrorOutput => self.invocation.diagnostics.error_output = Some(path),
            PathOption::Listing => outputs.listing = Some(path),
            PathOption::CrossReference => outputs.cross_reference = Some(path),
            PathOption::Output => outputs.preprocessing_output = Some(path),
            PathOption::Preinclude => {
                preprocess.preincludes.push(Preinclude {
                    path,
                    macros_only: false,
                });
            }
            PathOption::PreincludeMacros => {
                preprocess.preincludes.push(Preinclude {
                    path,
                    macros_only: true,
                });
            }
            PathOption::IncludeDirectory => preprocess.include_directories.push(path),
            PathOption::SystemIncludeDirectory => preprocess.system_include_directories.push(path),
            PathOption::PchDirectory => {
                self.directory(&path, || Complaint::InvalidPchDirectory(value.to_vec()))?;
            }
            PathOption::BaseDirectory => {
                self.directory(&path, || Complaint::InvalidBaseDirectory(value.to_vec()))?;
            }
        }
        Ok(())
    }

    fn directory(&self, path: &Path, bad: impl FnOnce() -> Complaint) -> Result<(), Complaint> {
        if (self.lookups.is_directory)(path) {
            Ok(())
        } else {
            Err(bad())
        }
    }

    fn number(&mut self, option: NumberOption, value: &[u8]) -> Result<(), Complaint> {
        let number =
            bytes::number(value).ok_or_else(|| Complaint::InvalidNumber(value.to_vec()))?;
        let word = || value.to_vec();
        let i = &mut self.invocation;
        match option {
            NumberOption::ErrorLimit if number == 0 => {
                return Err(Complaint::InvalidErrorLimit(word()));
            }
            NumberOption::ErrorLimit => i.diagnostics.error_limit = number,
            NumberOption::ContextLimit => i.diagnostics.context_limit = number,
            NumberOption::PendingInstantiations => i.limits.pending_instantiations = number,
            NumberOption::ConstexprDepth => i.limits.constexpr_depth = number,
            NumberOption::ConstexprCost => i.limits.constexpr_cost = number,
            NumberOption::GnuVersion => {
                if !(MIN_GNU_VERSION..=MAX_VERSION).contains(&number) {
                    return Err(Complaint::InvalidGnuVersion(word()));
                }
                i.host.gnu_version = number as u32;
                self.modes.gnu_version(number as u32);
            }
            NumberOption::ClangVersion => {
                if number > MAX_VERSION {
                    return Err(Complaint::InvalidClangVersion(word()));
                }
                i.host.clang_version = number as u32;
                self.modes.clang_version(number as u32);
            }
            NumberOption::PgiVersion => i.host.pgi_version = Some(number),
            NumberOption::IccVersion => i.host.icc_version = Some(number),
            NumberOption::TimeLimit => i.limits.cpu_seconds = Some(number),
            NumberOption::PackAlignment => {
                if number > MAX_PACKING || !number.is_power_of_two() {
                    return Err(Complaint::InvalidPacking);
                }
                i.dialect.pack_alignment = Some(number as u16);
            }
            NumberOption::Ignored => {}
        }
        Ok(())
    }

    fn keyword(&mut self, option: KeywordOption, value: &[u8]) -> Result<(), Complaint> {
        let i = &mut self.invocation;
        match option {
            KeywordOption::InstantiationMode => {
                i.instantiation_mode = match value {
                    b"none" => InstantiationMode::None,
                    b"used" => InstantiationMode::Used,
                    b"all" => InstantiationMode::All,
                    b"local" => InstantiationMode::Local,
                    _ => return Err(Complaint::InvalidInstantiationMode(value.to_vec())),
                }
            }
            KeywordOption::OutputMode => {
                i.diagnostics.output_mode = match value {
                    b"text" => OutputMode::Text,
                    b"sarif" => OutputMode::Sarif,
                    b"json-lines" => OutputMode::JsonLines,
                    _ => return Err(Complaint::InvalidOutputMode(value.to_vec())),
                }
            }
            KeywordOption::UnicodeSourceKind => {
                i.dialect.unicode_source = match value {
                    b"none" => UnicodeSource::Locale,
                    b"UTF-8" => UnicodeSource::Utf8,
                    b"UTF-16" => UnicodeSource::Utf16,
                    b"UTF-16LE" => UnicodeSource::Utf16Le,
                    b"UTF-16BE" => UnicodeSource::Utf16Be,
                    _ => return Err(Complaint::InvalidUnicodeKind(value.to_vec())),
                }
            }
        }
        Ok(())
    }

    fn header_unit(&mut self, form: HeaderUnitForm, value: &[u8]) -> Result<(), Complaint> {
        let Some(at) = value.iter().position(|&b| b == b'=') else {
            return Err(Complaint::NoHeaderUnitMapping(value.to_vec()));
        };
        let header = bytes::to_os(&value[..at]);
        let unit = bytes::to_os(&value[at + 1..]);
        let units = &mut self.invocation.preprocess.header_units;
        if units
            .iter()
            .any(|known| known.form == form && known.header == header)
        {
            return Err(Complaint::RepeatedHeaderUnit(value[..at].to_vec()));
        }
        units.push(HeaderUnit { form, header, unit });
        Ok(())
    }
}

/// Whether this asks for a trace: a level, something removed (`-name`) or marked (`#name`), or names with
/// a level (`a,b=2,c+=1`). What follows a level and no comma is not looked at.
fn is_trace(value: &[u8]) -> bool {
    if value
        .first()
        .is_some_and(|&b| b.is_ascii_digit() || b == b'-' || b == b'#')
    {
        return true;
    }
    let mut rest = value;
    loop {
        let length = rest
            .iter()
            .take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_')
            .count();
        if length == 0 || !rest[0].is_ascii_alphabetic() {
            return false;
        }
        rest = &rest[length..];
        if let [b',', after @ ..] = rest {
            rest = after;
            continue;
        }
        rest = rest
            .strip_prefix(b"+")
            .or(rest.strip_prefix(b"-"))
            .unwrap_or(rest);
        let Some(level) = rest.strip_prefix(b"=") else {
            return false;
        };
        let digits = level.iter().take_while(|b| b.is_ascii_digit()).count();
        match &level[digits..] {
            _ if digits == 0 => return false,
            [b',', after @ ..] => rest = after,
            _ => return true,
        }
    }
}

fn path_of(value: &[u8]) -> PathBuf {
    PathBuf::from(bytes::to_os(value))
}

#[cfg(test)]
mod tests {
    use super::is_trace;

    #[test]
    fn trace_requests() {
        for good in [
            "1",
            "9abc",
            "-a",
            "#",
            "a=1",
            "a1+=2x",
            "a,b=1",
            "a=1,b_c-=2",
            "a=1=2",
        ] {
            assert!(is_trace(good.as_bytes()), "{good}");
        }
        for bad in [
            "", "a", "+a=1", "_a=1", "a=", "a=b", "a==1", "a=1,b", "a=1,2", "a,b", "=1", "a b=1",
        ] {
            assert!(!is_trace(bad.as_bytes()), "{bad}");
        }
    }
}
