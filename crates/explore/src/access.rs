//! Who may ask. The page is for the browser of the user on this machine: a request must come by the address of this machine, which a
//! page of another site cannot make a browser say (DNS rebinding), and must know the token. It must not know what is asked.

use std::fmt::Write as _;

/// What a request has to say to be answered.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    port: u16,
    token: String,
}

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denied {
    /// It is addressed to another host.
    Host,
    /// A page of another site sends it.
    Origin,
    /// It does not know the token.
    Token,
}

/// The bytes of a token.
const TOKEN: usize = 16;

impl Access {
    /// For a port, with a new token.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(crate) fn new(port: u16) -> Result<Access, String> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes).map_err(|e| format!("no random numbers: {e}"))?;
        let mut token = String::with_capacity(2 * TOKEN);
        for byte in bytes {
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Access { port, token })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The path behind the token.
    ///
    /// # Errors
    /// Why the request is not answered.
    pub(crate) fn check<'p>(
        &self,
        host: Option<&str>,
        origin: Option<&str>,
        path: &'p str,
    ) -> Result<&'p str, Denied> {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !host.is_some_and(|host| names.iter().any(|n| n.eq_ignore_ascii_case(host))) {
            return Err(Denied::Host);
        }
        let is_own = |origin: &str| names.iter().any(|n| origin == format!("http://{n}"));
        if !origin.is_none_or(is_own) {
            return Err(Denied::Origin);
        }
        let rest = path.strip_prefix('/').ok_or(Denied::Token)?;
        let (token, rest) = rest
            .split_at_checked(self.token.len())
            .ok_or(Denied::Token)?;
        // How long it takes must not tell how much of it is right.
        let pairs = token.bytes().zip(self.token.bytes());
        let differs = pairs.fold(0, |all, (a, b)| all | (a ^ b));
        match rest.strip_prefix('/') {
            Some(rest) if differs == 0 => Ok(rest),
            _ => Err(Denied::Token),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_ask() {
        let access = Access::new(4711).unwrap();
        let own = format!("/{}/x", access.token);
        let check = |host: &str, origin: Option<&str>, path: &str| {
            access.check(Some(host), origin, path).map(str::to_owned)
        };
        let good = Ok("x".to_owned());
        assert_eq!(check("127.0.0.1:4711", None, &own), good);
        assert_eq!(check("LOCALHOST:4711", None, &own), good);
        let page = Some("http://127.0.0.1:4711");
        assert_eq!(check("127.0.0.1:4711", page, &own), good);
        for host in ["127.0.0.1", "127.0.0.1:80", "evil.example:4711", ""] {
            assert_eq!(check(host, None, &own), Err(Denied::Host), "{host}");
        }
        assert_eq!(access.check(None, None, &own), Err(Denied::Host));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4711"] {
            assert_eq!(
                check("127.0.0.1:4711", Some(origin), &own),
                Err(Denied::Origin)
            );
        }
        let short = &own[..own.len() - 3];
        let wrong = own.replace(
            &access.token[..1],
            if own.starts_with("/0") { "1" } else { "0" },
        );
        for path in ["/", "", "x", "//x", short, &wrong, &format!("{own}é")[1..]] {
            assert_eq!(
                check("127.0.0.1:4711", None, path),
                Err(Denied::Token),
                "{path}"
            );
        }
    }

    #[test]
    fn tokens_are_new() {
        let token = |_| Access::new(1).unwrap().token;
        let all: Vec<String> = (0..8).map(token).collect();
        assert!(
            all.iter()
                .all(|t| t.len() == 32 && all.iter().filter(|o| *o == t).count() == 1)
        );
    }
}
