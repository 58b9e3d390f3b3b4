//! The module id of a translation unit and the names made of it. Pure: times, directories and process ids
//! come in as values.

/// What a module id is made of. Byte strings are file names as the system gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleIdInput<'a> {
    /// `--orig_src_file_name`.
    pub source_file: Option<&'a [u8]>,
    /// `--orig_src_path_name`.
    pub source_path: Option<&'a [u8]>,
    /// The file that is compiled, which lends its name if there is no `source_file`.
    pub input_file: &'a [u8],
    /// What tells apart modules of the same file.
    pub seed: ModuleIdSeed<'a>,
}

/// The last part of a module id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleIdSeed<'a> {
    /// The linker name of the first definition that no other module can have.
    Entity(&'a str),
    /// No such definition, but `--frandom-seed` was given.
    Random {
        /// The option's text.
        text: &'a str,
        /// The current directory.
        cwd: &'a [u8],
    },
    /// Neither.
    Time {
        /// Modification time of the source file, or the current time if it is not a regular file, as
        /// [`ctime_text`] renders it.
        ctime: &'a str,
        /// The current directory.
        cwd: &'a [u8],
        /// The process id.
        pid: u32,
    },
}

/// The module id: `_<crc of path>_<length>_<file name>_<tail>`, with all but letters and digits replaced
/// by `_`. The length is that of the file name's last component in bytes.
pub fn module_id(input: &ModuleIdInput<'_>) -> String {
    let path = input.source_path.map_or(0, crc32fast::hash);
    let file = input.source_file.unwrap_or(input.input_file);
    let base = file.rsplit(|&b| b == b'/').next().unwrap_or_default();

    let mut id = format!("_{path:08x}_{}_", base.len()).into_bytes();
    id.extend_from_slice(base);
    id.push(b'_');
    id.extend_from_slice(tail(&input.seed).as_bytes());
    id.iter()
        .map(|&b| {
            if b.is_ascii_alphanumeric() {
                char::from(b)
            } else {
                '_'
            }
        })
        .collect()
}

/// The longest entity name or number that stands for itself; longer ones are hashed.
const VERBATIM_TAIL: usize = 8;

fn tail(seed: &ModuleIdSeed<'_>) -> String {
    match *seed {
        ModuleIdSeed::Entity(name) if name.len() <= VERBATIM_TAIL => name.to_owned(),
        ModuleIdSeed::Entity(name) => crc(&[name.as_bytes()]),
        ModuleIdSeed::Random { text, cwd } => {
            let tail = match strtoul(text) {
                Some(value) => format!("{value:08x}"),
                None => crc(&[text.as_bytes()]),
            };
            if tail.len() <= VERBATIM_TAIL {
                tail
            } else {
                crc(&[tail.as_bytes(), cwd])
            }
        }
        ModuleIdSeed::Time { ctime, cwd, pid } => {
            format!("{}_{pid}", crc(&[ctime.as_bytes(), cwd]))
        }
    }
}

fn crc(parts: &[&[u8]]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    format!("{:08x}", hasher.finalize())
}

