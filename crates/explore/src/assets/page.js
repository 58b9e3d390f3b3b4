// The page of `cleave explore`: sends the source after each edit, shows what comes back, and links lines by their position.
"use strict";

const source = document.getElementById("source");
const gutter = document.getElementById("gutter");
const marks = document.getElementById("marks");
const statusLine = document.getElementById("status");
const panes = ["host", "il", "stub", "ptx"];
const byId = (id) => document.getElementById(id);

/** How long typing has to rest before the halves are made. */
const REST = 120;

// ---- Talking to the server. One version is under way; of those behind it only the newest counts.

let isBusy = false;
let isWaiting = false;
let newest = 0;
/** The first version that was shown. */
let opened;

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", body });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** Whether another page has a newer version: the server keeps one device half. */
const isOlder = (error) => /newer version/.test(error.message);

async function make() {
  if (isBusy) {
    isWaiting = true;
    return;
  }
  isBusy = true;
  say("making the halves");
  try {
    const view = await post("halves", source.value);
    newest = view.number;
    opened ??= view;
    show(view);
  } catch (error) {
    say(`not made: ${error.message}`, true);
  }
  isBusy = false;
  if (isWaiting) {
    isWaiting = false;
    make();
  }
}

async function makePtx(number) {
  try {
    const view = await post("ptx", String(number));
    if (number === newest) showPtx(view);
  } catch (error) {
    if (number !== newest) return;
    if (isOlder(error)) list.ptx.note("Another page of this server shows a newer version. An edit here makes the PTX again.");
    else list.ptx.note(`not made: ${error.message}`);
  }
}

function say(text, isBad = false) {
  statusLine.textContent = text;
  statusLine.classList.toggle("bad", isBad);
}

// ---- Showing a version.

let kernels = [];

/** How many rows outside of what can be seen are there, so that scrolling shows no gaps. */
const SPARE = 30;

