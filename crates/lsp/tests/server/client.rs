//! A client in the same process: it sends what a test says, and waits for answers.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use cleave_lsp::Settings;
use crossbeam_channel::RecvTimeoutError;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::Url;
use serde_json::{Value, json};

/// No answer takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<i32>>,
    pub(crate) folder: tempfile::TempDir,
    /// What the server offers.
    pub(crate) capabilities: Value,
    next: i32,
    /// What came in while something else was waited for.
    pub(crate) notifications: Vec<Notification>,
    /// Answers that nobody has waited for so far.
    pub(crate) responses: Vec<Response>,
    versions: i32,
}

impl Client {
    /// A client of a project. `files`: texts with `//- name` in front of each file.
    pub(crate) fn new(files: &str) -> Client {
        Client::with(
            files,
            json!({ "general": { "positionEncodings": ["utf-8"] } }),
        )
    }

    pub(crate) fn with(files: &str, capabilities: Value) -> Client {
        Client::under(files, capabilities, true)
    }

    /// A client of a project that has the toolkit's headers.
    pub(crate) fn of_toolkit(files: &str) -> Client {
        let capabilities = json!({ "general": { "positionEncodings": ["utf-8"] } });
        Client::under(files, capabilities, false)
    }

    fn under(files: &str, capabilities: Value, own_headers: bool) -> Client {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in split(files) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(
                path,
                text.replace("$0", "")
                    .replace("@DIR@", &folder.path().to_string_lossy()),
            )
            .expect("a file");
        }
        let (connection, other) = Connection::memory();
        let settings = Settings {
            own_headers,
            ..Settings::default()
        };
        let server = std::thread::spawn(move || cleave_lsp::serve(&other, settings, "0"));
        let mut client = Client {
            connection: Some(connection),
            server: Some(server),
            folder,
            capabilities: Value::Null,
            next: 0,
            notifications: Vec::new(),
            responses: Vec::new(),
            versions: 0,
        };
        let answer = client.request("initialize", json!({ "capabilities": capabilities }));
        client.capabilities = answer["capabilities"].clone();
        assert!(client.capabilities.is_object());
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn url(&self, name: &str) -> Url {
        Url::from_file_path(self.path(name)).expect("a path")
    }

    pub(crate) fn document(&self, name: &str) -> Value {
        json!({ "uri": self.url(name) })
    }

