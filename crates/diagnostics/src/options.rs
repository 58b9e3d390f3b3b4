//! How output is to look: a record of choices, and the colour table. Knows no command line and no environment;
//! whoever has them fills this in.

use crate::severity::Pass;

/// What form the output takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OutputMode {
    /// Text for people.
    #[default]
    Text,
    /// One SARIF 2.1.0 log, on one line.
    Sarif,
    /// One JSON object per diagnostic and line.
    JsonLines,
}

/// What a stretch of text is, for colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The word for an error.
    Error,
    /// The word for a warning.
    Warning,
    /// The word for a note or a remark.
    Note,
    /// File and line.
    Locus,
    /// A name.
    Quote,
    /// A line that a message mentions.
    Range,
}

/// Which escape sequence a style has.
///
/// The table is written like GCC's: `error=01;31:warning=01;35:note=01;36:locus=01:quote=01:range1=32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    sequences: [Option<String>; 6],
}

impl Default for Colours {
    fn default() -> Colours {
        Colours::parse("error=01;31:warning=01;35:note=01;36:locus=01:quote=01:range1=32")
    }
}

impl Colours {
    /// Reads a table (the value of `EDG_COLORS` or `GCC_COLORS`). It replaces the built-in one entirely: a
    /// category that is missing or has a value other than digits and semicolons stays without colour.
    pub fn parse(table: &str) -> Colours {
        let mut colours = Colours {
            sequences: Default::default(),
        };
        for (category, value) in table.split(':').filter_map(|item| item.split_once('=')) {
            let style = match category {
                "error" => Style::Error,
                "warning" => Style::Warning,
                "note" => Style::Note,
                "locus" => Style::Locus,
                "quote" => Style::Quote,
                "range1" => Style::Range,
                _ => continue,
            };
            let valid = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit() || b == b';');
            colours.sequences[style as usize] = valid.then(|| format!("\x1b[{value}m"));
        }
        colours
    }

    /// The sequence that starts a style, empty when it has no colour.
    pub(crate) fn open(&self, style: Style) -> &str {
        self.sequences[style as usize].as_deref().unwrap_or("")
    }

    /// The sequence that ends any style.
    pub(crate) fn close(&self) -> &'static str {
        "\x1b[0m"
    }
}

/// How text is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Show the number of what can be controlled by number (`#177-D`), and say once how to do so.
    pub display_numbers: bool,
    /// Leave out source lines, carets and blank lines.
    pub brief: bool,
    /// Break messages at this many columns; the reference's own width is 79.
    pub wrap: Option<usize>,
    /// The colours, when the output shall have any.
    pub colours: Option<Colours>,
    /// How many steps of an instantiation chain to show; 0 shows all.
    pub context_limit: usize,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            display_numbers: false,
            brief: false,
            wrap: None,
            colours: None,
            context_limit: 10,
        }
    }
}

/// Everything a [`Session`](crate::Session) must be told apart from severities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The pass that reports.
    pub pass: Pass,
    /// The output's form.
    pub mode: OutputMode,
    /// The layout of text.
    pub layout: Layout,
    /// Directory before relative file names in SARIF, without a slash at its end; empty for none.
    pub directory: String,
    /// Whether a raw listing will be written.
    pub listing: bool,
    /// Whether [`Report::reported`](crate::Report::reported) is wanted.
    pub keep: bool,
    /// How many errors end the translation, at least 1.
    pub error_limit: u32,
    /// The source file's name for the summary line; `None` while it is not known, and for standard input.
    pub source_name: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pass: Pass::Host,
            mode: OutputMode::Text,
            layout: Layout::default(),
            directory: String::new(),
            listing: false,
            keep: false,
            error_limit: 100,
            source_name: None,
        }
    }
}
