//! What stands behind `cuda` in a program's first line: the pass, the language, and options of the command.

use std::fmt;

/// One of nvcc's two front end runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// cudafe++.
    Host,
    /// cicc.
    Device,
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pass::Host => "host",
            Pass::Device => "device",
        })
    }
}

/// How a program is to be run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    host: bool,
    device: bool,
    standard: String,
    architecture: String,
    relocatable: bool,
    /// What the command line has besides.
    words: Vec<String>,
    /// The declarations that a launch needs stand before the program.
    pub(crate) prelude: bool,
}

impl Options {
    /// Reads the words of an info string.
    ///
    /// # Errors
    /// The word that means nothing.
    pub(crate) fn read(info: &str) -> Result<Options, String> {
        let mut options = Options {
            host: true,
            device: false,
            standard: "c++17".into(),
            architecture: "80".into(),
            relocatable: false,
            words: Vec::new(),
            prelude: true,
        };
        for word in info.split_whitespace() {
            match word.split_once('=') {
                Some(("pass", pass)) => {
                    (options.host, options.device) = match pass {
                        "host" => (true, false),
                        "device" => (false, true),
                        "both" => (true, true),
                        _ => return Err(format!("`{pass}` is no pass")),
                    }
                }
                Some(("std", standard)) => options.standard = standard.into(),
                Some(("arch", number)) => options.architecture = number.into(),
                None if word == "extended-lambda" => options.words.push("--extended-lambda".into()),
                None if word == "relaxed-constexpr" => {
                    options.words.push("--relaxed_constexpr".into());
                }
                None if word == "remarks" => options.words.push("--remarks".into()),
                None if word == "rdc" => options.relocatable = true,
                None if word == "no-prelude" => options.prelude = false,
                _ if word.starts_with("--") => options.words.push(word.into()),
                _ => return Err(format!("`{word}` is no option of a program")),
            }
        }
        Ok(options)
    }

    /// The passes to run.
    pub(crate) fn passes(&self) -> &'static [Pass] {
        match (self.host, self.device) {
            (true, true) => &[Pass::Host, Pass::Device],
            (_, true) => &[Pass::Device],
            _ => &[Pass::Host],
        }
    }

    /// What nvcc writes on the command line of a pass, but for the files.
    pub(crate) fn command_line(&self, pass: Pass) -> Vec<String> {
        let mut words = vec![format!("--{}", self.standard)];
        words.push(
            if self.relocatable {
                "--device-c"
            } else {
                "--static-host-stub"
            }
            .into(),
        );
        let common = "--device-hidden-visibility --gnu_version=120200 --display_error_number \
            --orig_src_file_name program.cu --orig_src_path_name /src/program.cu --allow_managed";
        words.extend(common.split_whitespace().map(String::from));
        words.extend(self.words.iter().cloned());
        match pass {
            Pass::Host => words.extend(["--m64".into(), "--parse_templates".into()]),
            Pass::Device => {
                let architecture = format!("compute_{}", self.architecture);
                let rest = "-m64 --no-version-ident -ftz=0 -prec_div=1 -prec_sqrt=1 -fmad=1 -tused \
                    --include_file_name program.fatbin.c";
                words.extend(["-arch".into(), architecture]);
                words.extend(rest.split_whitespace().map(String::from));
            }
        }
        words
    }
}
