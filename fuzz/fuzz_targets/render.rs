//! Any diagnostic, however odd its places and texts: rendering never panics, and what is JSON stays JSON.
#![no_main]
use cleave_codes::Code;
use cleave_diagnostics::{
    Action, Arg, Colours, Context, Control, Diagnostic, Layout, Location, Options,
    OutputMode, Pass, Place, Pragma, PragmaMap, Session, Severity, brief_lines, listing_lines,
    snippets,
};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

fn text(u: &mut Unstructured<'_>) -> Result<String> {
    let long = u.ratio(1, 16)?;
    let text: String = u.arbitrary()?;
    Ok(if long { text.repeat(400) } else { text })
}

fn place(u: &mut Unstructured<'_>) -> Result<Place> {
    Ok(Place::new(text(u)?, u.arbitrary()?))
}

fn arg(u: &mut Unstructured<'_>) -> Result<Arg> {
    Ok(match u.int_in_range(0..=5)? {
        0 => Arg::text(text(u)?),
        1 => Arg::name(text(u)?),
        2 => Arg::entity(text(u)?, text(u)?),
        3 => Arg::declared(text(u)?, text(u)?, place(u)?),
        4 => Arg::ty_aka(text(u)?, text(u)?),
        _ => Arg::Place(place(u)?),
    })
}

fn some<T>(
    u: &mut Unstructured<'_>,
    most: usize,
    one: impl Fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..u.int_in_range(0..=most)?).map(|_| one(u)).collect()
}

fn location(u: &mut Unstructured<'_>) -> Result<Location> {
    let bytes: Vec<u8> = u.arbitrary()?;
    let bytes = if u.ratio(1, 16)? {
        bytes.repeat(1000)
    } else {
        bytes
    };
    Ok(Location {
        file: text(u)?.into(),
        line: u.arbitrary()?,
        column: u.arbitrary()?,
        length: u.arbitrary()?,
        source: u.arbitrary::<bool>()?.then(|| bytes.into()),
        offset: u.arbitrary()?,
        in_system_header: u.arbitrary()?,
        end_of_source: u.arbitrary()?,
    })
}

fn diagnostic(u: &mut Unstructured<'_>, depth: u32) -> Result<Diagnostic> {
    let mut d = Diagnostic::new(Code::from_user(u.int_in_range(1..=3794)?).expect("a number"));
    d.severity = *u.choose(&[
        None,
        Some(Severity::Note),
        Some(Severity::Remark),
        Some(Severity::Warning),
        Some(Severity::DiscretionaryError),
        Some(Severity::Catastrophe),
        Some(Severity::InternalError),
    ])?;
    d.args = some(u, 4, arg)?;
    if u.arbitrary()? {
        d.at = Some(location(u)?);
    }
    d.details = some(u, 3, |u| some(u, 3, arg))?;
    if depth > 0 {
        d.notes = some(u, 3, |u| diagnostic(u, depth - 1))?;
    }
    d.contexts = some(u, 14, |u| {
        Ok(Context {
            what: some(u, 2, arg)?,
            place: place(u)?,
        })
    })?;
    Ok(d)
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let mode = *u.choose(&[OutputMode::Text, OutputMode::Sarif, OutputMode::JsonLines])?;
    let colours = match u.int_in_range(0..=2)? {
        0 => None,
        1 => Some(Colours::default()),
        _ => Some(Colours::parse(&text(u)?)),
    };
    let options = Options {
        mode,
        layout: Layout {
            display_numbers: u.arbitrary()?,
            brief: u.arbitrary()?,
            wrap: u.arbitrary()?,
            colours,
            context_limit: u.arbitrary()?,
        },
        directory: text(u)?,
        keep: true,
        error_limit: u.int_in_range(0..=4)?,
        source_name: u.arbitrary()?,
        ..Options::default()
    };
    let mut control = Control::new(*u.choose(&[Pass::Host, Pass::Device])?);
    control.remarks = u.arbitrary()?;
    control.promote_warnings = u.arbitrary()?;
    let action = *u.choose(&[
        Action::Suppress,
        Action::Remark,
        Action::Error,
        Action::Once,
    ])?;
    let _ = control.apply_list(action, &text(u)?);
    let mut pragmas = PragmaMap::default();
    for start in 0..u.int_in_range(0..=3)? {
        if let Some(pragma) = Pragma::parse(&format!("nv_diag_error {}", text(u)?)) {
            pragmas.add(start, &pragma);
        }
    }
    let mut session = Session::new(options, control, pragmas);
    for _ in 0..u.int_in_range(0..=4)? {
        let d = diagnostic(u, 2)?;
        session.report(&d);
        assert!(listing_lines(&d, Severity::Warning).ends_with('\n'));
    }
    let report = session.finish();
    let shown = snippets(&report.reported, u.arbitrary()?);
    assert_eq!(shown.is_empty(), report.reported.is_empty());
    assert_eq!(
        brief_lines(&report.reported).is_empty(),
        report.reported.is_empty()
    );
    let bytes = report.bytes();
    assert!(bytes.is_empty() || bytes.ends_with(b"\n"));
    if mode != OutputMode::Text {
        for line in bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
            assert!(serde_json::from_slice::<serde_json::Value>(line).is_ok());
        }
    }
    Ok(())
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    // An input that is too short for what it asks for says nothing.
    let _ = run(&mut Unstructured::new(input));
});
