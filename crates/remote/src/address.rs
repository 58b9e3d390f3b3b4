//! Where a shared store is, as the user writes it.

use std::fmt;
use std::path::PathBuf;

/// A shared store's address: `file:///FOLDER`, `redis://HOST[:PORT][/NUMBER]`, `s3://BUCKET[/PREFIX]` or `http(s)://HOST[:PORT][/PATH]`.
///
/// It is printed without user, password and what stands behind a question mark.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub(crate) scheme: Scheme,
    /// The user and the password in front of the host.
    pub(crate) user: Option<(String, String)>,
    /// The host with its port, or the bucket.
    pub(crate) host: String,
    /// What follows the host, without slashes at its ends.
    pub(crate) path: String,
    /// What stands behind a question mark.
    pub(crate) options: Vec<(String, String)>,
}

/// The kinds of stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    File,
    Http,
    Https,
    Redis,
    Rediss,
    S3,
}

const SCHEMES: [(&str, Scheme); 6] = [
    ("file", Scheme::File),
    ("http", Scheme::Http),
    ("https", Scheme::Https),
    ("redis", Scheme::Redis),
    ("rediss", Scheme::Rediss),
    ("s3", Scheme::S3),
];

/// The options that an address may have behind its question mark.
const OPTIONS: [(Scheme, &[&str]); 1] = [(Scheme::S3, &["region", "endpoint", "anonymous"])];

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it. The address is no part of the message: it may hold a password.
    pub fn parse(text: &str) -> Result<Address, &'static str> {
        let (scheme, rest) = text
            .split_once("://")
            .ok_or("it has no scheme (file, http, https, redis, s3)")?;
        let known = SCHEMES.iter().find(|s| s.0 == scheme);
        let scheme = known
            .ok_or("its scheme is not one of file, http, https, redis, rediss, s3")?
            .1;
        let (rest, options) = rest.split_once('?').unwrap_or((rest, ""));
        if scheme == Scheme::File {
            let is_absolute = rest.starts_with('/') && options.is_empty();
            return match is_absolute {
                true => Ok(Address {
                    scheme,
                    user: None,
                    host: String::new(),
                    path: decoded(rest)?,
                    options: Vec::new(),
                }),
                false => Err("a folder's address is file:/// and its absolute path"),
            };
        }
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = match host.rsplit_once('@') {
            None => (None, host),
            Some((user, host)) => {
                let (name, password) = user.split_once(':').unwrap_or((user, ""));
                (Some((decoded(name)?, decoded(password)?)), host)
            }
        };
        if host.is_empty() {
            return Err("it names no host");
        }
        let options = options.split('&').filter(|o| !o.is_empty()).map(|option| {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let mut allowed = OPTIONS
                .iter()
                .filter(|o| o.0 == scheme)
                .flat_map(|o| o.1.iter());
            match allowed.any(|known| *known == name) {
                true => Ok((name.to_owned(), decoded(value)?)),
                false => Err("it has an option that is not known"),
            }
        });
        let options = options.collect::<Result<Vec<_>, &'static str>>()?;
        let path = path.trim_matches('/');
        let is_number = path.is_empty() || path.parse::<u32>().is_ok();
        if matches!(scheme, Scheme::Redis | Scheme::Rediss) && !is_number {
            return Err("behind the host of Redis stands the number of a database");
        }
        Ok(Address {
            scheme,
            user,
            host: host.to_owned(),
            path: path.to_owned(),
            options,
        })
    }

    /// The folder, of a store that is one.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        (self.scheme == Scheme::File).then(|| PathBuf::from(&self.path))
    }

    /// The value of an option.
    #[cfg(feature = "network")]
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().find(|o| o.0 == name);
        found.map(|o| &*o.1)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = SCHEMES.iter().find(|s| s.1 == self.scheme);
        let scheme = scheme.map_or("", |s| s.0);
        write!(out, "{scheme}://{}", self.host)?;
        match (self.scheme, &*self.path) {
            (Scheme::File, path) => write!(out, "{path}"),
            (_, "") => Ok(()),
            (_, path) => write!(out, "/{path}"),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A text with its percent signs resolved (RFC 3986, 2.1).
fn decoded(text: &str) -> Result<String, &'static str> {
    const WRONG: &str = "a percent sign in it is not followed by two hexadecimal digits";
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (Some(high), Some(low)) = (digit(), digit()) else {
            return Err(WRONG);
        };
        out.push((high * 16 + low) as u8);
    }
    String::from_utf8(out).map_err(|_| WRONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_printed_without_secrets() {
        for (text, shown) in [
            ("redis://cache", "redis://cache"),
            (
                "redis://me:pass%20word@cache:6380/3",
                "redis://cache:6380/3",
            ),
            (
                "s3://bucket/a/b/?region=eu-1&endpoint=http%3A%2F%2Fh",
                "s3://bucket/a/b",
            ),
            ("https://u:p@h/cache/", "https://h/cache"),
            ("file:///a%20b/c", "file:///a b/c"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), shown);
            assert_eq!(format!("{address:?}"), shown);
        }
        let address = Address::parse("redis://me:pass%20word@cache:6380/3").unwrap();
        assert_eq!(address.user, Some(("me".into(), "pass word".into())));
        let address = Address::parse("s3://b?endpoint=http%3A%2F%2Fh").unwrap();
        assert_eq!(address.options, [("endpoint".into(), "http://h".into())]);
    }

    #[test]
    fn what_is_no_address() {
        for text in [
            "",
            "cache",
            "ftp://h/x",
            "redis://",
            "redis://h/name",
            "redis://h?secret=x",
            "file://folder",
            "file:///a?b",
            "http://h/%zz?",
            "http://u:%@h",
            "s3://b?key=secret",
        ] {
            let is_fine = matches!(text, "http://h/%zz?");
            let error = Address::parse(text).err();
            assert_eq!(error.is_none(), is_fine, "{text}");
            assert!(!error.unwrap_or_default().contains("secret"));
        }
    }
}
