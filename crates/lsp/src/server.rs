//! The main loop: what comes in is sorted and handed on, what comes back is sent if it still counts. It never computes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Notification as _, Progress, PublishDiagnostics,
    ShowMessage,
};
use lsp_types::request::{RegisterCapability, WorkDoneProgressCreate};
use lsp_types::{InitializeParams, MessageType, NumberOrString, Url};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::handlers::{self, Route};
use crate::job::{Cancel, Done, Job};
use crate::pool::Pool;
use crate::position::{Encoding, Lines};
use crate::project::{Project, Settings};
use crate::publish::{Places, Published};
use crate::texts::{Document, Texts, path_of};
use crate::units::{Around, Report, Unit};
use crate::view::Failure;

/// How many units are open at once; the one that was not used for the longest time ends first.
const UNITS: usize = 12;

/// A request that was not answered yet.
struct Waiting {
    cancelled: Arc<Cancel>,
    /// How many changes there were before it.
    revision: u64,
}

struct Server<'a> {
    connection: &'a Connection,
    texts: Texts,
    encoding: Encoding,
    project: Project,
    units: FxHashMap<String, (Unit, u64)>,
    published: Published,
    waiting: FxHashMap<RequestId, Waiting>,
    /// How many changes there were.
    revision: u64,
    /// Counts what units are used for.
    clock: u64,
    around: Around,
    requests: Arc<Pool>,
    done: Sender<Done>,
    explained: Option<PathBuf>,
    opening: FxHashMap<Arc<str>, NumberOrString>,
    shows_progress: bool,
    own_requests: i32,
    complaints: usize,
    has_shut_down: bool,
}

/// Serves a client until it says that it is over. Exit status: 1 if the client did not ask for the end before.
pub fn serve(connection: &Connection, settings: Settings, version: &str) -> i32 {
    let Ok((id, params)) = connection.initialize_start() else {
        return 1;
    };
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let offered = params.capabilities.general.as_ref();
    let offered = offered.and_then(|g| g.position_encodings.clone());
    let encoding = Encoding::of_client(&offered.unwrap_or_default());
    let window = params.capabilities.window.as_ref();
    let shows_progress = window.and_then(|w| w.work_done_progress).unwrap_or(false);
    let watches = (params.capabilities.workspace.as_ref())
        .and_then(|w| w.did_change_watched_files)
        .and_then(|w| w.dynamic_registration)
        .unwrap_or(false);
    let answer = serde_json::json!({
        "capabilities": handlers::capabilities(encoding),
        "serverInfo": { "name": "cleave", "version": version },
    });
    if connection.initialize_finish(id, answer).is_err() {
        return 1;
    }
    let (reports, reported) = unbounded();
    let (done, finished) = unbounded();
    // The thread of a unit prepares, and these two look at its passes.
    let around = Around {
        pool: Arc::new(Pool::new("cleave-diagnostics", 2)),
        background: Arc::new(Pool::new("cleave-assembler", 1)),
        program: settings.program.as_deref().map(Arc::from),
        reports,
    };
    let mut server = Server {
        connection,
        texts: Texts::default(),
        encoding,
        project: Project::new(settings),
        units: FxHashMap::default(),
        published: Published::default(),
        waiting: FxHashMap::default(),
        revision: 0,
        clock: 0,
        around,
        requests: Arc::new(Pool::new("cleave-requests", 2)),
        done,
        explained: cleave_driver::explain::folder(version),
        opening: FxHashMap::default(),
        shows_progress,
        own_requests: 0,
        complaints: 0,
        has_shut_down: false,
    };
    if watches {
        server.watch();
    }
    server.run(&reported, &finished)
}

