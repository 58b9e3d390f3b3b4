// How the server is started. Knows nothing of the editor, so that tests run without one.

import * as os from "node:os";
import * as path from "node:path";

/** The user's settings. */
export interface Settings {
  path: string;
  arguments: string[];
}

/** A program and its arguments. */
export interface Start {
  command: string;
  args: string[];
}

/** What starts the server. A name without a folder is looked up on PATH by whoever starts it. */
export function start(settings: Settings, workspaceFolder: string | undefined): Start {
  const replaced = (text: string): string => {
    const home = text.startsWith("~/") ? path.join(os.homedir(), text.slice(2)) : text;
    return home.replaceAll("${workspaceFolder}", workspaceFolder ?? "");
  };
  const command = replaced(settings.path.trim()) || "cleave";
  return { command, args: ["lsp", ...settings.arguments.map(replaced)] };
}

/** What to tell the user when the server could not be started. */
export function notStarted(command: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (/ENOENT/.test(reason)) {
    return `Cleave is not installed, or "cleave.path" is wrong: there is no ${command}.`;
  }
  return `Cleave's server did not start: ${reason}`;
}