/** A list of rows, of which only those exist that can be seen: a half may have many thousands. */
class Pane {
  constructor(id) {
    this.id = id;
    this.list = byId(id);
    this.rows = [];
    this.text = "";
    this.active = -1;
    /** The rows of each line of the source. */
    this.linked = new Map();
    this.list.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.list);
  }

  /** Shows rows. After an edit most panes have the same, and stay as they are. */
  fill(rows, empty = "There is nothing here.") {
    if (rows.length === 0) return this.note(empty);
    const text = JSON.stringify(rows);
    if (text === this.text) return;
    this.text = text;
    this.rows = rows;
    this.active = -1;
    this.linked = new Map();
    let longest = 0;
    rows.forEach((row, nth) => {
      const [words, from] = typeof row === "string" ? [row, 0] : row;
      longest = Math.max(longest, words.length + 7 * (words.split("\t").length - 1));
      if (!from) return;
      if (!this.linked.has(from)) this.linked.set(from, []);
      this.linked.get(from).push(nth);
    });
    const inner = document.createElement("div");
    inner.className = "inner";
    inner.style.height = `${rows.length * heightOfLine()}px`;
    inner.style.minWidth = `calc(${longest}ch + 5rem)`;
    inner.setAttribute("role", "presentation");
    this.list.replaceChildren(inner);
    this.draw();
  }

  /** Shows a sentence. */
  note(text) {
    const line = document.createElement("div");
    line.className = "note";
    line.textContent = text;
    line.setAttribute("role", "presentation");
    this.rows = [];
    this.text = "";
    this.active = -1;
    this.linked = new Map();
    this.list.replaceChildren(line);
    this.list.removeAttribute("aria-activedescendant");
  }

  /** Makes the rows that can be seen. */
  draw() {
    if (this.rows.length === 0) return;
    const height = heightOfLine();
    const first = Math.max(0, Math.floor(this.list.scrollTop / height) - SPARE);
    const behind = Math.min(this.rows.length, Math.ceil((this.list.scrollTop + this.list.clientHeight) / height) + SPARE);
    const parts = [];
    for (let nth = first; nth < behind; nth++) parts.push(this.row(nth, nth * height));
    this.list.firstChild.replaceChildren(...parts);
    this.mark();
  }

  row(nth, top) {
    const row = this.rows[nth];
    const made = document.createElement("div");
    made.style.top = `${top}px`;
    if (typeof row === "string") {
      made.className = "row fold";
      made.textContent = row;
      made.setAttribute("role", "presentation");
      return made;
    }
    const [text, from] = row;
    made.className = "row line";
    made.id = `${this.id}-${nth}`;
    made.dataset.nth = nth;
    made.dataset.source = from || "";
    made.textContent = text || "\u200b";
    made.setAttribute("role", "option");
    made.setAttribute("aria-posinset", nth + 1);
    made.setAttribute("aria-setsize", this.rows.length);
    if (from) made.setAttribute("aria-label", `${text}, from line ${from}`);
    this.paint(made);
    return made;
  }

  /** Marks a line that is there already. */
  paint(line) {
    const from = Number(line.dataset.source);
    const isPinned = from > 0 && from === pinned;
    line.classList.toggle("hover", from > 0 && from === hovered);
    line.classList.toggle("pinned", isPinned);
    line.classList.toggle("active", Number(line.dataset.nth) === this.active);
    line.setAttribute("aria-selected", String(isPinned));
  }

  /** Marks the lines that are there. What is under the pointer stays the same element. */
  mark() {
    for (const line of this.list.querySelectorAll(".line")) this.paint(line);
    const id = `${this.id}-${this.active}`;
    if (byId(id)) this.list.setAttribute("aria-activedescendant", id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  /** Scrolls to a row unless it can be seen: a third from above. */
  reveal(nth) {
    const height = heightOfLine();
    const top = nth * height;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + height > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }

  /** Makes a row the one that keys go on from. */
  activate(nth) {
    this.active = nth;
    const from = this.rows[nth][1];
    if (from) pin(from, this.id);
    this.mark();
  }

  /** The row that a step from the active one leads to: the next in its direction that is a line. */
  step(to, direction) {
    const last = this.rows.length - 1;
    let nth = Math.min(last, Math.max(0, to));
    while (typeof this.rows[nth] === "string" && this.rows[nth + direction] !== undefined) nth += direction;
    return typeof this.rows[nth] === "string" ? this.active : nth;
  }
}

const heightOfLine = () => parseFloat(getComputedStyle(source).lineHeight);

function show(view) {
  const errors = view.messages.filter((m) => /error/.test(m.severity)).length;
  say(`${errors === 0 ? "no errors" : errors === 1 ? "1 error" : `${errors} errors`}, made in ${view.millis.toFixed(1)} ms`, errors > 0);
  showMessages(view.messages);
  for (const pane of [...panes, "kernels"]) byId(`pane-${pane}`).classList.toggle("stale", !view.halves);
  if (!view.halves) return;
  list.host.fill(view.halves.host);
  if (!view.halves.has_device) {
    const why = `There is no device half:\n${view.halves.refused.join("\n")}`;
    for (const pane of [list.il, list.stub, list.ptx]) pane.note(why);
  } else {
    list.il.fill(view.halves.il, "The device half is empty.");
    list.stub.fill(view.halves.stub);
    makePtx(view.number);
  }
  kernels = view.halves.kernels;
  showKernels([]);
  mark();
  // A page that was just opened begins with the first kernel.
  const first = kernels.find((kernel) => kernel.line)?.line ?? 0;
  if (view === opened && first) pin(first, "");
}

function showPtx(view) {
  if (view.refused) list.ptx.note(`There is no PTX: ${view.refused}`);
  else list.ptx.fill(view.rows);
  const first = list.ptx.linked.get(pinned)?.[0];
  if (newest === opened.number && first !== undefined) list.ptx.reveal(first);
  showKernels(view.resources);
  mark();
}

function showMessages(messages) {
  const items = messages.map((message) => {
    const item = document.createElement("li");
    const code = message.code ? ` ${message.code}` : "";
    const word = document.createElement("span");
    word.className = /error/.test(message.severity) ? "error" : message.severity;
    word.textContent = `${message.severity}${code}`;
    const text = document.createElement("span");
    text.textContent = ` ${message.text}`;
    if (message.line) {
      item.append(lineButton(message.line, message.place), " ");
    } else if (message.place) {
      item.append(`${message.place} `);
    }
    item.append(word, text);
    if (message.explained) item.append(explanation(message));
    return item;
  });
  if (items.length === 0) {
    const item = document.createElement("li");
    item.textContent = "none";
    items.push(item);
  }
  byId("messages").replaceChildren(...items);
}

function explanation(message) {
  const made = document.createElement("details");
  const head = document.createElement("summary");
  head.textContent = `What ${message.code} means`;
  const page = document.createElement("pre");
  page.textContent = message.explained;
  made.append(head, page);
  return made;
}

function lineButton(line, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = text;
  button.addEventListener("click", () => goTo(line));
  return button;
}

function showKernels(resources) {
  const cell = (content, name = "") => {
    const made = document.createElement("td");
    made.className = name;
    made.append(content);
    return made;
  };
  const rows = kernels.map((kernel, nth) => {
    const row = document.createElement("tr");
    const found = resources[nth];
    const number = (value) => cell(value === undefined || value === null ? "–" : String(value), "number");
    const name = document.createElement("th");
    name.scope = "row";
    const shown = document.createElement("div");
    shown.textContent = kernel.name;
    shown.title = `${kernel.name}\n${kernel.symbol}`;
    name.append(shown);
    row.append(
      name,
      cell(kernel.line ? lineButton(kernel.line, `line ${kernel.line}`) : "–"),
      cell(kernel.launch || "–"),
      number(kernel.parameters), number(kernel.bytes),
      number(found?.registers), number(found?.spill_stores), number(found?.spill_loads),
      number(found?.stack), number(found?.shared), number(found?.constant),
    );
    return row;
  });
  if (rows.length === 0) {
    const row = document.createElement("tr");
    const only = cell("There are no kernels.");
    only.colSpan = 11;
    row.append(only);
    rows.push(row);
  }
  byId("kernels").replaceChildren(...rows);
}

// ---- Links. A line is hovered for a moment, or pinned until another is.

let hovered = 0;
let pinned = 0;

function mark() {
  for (const pane of panes) list[pane].mark();
  marks.replaceChildren(...[[hovered, "hover"], [pinned, "pinned"]].filter(([line]) => line > 0).map(([line, name]) => {
    const bar = document.createElement("div");
    bar.className = name;
    bar.style.top = `${(line - 1) * heightOfLine() - source.scrollTop}px`;
    return bar;
  }));
}

function hover(line) {
  if (line !== hovered) {
    hovered = line;
    mark();
  }
}

/** Marks a line for good, and brings it into view everywhere but in the pane that it was chosen in. */
function pin(line, but) {
  if (line === pinned) return;
  pinned = line;
  mark();
  for (const pane of panes) {
    const first = list[pane].linked.get(line)?.[0];
    if (pane !== but && first !== undefined) list[pane].reveal(first);
  }
  if (but !== "source" && line > 0) {
    const top = (line - 1) * heightOfLine();
    if (top < source.scrollTop || top > source.scrollTop + source.clientHeight - 2 * heightOfLine()) {
      source.scrollTop = top - source.clientHeight / 3;
    }
    mark();
  }
}

/** Puts the caret on a line of the source. */
function goTo(line) {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = source.value.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  source.focus();
  source.setSelectionRange(at, at);
  const top = (line - 1) * heightOfLine();
  if (top < source.scrollTop || top > source.scrollTop + source.clientHeight - heightOfLine()) {
    source.scrollTop = top - source.clientHeight / 3;
  }
  pin(line, "source");
}

function caretLine() {
  let line = 1;
  for (let at = source.value.indexOf("\n"); at >= 0 && at < source.selectionStart; at = source.value.indexOf("\n", at + 1)) line++;
  return line;
}

const list = Object.fromEntries(panes.map((pane) => [pane, new Pane(pane)]));

for (const pane of Object.values(list)) {
  const lineOf = (target) => (target instanceof Element ? target.closest(".line") : null);
  pane.list.addEventListener("pointermove", (event) => hover(Number(lineOf(event.target)?.dataset.source ?? 0)));
  pane.list.addEventListener("pointerleave", () => hover(0));
  pane.list.addEventListener("click", (event) => {
    const line = lineOf(event.target);
    if (line) pane.activate(Number(line.dataset.nth));
  });
  pane.list.addEventListener("keydown", (event) => {
    if (pane.rows.length === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(pane.list.clientHeight / heightOfLine()) - 1);
    const { active } = pane;
    const steps = {
      ArrowDown: [active + 1, 1], ArrowUp: [active - 1, -1],
      PageDown: [active + page, 1], PageUp: [active - page, -1],
      Home: [0, 1], End: [pane.rows.length - 1, -1],
    };
    if (event.key in steps) {
      event.preventDefault();
      const nth = pane.step(...steps[event.key]);
      if (nth < 0) return;
      pane.activate(nth);
      pane.reveal(nth);
    } else if (event.key === "Enter" && active >= 0 && pane.rows[active][1]) {
      event.preventDefault();
      goTo(pane.rows[active][1]);
    }
  });
}

// ---- The source.

function number() {
  const lines = source.value.split("\n").length;
  gutter.textContent = Array.from({ length: lines }, (_, nth) => nth + 1).join("\n");
  gutter.scrollTop = source.scrollTop;
}

let resting = 0;
source.addEventListener("input", () => {
  number();
  clearTimeout(resting);
  resting = setTimeout(make, REST);
});
source.addEventListener("scroll", () => {
  gutter.scrollTop = source.scrollTop;
  mark();
});
source.addEventListener("pointermove", (event) => {
  const line = Math.floor((event.clientY - source.getBoundingClientRect().top + source.scrollTop) / heightOfLine()) + 1;
  hover(line <= source.value.split("\n").length ? line : 0);
});
source.addEventListener("pointerleave", () => hover(0));
for (const name of ["keyup", "click", "select"]) source.addEventListener(name, () => pin(caretLine(), "source"));

// ---- The page.

for (const box of document.querySelectorAll("#shown input")) {
  box.addEventListener("change", () => {
    byId(`pane-${box.value}`).hidden = !box.checked;
    layout();
  });
}

function layout() {
  document.querySelector("main").classList.toggle("has-kernels", !byId("pane-kernels").hidden);
}

byId("help-button").addEventListener("click", () => {
  const help = byId("help");
  help.hidden = !help.hidden;
  byId("help-button").setAttribute("aria-expanded", String(!help.hidden));
});
document.addEventListener("keydown", (event) => {
  if (event.altKey && event.shiftKey && /^Digit[1-5]$/.test(event.code)) {
    event.preventDefault();
    const pane = [...panes, "kernels"][Number(event.code.at(-1)) - 1];
    const target = pane === "kernels" ? document.querySelector("#pane-kernels .scroll") : byId(pane);
    target.focus();
  } else if (event.key === "Escape") {
    source.focus();
  }
});
window.addEventListener("resize", mark);

async function begin() {
  layout();
  say("reading the source");
  try {
    const answer = await fetch("source");
    if (!answer.ok) throw new Error((await answer.text()).trim());
    const { name, text } = await answer.json();
    byId("name").textContent = name;
    document.title = `${name.split("/").pop()} – Cleave explorer`;
    source.value = text;
    source.setSelectionRange(0, 0);
    number();
    await make();
  } catch (error) {
    say(`not read: ${error.message}`, true);
  }
}
begin();