impl Server<'_> {
    fn run(&mut self, reported: &Receiver<Report>, finished: &Receiver<Done>) -> i32 {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(n)) if n.method == "exit" => {
                        return i32::from(!self.has_shut_down);
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return i32::from(!self.has_shut_down),
                },
                recv(reported) -> report => if let Ok(report) = report {
                    self.receive(report);
                },
                recv(finished) -> done => if let Ok(done) = done {
                    self.finish(done);
                },
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params)
    where
        N::Params: Serialize,
    {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn ask<R: lsp_types::request::Request>(&mut self, params: R::Params)
    where
        R::Params: Serialize,
    {
        self.own_requests += 1;
        let id = RequestId::from(format!("cleave-{}", self.own_requests));
        self.send(Request::new(id, R::METHOD.to_owned(), params));
    }

    /// Asks the client for a notification when files change.
    fn watch(&mut self) {
        let patterns = [
            "**/*.{cu,cuh,h,hpp,hh,hxx,inl,cpp,cc}",
            "**/compile_commands.json",
        ];
        let watchers: Vec<Value> = (patterns.iter())
            .map(|p| serde_json::json!({ "globPattern": p }))
            .collect();
        let registration = lsp_types::Registration {
            id: "cleave-files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(serde_json::json!({ "watchers": watchers })),
        };
        self.ask::<RegisterCapability>(lsp_types::RegistrationParams {
            registrations: vec![registration],
        });
    }

    fn notification(&mut self, n: Notification) {
        match n.method.as_str() {
            DidOpenTextDocument::METHOD => {
                self.on(n.params, |this, p: lsp_types::DidOpenTextDocumentParams| {
                    let document = p.text_document;
                    let Some(path) = path_of(&document.uri) else {
                        return;
                    };
                    let lines = Arc::new(Lines::new(document.text));
                    this.texts.open(
                        path.clone(),
                        Document {
                            url: document.uri,
                            version: document.version,
                            lines,
                        },
                    );
                    this.changed(&path);
                    this.unit_of(&path);
                })
            }
            DidChangeTextDocument::METHOD => self.on(
                n.params,
                |this, p: lsp_types::DidChangeTextDocumentParams| {
                    let Some(path) = path_of(&p.text_document.uri) else {
                        return;
                    };
                    let (version, encoding) = (p.text_document.version, this.encoding);
                    if this
                        .texts
                        .change(&path, version, p.content_changes, encoding)
                        .is_some()
                    {
                        this.changed(&path);
                    }
                },
            ),
            DidCloseTextDocument::METHOD => self.on(
                n.params,
                |this, p: lsp_types::DidCloseTextDocumentParams| {
                    let Some(path) = path_of(&p.text_document.uri) else {
                        return;
                    };
                    if this.texts.close(&path).is_some() {
                        this.published.forget(&path);
                        this.changed(&path);
                        this.rest();
                    }
                },
            ),
            DidSaveTextDocument::METHOD => {
                self.on(n.params, |this, p: lsp_types::DidSaveTextDocumentParams| {
                    this.texts.forget();
                    if path_of(&p.text_document.uri)
                        .is_some_and(|p| p.ends_with("compile_commands.json"))
                    {
                        this.reload();
                    }
                })
            }
            DidChangeWatchedFiles::METHOD => self.on(
                n.params,
                |this, p: lsp_types::DidChangeWatchedFilesParams| {
                    this.texts.forget();
                    for change in p.changes {
                        let Some(path) = path_of(&change.uri) else {
                            continue;
                        };
                        if path.ends_with("compile_commands.json") {
                            this.reload();
                        } else if this.texts.document(&path).is_none() {
                            this.changed(&path);
                        }
                    }
                },
            ),
            DidChangeConfiguration::METHOD => self.reload(),
            "$/cancelRequest" => self.on(n.params, |this, p: lsp_types::CancelParams| {
                let id = match p.id {
                    NumberOrString::Number(n) => RequestId::from(n),
                    NumberOrString::String(s) => RequestId::from(s),
                };
                if let Some(waiting) = this.waiting.remove(&id) {
                    waiting.cancelled.cancel();
                    let code = ErrorCode::RequestCanceled as i32;
                    this.send(Response::new_err(id, code, "cancelled".to_owned()));
                }
            }),
            _ => {}
        }
    }

    /// Does something with what a notification says, if it can be read.
    fn on<P: DeserializeOwned>(&mut self, params: Value, f: impl FnOnce(&mut Self, P)) {
        if let Ok(params) = serde_json::from_value(params) {
            f(self, params);
        }
    }

    /// A file has another text. Each unit receives it: one that has not read it may want it.
    fn changed(&mut self, path: &str) {
        self.revision += 1;
        let text = self
            .texts
            .document(path)
            .map(|d| Arc::from(d.lines.text.as_bytes()));
        for (unit, _) in self.units.values() {
            unit.change(path, text.clone());
        }
    }

    /// The commands may be other ones.
    fn reload(&mut self) {
        self.texts.forget();
        self.project.reload();
        self.complaints = 0;
        let sources: Vec<String> = self.units.keys().cloned().collect();
        for source in sources {
            let command = self.project.command(&source);
            if self.units[&source].0.command != command {
                self.units.remove(&source);
                self.publish(&source.as_str().into(), FxHashMap::default());
            }
        }
        let open: Vec<String> = self
            .texts
            .documents()
            .map(|(path, _)| path.clone())
            .collect();
        for path in open {
            self.unit_of(&path);
        }
    }

    /// The source of the unit that a file belongs to, which is open from now on.
    fn unit_of(&mut self, path: &str) -> Option<String> {
        self.clock += 1;
        let is_source =
            self.units.contains_key(path) || path.ends_with(".cu") || self.project.compiles(path);
        let source = match is_source {
            true => path.to_owned(),
            false => self.source_of(path),
        };
        let clock = self.clock;
        if let Some((_, used)) = self.units.get_mut(&source) {
            *used = clock;
            return Some(source);
        }
        let command = self.project.command(&source);
        for complaint in self.project.complaints.iter().skip(self.complaints) {
            self.notify::<ShowMessage>(lsp_types::ShowMessageParams {
                typ: MessageType::WARNING,
                message: complaint.clone(),
            });
        }
        self.complaints = self.project.complaints.len();
        let texts = (self.texts.documents())
            .map(|(path, d)| (path.clone(), Arc::from(d.lines.text.as_bytes())))
            .collect();
        self.begin_progress(&source);
        let unit = Unit::open(&source, command, texts, self.around.clone());
        self.units.insert(source.clone(), (unit, clock));
        self.rest();
        Some(source)
    }

    /// A source that includes a header; itself if there is none.
    fn source_of(&mut self, path: &str) -> String {
        let open = self.units.iter().filter(|(_, (unit, _))| unit.reads(path));
        if let Some((source, _)) = open.max_by_key(|(_, (_, used))| *used) {
            return source.clone();
        }
        let texts = &self.texts;
        let read = |path: &str| texts.lines(path).map(|lines| lines.text.clone());
        let includer = self.project.includer(path, &read);
        includer.unwrap_or_else(|| path.to_owned())
    }

    /// Ends units that no open file needs, when there are many.
    fn rest(&mut self) {
        while self.units.len() > UNITS {
            let texts = &self.texts;
            let is_needed = |source: &String| texts.document(source).is_some();
            let unneeded = (self.units.iter()).filter(|(source, _)| !is_needed(source));
            let oldest = unneeded.min_by_key(|(_, (_, used))| *used);
            let Some((source, _)) = oldest else { return };
            let source = source.clone();
            self.units.remove(&source);
            self.publish(&source.as_str().into(), FxHashMap::default());
        }
    }

    fn begin_progress(&mut self, source: &str) {
        if !self.shows_progress {
            return;
        }
        let token = NumberOrString::String(format!("cleave-open-{}", self.clock));
        self.ask::<WorkDoneProgressCreate>(lsp_types::WorkDoneProgressCreateParams {
            token: token.clone(),
        });
        let name = source.rsplit('/').next().unwrap_or(source).to_owned();
        self.progress(
            &token,
            serde_json::json!({ "kind": "begin", "title": "Reading", "message": name }),
        );
        self.opening.insert(source.into(), token);
    }

    fn progress(&self, token: &NumberOrString, value: Value) {
        let params = serde_json::json!({ "token": token, "value": value });
        self.send(Notification::new(Progress::METHOD.to_owned(), params));
    }

    fn receive(&mut self, report: Report) {
        match report {
            Report::Opened { source, problem } => {
                if let Some(token) = self.opening.remove(&source) {
                    self.progress(&token, serde_json::json!({ "kind": "end" }));
                }
                if let Some(message) = problem {
                    self.notify::<ShowMessage>(lsp_types::ShowMessageParams {
                        typ: MessageType::WARNING,
                        message: format!("{source}: {message}"),
                    });
                }
            }
            Report::Diagnostics {
                source,
                folder,
                generation,
                diagnostics,
            } => {
                let Some((unit, _)) = self.units.get(&*source) else {
                    return;
                };
                // Something has changed since.
                if unit.generation.load(Ordering::SeqCst) != generation {
                    return;
                }
                let texts = self.texts.clone();
                let places = Places {
                    texts: &texts,
                    folder: &folder,
                    encoding: self.encoding,
                };
                let mut by_file: FxHashMap<String, Vec<lsp_types::Diagnostic>> =
                    FxHashMap::default();
                let folder = &self.explained;
                let explain = |number: u16| explained(folder.as_deref()?, number);
                for d in &diagnostics {
                    let (path, shown) = places.diagnostic(d, &explain);
                    by_file.entry(path).or_default().push(shown);
                }
                self.publish(&source, by_file);
            }
        }
    }

    fn publish(&mut self, unit: &Arc<str>, by_file: FxHashMap<String, Vec<lsp_types::Diagnostic>>) {
        let own = self.units.get(&**unit).map(|(unit, _)| unit.files());
        let open = self.texts.documents().map(|(path, _)| path.clone());
        let open = open.filter(|path| own.iter().any(|files| files.contains(path)));
        let open: Vec<String> = open.collect();
        for path in self.published.set(unit, by_file, open) {
            let document = self.texts.document(&path);
            let url = document.map(|d| d.url.clone());
            let Some(uri) = url.or_else(|| Url::from_file_path(&path).ok()) else {
                continue;
            };
            self.notify::<PublishDiagnostics>(lsp_types::PublishDiagnosticsParams {
                uri,
                diagnostics: self.published.of(&path),
                version: document.map(|d| d.version),
            });
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.has_shut_down {
            let code = ErrorCode::InvalidRequest as i32;
            self.send(Response::new_err(
                id,
                code,
                "the server was shut down".to_owned(),
            ));
            return;
        }
        if method == "shutdown" {
            self.has_shut_down = true;
            self.send(Response::new_ok(id, Value::Null));
            return;
        }
        let Some(route) = handlers::route(&method) else {
            let code = ErrorCode::MethodNotFound as i32;
            self.send(Response::new_err(id, code, format!("there is no {method}")));
            return;
        };
        let url = handlers::document_of(&params);
        if url.is_none() && matches!(route, Route::One(_)) {
            let code = ErrorCode::InvalidParams as i32;
            let message = format!("{method} names no document");
            self.send(Response::new_err(id, code, message));
            return;
        }
        let path = url.as_ref().and_then(path_of);
        let cancelled = Arc::new(Cancel::default());
        let waiting = Waiting {
            cancelled: Arc::clone(&cancelled),
            revision: self.revision,
        };
        self.waiting.insert(id.clone(), waiting);
        let first = path.as_ref().and_then(|path| self.unit_of(path));
        let sources: Vec<String> = match route {
            Route::One(_) => first.into_iter().collect(),
            // The unit of the document comes first: it knows what the name denotes.
            Route::All(..) => {
                let others = self.units.keys().filter(|s| Some(*s) != first.as_ref());
                first.iter().chain(others).cloned().collect()
            }
        };
        let job = Job {
            id,
            params: Arc::new(params),
            path: path.unwrap_or_default(),
            texts: self.texts.clone(),
            encoding: self.encoding,
            cancelled,
            done: self.done.clone(),
            pool: Arc::clone(&self.requests),
        };
        let units: Vec<&Unit> = sources.iter().map(|s| &self.units[s].0).collect();
        match route {
            Route::One(handler) => match units.first() {
                Some(unit) => job.run(unit, handler),
                None => job.answer(Ok(Value::Null)),
            },
            Route::All(what, each, all) => {
                let asks: Vec<_> = units.iter().map(|u| u.asker()).collect();
                job.run_all(asks, what, each, all);
            }
        }
    }

    /// Sends an answer, unless it is one from a state that is gone.
    fn finish(&mut self, done: Done) {
        let Some(waiting) = self.waiting.remove(&done.id) else {
            return;
        };
        let stale = waiting.revision != self.revision;
        let response = match done.answer {
            Ok(value) if !stale => Response::new_ok(done.id, value),
            Err(Failure::Params(message)) => {
                Response::new_err(done.id, ErrorCode::InvalidParams as i32, message)
            }
            Err(Failure::Refused(message)) if !stale => {
                Response::new_err(done.id, ErrorCode::RequestFailed as i32, message)
            }
            Err(Failure::Panicked) if !stale => {
                let message = "something went wrong in Cleave".to_owned();
                Response::new_err(done.id, ErrorCode::InternalError as i32, message)
            }
            _ => {
                let message = "the text has changed".to_owned();
                Response::new_err(done.id, ErrorCode::ContentModified as i32, message)
            }
        };
        self.send(response);
    }
}

/// The page that explains a diagnostic, as a file that an editor can open.
fn explained(folder: &Path, number: u16) -> Option<Url> {
    let path = folder.join(format!("{number}.md"));
    if !path.is_file() {
        let page = cleave_driver::explain::page(number)?;
        std::fs::create_dir_all(folder).ok()?;
        std::fs::write(&path, page).ok()?;
    }
    Url::from_file_path(path).ok()
}