    pub(crate) fn send(&self, message: impl Into<Message>) {
        let connection = self.connection.as_ref().expect("a connection");
        connection.sender.send(message.into()).expect("a server");
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request and does not wait.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request::new(id.clone(), method.to_owned(), params));
        id
    }

    fn receive(&mut self) -> Message {
        let connection = self.connection.as_ref().expect("a connection");
        match connection.receiver.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server is gone"),
        }
    }

    pub(crate) fn response(&mut self, id: &RequestId) -> Response {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response,
                Message::Response(_) => {}
                Message::Notification(n) => self.notifications.push(n),
                Message::Request(request) => self.send(Response::new_ok(request.id, Value::Null)),
            }
        }
    }

    /// The same; answers to others are kept for whoever waits for them.
    pub(crate) fn response_of(&mut self, id: &RequestId) -> Response {
        if let Some(at) = self.responses.iter().position(|r| r.id == *id) {
            return self.responses.remove(at);
        }
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response,
                Message::Response(response) => self.responses.push(response),
                Message::Notification(n) => self.notifications.push(n),
                Message::Request(request) => self.send(Response::new_ok(request.id, Value::Null)),
            }
        }
    }

    /// What is said of a file as soon as it has a word.
    pub(crate) fn last_said(&mut self, name: &str, word: &str) -> String {
        let word = format!("\"{word}\"");
        loop {
            let said = self.said(name);
            if said.contains(&word) {
                return said;
            }
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let response = self.response(&id);
        if let Some(error) = response.error {
            panic!("{method}: {error:?}");
        }
        response.result.unwrap_or_default()
    }

    /// A request about the `$0` of a file.
    pub(crate) fn at(&mut self, method: &str, name: &str, text: &str) -> Value {
        let at = cursor(text);
        let params = json!({ "textDocument": self.document(name), "position": at });
        self.request(method, params)
    }

    pub(crate) fn open(&mut self, name: &str, text: &str) {
        self.versions += 1;
        let document = json!({
            "uri": self.url(name),
            "languageId": "cuda-cpp",
            "version": self.versions,
            "text": text.replace("$0", ""),
        });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The whole text of a document is another one.
    pub(crate) fn change(&mut self, name: &str, text: &str) {
        self.changes(name, json!([{ "text": text.replace("$0", "") }]));
    }

    pub(crate) fn changes(&mut self, name: &str, changes: Value) {
        self.versions += 1;
        let document = json!({ "uri": self.url(name), "version": self.versions });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// What is wrong with a file at its last version, once that is said of a version that is open.
    pub(crate) fn diagnostics(&mut self, name: &str) -> Value {
        let url = self.url(name).to_string();
        // Whoever asks afterwards is answered after the update; what it says follows soon, if it is something new.
        loop {
            let n = match self.notifications.is_empty() {
                true => match self.receive() {
                    Message::Notification(n) => n,
                    Message::Request(request) => {
                        self.send(Response::new_ok(request.id, Value::Null));
                        continue;
                    }
                    Message::Response(_) => continue,
                },
                false => self.notifications.remove(0),
            };
            if n.method == "textDocument/publishDiagnostics" && n.params["uri"] == url {
                return n.params["diagnostics"].clone();
            }
        }
    }

    /// A text for each diagnostic of a file.
    pub(crate) fn said(&mut self, name: &str) -> String {
        let all = self.diagnostics(name);
        let mut out = String::new();
        for d in all.as_array().expect("a list") {
            let (start, end) = (&d["range"]["start"], &d["range"]["end"]);
            let severity = ["", "error", "warning", "information", "hint"];
            let word = severity[d["severity"].as_u64().unwrap_or(0) as usize];
            out.push_str(&format!(
                "{}:{}-{} {word} {} {}\n",
                start["line"],
                start["character"],
                end["character"],
                d["code"],
                d["message"].as_str().unwrap_or("")
            ));
            let related = d["relatedInformation"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            for r in related {
                out.push_str(&format!(
                    "  {} {}\n",
                    self.place(&r["location"]),
                    r["message"].as_str().unwrap_or("")
                ));
            }
        }
        out
    }

    /// A location as `name:line:column-column`, with the text there.
    pub(crate) fn place(&self, location: &Value) -> String {
        let url = Url::parse(location["uri"].as_str().unwrap_or("")).expect("a document");
        let path = url.to_file_path().expect("a path");
        let range = &location["range"];
        let (start, end) = (&range["start"], &range["end"]);
        let name = path.strip_prefix(self.folder.path()).map(Path::to_owned);
        let Ok(name) = name else {
            // A header of Cleave's own.
            let name = path.file_name().unwrap_or_default();
            return name.to_string_lossy().into_owned();
        };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let line = text
            .lines()
            .nth(start["line"].as_u64().unwrap_or(0) as usize)
            .unwrap_or("");
        format!(
            "{}:{}:{}-{} {}",
            name.display(),
            start["line"],
            start["character"],
            end["character"],
            line.trim()
        )
    }

    /// Locations, one a line.
    pub(crate) fn locations(&self, all: &Value) -> String {
        let all = all.as_array().cloned().unwrap_or_default();
        all.iter().map(|l| self.place(l) + "\n").collect()
    }

    pub(crate) fn end(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let status = self
            .server
            .take()
            .expect("a server")
            .join()
            .expect("no panic");
        assert_eq!(status, 0);
    }
}

/// The files of a project: their names and texts.
pub(crate) fn split(files: &str) -> Vec<(&str, &str)> {
    let parts = files.split("//- ").filter(|p| !p.is_empty());
    parts
        .filter_map(|p| p.split_once('\n'))
        .map(|(name, text)| (name.trim(), text))
        .collect()
}

/// Where the `$0` of a text is, in bytes.
pub(crate) fn cursor(text: &str) -> Value {
    let at = text.find("$0").expect("a cursor");
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |n| n + 1);
    json!({ "line": line, "character": column })
}
