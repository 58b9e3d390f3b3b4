import assert from "node:assert/strict";
import { test } from "node:test";

import { VIEWS, address, shown, text, type Place } from "../src/documents";

const PLACE: Place = { textDocument: { uri: "file:///w/a%20b.cu" }, position: { line: 3, character: 4 } };
const ALL = { executeCommandProvider: { commands: VIEWS.map((view) => view.asks) } };

test("an address leads back to its place", () => {
  for (const view of VIEWS) {
    const made = address(view, PLACE);
    assert.equal(made.path, `/a b${view.ending}`);
    assert.deepEqual(shown(made.query), { view, place: PLACE });
  }
});

test("foreign addresses are none", () => {
  const foreign = ["", "{", "null", "1", '{"view":"x"}', '{"view":"cleave.showStub"}', '{"view":"cleave.showStub","place":{"textDocument":{"uri":1}}}'];
  for (const query of foreign) assert.equal(shown(query), undefined, query);
});

test("the server is asked for the place", async () => {
  const asked: unknown[] = [];
  const made = await text(address(VIEWS[1], PLACE).query, ALL, async (command, place) => {
    asked.push(command, place);
    return "cleave-il 1\n";
  });
  assert.equal(made, "cleave-il 1\n");
  assert.deepEqual(asked, ["cleave.showDeviceIl", PLACE]);
});

test("what cannot be shown says why", async () => {
  const query = address(VIEWS[0], PLACE).query;
  const never = async (): Promise<string> => assert.fail("the server is asked");
  assert.match(await text("", ALL, never), /no such document/);
  assert.match(await text(query, undefined, never), /not running/);
  assert.match(await text(query, {}, never), /does not show the host half/);
  assert.match(await text(query, ALL, async () => null), /no host half/);
  const failed = await text(query, ALL, async () => Promise.reject(new Error("one\ntwo")));
  assert.equal(failed, "// one\n// two\n");
});
