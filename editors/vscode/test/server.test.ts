import assert from "node:assert/strict";
import * as os from "node:os";
import { test } from "node:test";

import { notStarted, start } from "../src/server";

test("the server is started with the user's arguments", () => {
  assert.deepEqual(start({ path: "cleave", arguments: [] }, undefined), { command: "cleave", args: ["lsp"] });
  assert.deepEqual(start({ path: " ", arguments: ["-v"] }, undefined), { command: "cleave", args: ["lsp", "-v"] });
});

test("folders are replaced", () => {
  const made = start({ path: "${workspaceFolder}/bin/cleave", arguments: ["--x=${workspaceFolder}", "~/y"] }, "/w");
  assert.deepEqual(made, { command: "/w/bin/cleave", args: ["lsp", "--x=/w", `${os.homedir()}/y`] });
});

test("a missing program is named", () => {
  assert.match(notStarted("/x/cleave", new Error("spawn /x/cleave ENOENT")), /there is no \/x\/cleave/);
  assert.match(notStarted("cleave", new Error("exit 2")), /did not start: exit 2/);
});