/// C's `strtoul(text, .., 0)` if it would take the whole text: blanks, a sign (a negative value wraps),
/// a prefix `0x` or `0` for the base. Too large values saturate.
fn strtoul(text: &str) -> Option<u64> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hex = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"));
    let (radix, digits) = match hex {
        Some(digits) => (16, digits),
        None if digits.starts_with('0') => (8, digits),
        None => (10, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = Some(0u64);
    for c in digits.chars() {
        let digit = u64::from(c.to_digit(radix)?);
        value = value
            .and_then(|v| v.checked_mul(radix.into()))
            .and_then(|v| v.checked_add(digit));
    }
    Some(match value {
        Some(value) if negative => value.wrapping_neg(),
        Some(value) => value,
        None => u64::MAX,
    })
}

/// C's `ctime`: a UNIX time in seconds as `Thu Jan  1 00:00:00 1970` and a newline, in a time zone that is
/// `utc_offset` seconds east of UTC at that time.
pub fn ctime_text(unix_time: i64, utc_offset: i32) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    const DAY: i64 = 86_400;

    let local = unix_time.saturating_add(utc_offset.into());
    let (days, second) = (local.div_euclid(DAY), local.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    format!(
        "{} {} {day:2} {:02}:{:02}:{:02} {year}\n",
        DAYS[days.rem_euclid(7) as usize],
        MONTHS[month],
        second / 3600,
        second / 60 % 60,
        second % 60,
    )
}

/// Year, month (from 0) and day (from 1) of a day counted from 1970-01-01, in the Gregorian calendar.
fn civil(days: i64) -> (i64, usize, i64) {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    const DAYS_IN_MONTH: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    // 1970 + 30 opens a 400-year cycle, so at most 400 years and 12 months are stepped through.
    let from_2000 = days - 10_957;
    let mut year = 2000 + 400 * from_2000.div_euclid(DAYS_IN_400_YEARS);
    let mut day = from_2000.rem_euclid(DAYS_IN_400_YEARS);
    loop {
        let length = 365 + i64::from(leap(year));
        if day < length {
            break;
        }
        day -= length;
        year += 1;
    }
    let mut month = 0;
    loop {
        let length = DAYS_IN_MONTH[month] + i64::from(month == 1 && leap(year));
        if day < length || month == 11 {
            return (year, month, day + 1);
        }
        day -= length;
        month += 1;
    }
}

/// What an unnamed namespace is called: `_GLOBAL__N_<module id>`.
pub fn unnamed_namespace_name(module_id: &str) -> String {
    format!("_GLOBAL__N_{module_id}")
}

/// The namespace that device names of internal entities get: `_INTERNAL<module id>`.
pub fn internal_unit_name(module_id: &str) -> String {
    format!("_INTERNAL{module_id}")
}

/// What makes an internal device name unique among modules: `__nv_static_<length>_<module id>_`.
pub fn static_prefix(module_id: &str) -> String {
    format!("__nv_static_{}_{module_id}_", module_id.len())
}

/// The device name of an internal kernel or variable in separate compilation, given its linker name.
pub fn device_static_name(module_id: &str, linker_name: &str) -> String {
    static_prefix(module_id) + linker_name
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn saxpy(seed: ModuleIdSeed<'_>) -> String {
        module_id(&ModuleIdInput {
            source_file: Some(b"saxpy.cu"),
            source_path: Some(b"/src/saxpy.cu"),
            input_file: b"saxpy.cpp4.ii",
            seed,
        })
    }

    #[test]
    fn entity_tail() {
        let ids = ["_Z5saxpyfPfS_", "main", "_ZN1SC1Ev", "_Z1qM1Si"]
            .map(|entity| saxpy(ModuleIdSeed::Entity(entity)))
            .join("\n");
        expect![[r#"
            _529e151f_8_saxpy_cu_bc0e24a1
            _529e151f_8_saxpy_cu_main
            _529e151f_8_saxpy_cu_b3c50d0d
            _529e151f_8_saxpy_cu__Z1qM1Si"#]]
        .assert_eq(&ids);
    }

    #[test]
    fn missing_names() {
        let input = ModuleIdInput {
            source_file: None,
            source_path: None,
            input_file: b"/t/saxpy-1.ii",
            seed: ModuleIdSeed::Entity("_Z1fv"),
        };
        expect!["_00000000_10_saxpy_1_ii__Z1fv"].assert_eq(&module_id(&input));
    }

    #[test]
    fn random_seed() {
        let seeds = [
            "42",
            "0x2a",
            "052",
            "abc",
            "",
            "4294967295",
            "4294967296",
            "-1",
            " 7",
            "7 ",
            "08",
            "+5",
            "0",
        ];
        let ids: String = seeds
            .iter()
            .map(|text| {
                let id = saxpy(ModuleIdSeed::Random { text, cwd: b"/src" });
                format!("{text:?} {}\n", &id[21..])
            })
            .collect();
        expect![[r#"
            "42" 0000002a
            "0x2a" 0000002a
            "052" 0000002a
            "abc" 352441c2
            "" 00000000
            "4294967295" ffffffff
            "4294967296" 40bb4629
            "-1" 623ea2e3
            " 7" 00000007
            "7 " eab09203
            "08" b69d9c92
            "+5" 00000005
            "0" 00000000
        "#]]
        .assert_eq(&ids);
    }

    #[test]
    fn time_and_other_bytes() {
        let input = ModuleIdInput {
            source_file: Some("dir/größe x.cu".as_bytes()),
            source_path: Some("/nonexist/größe x.cu".as_bytes()),
            input_file: b"x",
            seed: ModuleIdSeed::Time {
                ctime: &ctime_text(1_700_000_000, 0),
                cwd: b"/nonexist",
                pid: 1234,
            },
        };
        expect!["_21272186_12_gr____e_x_cu_893387fa_1234"].assert_eq(&module_id(&input));
    }

    #[test]
    fn calendar() {
        let times = [
            (0, 0),
            (951_782_400, 0),
            (1_000_000_000, 0),
            (1_000_000_000, 7200),
            (-1, 0),
            (-31_622_400, 0),
            (4_102_444_800, -3600),
            (253_402_300_799, 0),
            (i64::MIN, -1),
        ];
        let text: String = times.map(|(t, offset)| ctime_text(t, offset)).concat();
        expect![[r#"
            Thu Jan  1 00:00:00 1970
            Tue Feb 29 00:00:00 2000
            Sun Sep  9 01:46:40 2001
            Sun Sep  9 03:46:40 2001
            Wed Dec 31 23:59:59 1969
            Tue Dec 31 00:00:00 1968
            Thu Dec 31 23:00:00 2099
            Fri Dec 31 23:59:59 9999
            Sun Jan 27 08:29:52 -292277022657
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn derived_names() {
        let id = saxpy(ModuleIdSeed::Entity("main"));
        let names = [
            unnamed_namespace_name(&id),
            internal_unit_name(&id),
            static_prefix(&id),
            device_static_name(&id, "_Z5skernv"),
        ]
        .join("\n");
        expect![[r#"
            _GLOBAL__N__529e151f_8_saxpy_cu_main
            _INTERNAL_529e151f_8_saxpy_cu_main
            __nv_static_25__529e151f_8_saxpy_cu_main_
            __nv_static_25__529e151f_8_saxpy_cu_main__Z5skernv"#]]
        .assert_eq(&names);
    }
}
