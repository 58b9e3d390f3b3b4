// The editor's side: starts and stops the server, and shows virtual documents.

import * as vscode from "vscode";
import { LanguageClient, State, Trace, type LanguageClientOptions } from "vscode-languageclient/node";

import { SCHEME, VIEWS, address, shown, text, type Place, type View } from "./documents";
import { notStarted, start } from "./server";

/** How long typing has to rest before open documents are made again. */
const REST = 200;

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const documents = new Documents();
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    vscode.workspace.onDidChangeTextDocument((event) => documents.edited(event.document.uri.toString())),
    ...VIEWS.map((view) => vscode.commands.registerCommand(view.opens, () => open(view))),
    vscode.commands.registerCommand("cleave.restart", restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      const counts = ["cleave.path", "cleave.arguments", "cleave.headers"];
      if (counts.some((name) => event.affectsConfiguration(name))) await restart();
    }),
    documents,
  );
  await startClient();
}

export async function deactivate(): Promise<void> {
  await stopClient();
}

async function restart(): Promise<void> {
  await stopClient();
  await startClient();
}

async function stopClient(): Promise<void> {
  const old = client;
  client = undefined;
  if (!old) return;
  try {
    if (old.state !== State.Stopped) await old.stop();
    await old.dispose();
  } catch {
    // One that never came up, or has died, cannot be stopped.
  }
}

async function startClient(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("cleave");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const how = start(
    { path: settings.get("path", "cleave"), arguments: settings.get("arguments", []) },
    folder,
  );
  const schemes = ["file", "untitled"];
  const languages = ["cuda-cpp", ...(settings.get("headers", true) ? ["cpp", "c"] : [])];
  const options: LanguageClientOptions = {
    documentSelector: languages.flatMap((language) =>
      // Of C++ only headers: sources without CUDA are another server's.
      schemes.map((scheme) => (language === "cuda-cpp" ? { scheme, language } : { scheme, language, pattern: "**/*.{h,hh,hpp,hxx,inl}" })),
    ),
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/compile_commands.json") },
  };
  const fresh = new LanguageClient("cleave", "Cleave", how, options);
  client = fresh;
  try {
    await fresh.start();
    await fresh.setTrace(Trace.fromString(settings.get("trace.server", "off")));
  } catch (error) {
    if (client === fresh) client = undefined;
    void vscode.window.showErrorMessage(notStarted(how.command, error));
  }
}

/** Opens a view of the place under the caret, beside the source. */
async function open(view: View): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const place: Place = {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line: editor.selection.active.line, character: editor.selection.active.character },
  };
  const uri = vscode.Uri.from({ scheme: SCHEME, ...address(view, place) });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, view.language);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
}

/** The texts of virtual documents, made again when their source is edited. */
class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly resting = new Map<string, NodeJS.Timeout>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const running = client?.state === State.Running ? client : undefined;
    return text(uri.query, running?.initializeResult?.capabilities, (command, place) =>
      // The request itself: the editor's command of this name, if the client registers one, is the same.
      running ? running.sendRequest("workspace/executeCommand", { command, arguments: [place] }) : Promise.reject(new Error("the server is gone")),
    );
  }

  edited(source: string): void {
    clearTimeout(this.resting.get(source));
    this.resting.set(
      source,
      setTimeout(() => {
        this.resting.delete(source);
        for (const document of vscode.workspace.textDocuments) {
          const isOurs = document.uri.scheme === SCHEME;
          if (isOurs && shown(document.uri.query)?.place.textDocument.uri === source) this.changed.fire(document.uri);
        }
      }, REST),
    );
  }

  dispose(): void {
    this.resting.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
  }
}
