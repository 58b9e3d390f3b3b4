// Virtual documents: what a source becomes. Their addresses name the view, the source and the place in it. Knows nothing of the editor,
// so that tests run without one.

/** A place as the protocol has it (LSP 3.17, TextDocumentPositionParams). */
export interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

/** A view of a source. */
export interface View {
  /** The command of the editor that opens it. */
  opens: string;
  /** The command of the server that makes it. A server may not have it. */
  asks: string;
  /** The language of its text. */
  language: string;
  /** What stands behind the source's name. */
  ending: string;
  title: string;
}

export const VIEWS: readonly View[] = [
  { opens: "cleave.openHostHalf", asks: "cleave.showHostHalf", language: "cpp", ending: ".cudafe1.cpp", title: "host half" },
  { opens: "cleave.openDeviceIl", asks: "cleave.showDeviceIl", language: "cleave-il", ending: ".il", title: "device IL" },
  { opens: "cleave.openStub", asks: "cleave.showStub", language: "cpp", ending: ".cudafe1.stub.c", title: "stub" },
];

export const SCHEME = "cleave";

/** The parts of a document's address. */
export interface Address {
  path: string;
  query: string;
}

/** The address of a view of a place. */
export function address(view: View, place: Place): Address {
  const name = decodeURIComponent(place.textDocument.uri.split("/").pop() ?? "source").replace(/\.[^.]*$/, "");
  return { path: `/${name}${view.ending}`, query: JSON.stringify({ view: view.asks, place }) };
}

/** What a document shows; nothing where the address is none of ours. */
export function shown(query: string): { view: View; place: Place } | undefined {
  try {
    const read: unknown = JSON.parse(query);
    if (typeof read !== "object" || read === null) return undefined;
    const { view: asks, place } = read as { view?: unknown; place?: Place };
    const view = VIEWS.find((view) => view.asks === asks);
    const isPlace = typeof place?.textDocument?.uri === "string" && Number.isInteger(place?.position?.line);
    return view && place && isPlace ? { view, place } : undefined;
  } catch {
    return undefined;
  }
}

/** What the server can do, as far as it matters here. */
export interface Abilities {
  executeCommandProvider?: { commands: string[] };
}

/** Asks the server for the text of a document. The text of one that cannot be made says why. */
export async function text(
  query: string,
  abilities: Abilities | undefined,
  ask: (command: string, place: Place) => Promise<unknown>,
): Promise<string> {
  const meant = shown(query);
  if (!meant) return "// There is no such document.\n";
  const { view, place } = meant;
  if (!abilities) return "// Cleave's server is not running.\n";
  if (!abilities.executeCommandProvider?.commands.includes(view.asks)) {
    return `// This version of Cleave's server does not show the ${view.title}.\n`;
  }
  try {
    const answer = await ask(view.asks, place);
    return typeof answer === "string" ? answer : `// There is no ${view.title} of this.\n`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.replace(/^/gm, "// ") + "\n";
  }
}
