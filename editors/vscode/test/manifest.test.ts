import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

import { VIEWS } from "../src/documents";

const root = path.join(__dirname, "../../..");
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), "utf8"));

test("the manifest has every command, and no other but restart", () => {
  const commands: string[] = read("package.json").contributes.commands.map((c: { command: string }) => c.command);
  assert.deepEqual([...commands].sort(), [...VIEWS.map((view) => view.opens), "cleave.restart"].sort());
});

test("files that the manifest names are there", () => {
  const { languages, grammars } = read("package.json").contributes;
  for (const { configuration } of languages) if (configuration) read(configuration);
  for (const grammar of grammars) assert.equal(read(grammar.path).scopeName, grammar.scopeName);
});

test("the source says every setting of the manifest", () => {
  const source = readFileSync(path.join(root, "src/extension.ts"), "utf8");
  for (const name of Object.keys(read("package.json").contributes.configuration.properties)) {
    assert.ok(source.includes(`"${name.slice("cleave.".length)}"`), name);
  }
});
