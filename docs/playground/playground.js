"use strict";
// Loads the files as classic scripts, so that the page also runs from disk, and starts the thread of Python with them.

const FIRST = ["worker.js", "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "memory.bin", "rest.zip"];
const state = document.getElementById("state");
const packed = {}; // name -> its content, gzipped, in base64; filled by the scripts in data/
const files = {};
let worker, isReady = false, number = 0;
const waiting = new Map(); // number of a question -> its form

window.playgroundFile = (name, text) => { packed[name] = text; };

/** Loads a file, and unpacks it. */
async function load(name) {
  await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: `data/${name}.js`, onload: resolve, onerror: () => reject(new Error(`no file data/${name}.js`)) });
    document.head.append(script);
  });
  const text = atob(packed[name]);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  delete packed[name];
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  files[name] = await new Response(stream).arrayBuffer();
}

/** Starts the thread of Python. */
function begin() {
  isReady = false;
  show();
  const code = new Blob([files["worker.js"]], { type: "text/javascript" });
  worker = new Worker(URL.createObjectURL(code));
  worker.onerror = (event) => { state.textContent = `Python does not start: ${event.message ?? "no thread"}`; };
  worker.onmessage = ({ data }) => {
    if (data.ready) {
      isReady = true;
      state.textContent = `Python is ready after ${(performance.now() / 1000).toFixed(1)} s.`;
    } else if (waiting.has(data.number)) {
      print(waiting.get(data.number), data.lines);
      waiting.delete(data.number);
    } else {
      state.textContent = `Python does not start: ${data.lines[0][1]}`;
    }
    show();
  };
  worker.postMessage({ files: Object.fromEntries(FIRST.map((name) => [name, files[name]])) });
}

/** Shows which buttons may be pressed. */
function show() {
  for (const form of document.forms) {
    form.querySelector("button").disabled = !isReady || waiting.size > 0;
    form.querySelector(".stop").hidden = ![...waiting.values()].includes(form);
  }
}

function print(form, lines) {
  const out = form.querySelector("pre");
  out.replaceChildren(...lines.map(([style, text]) => Object.assign(document.createElement("div"), { className: style, textContent: text })));
}

function ask(form, call, args) {
  waiting.set(++number, form);
  print(form, [["quiet", "…"]]);
  worker.postMessage({ call, args, number });
  show();
}

const [statement, note] = document.forms;
statement.onsubmit = (event) => {
  event.preventDefault();
  if (isReady && !waiting.size) ask(statement, "prove", [statement.text.value, statement.given.value]);
};
note.onsubmit = (event) => {
  event.preventDefault();
  if (isReady && !waiting.size) ask(note, "check", [note.source.value, note.kind.value === "tex"]);
};
for (const button of document.querySelectorAll(".example")) {
  button.onclick = () => {
    statement.text.value = button.dataset.text;
    statement.given.value = button.dataset.given;
    statement.requestSubmit();
  };
}
for (const button of document.querySelectorAll(".stop")) {
  button.onclick = () => {
    worker.terminate();
    for (const form of waiting.values()) print(form, [["open", "stopped"]]);
    waiting.clear();
    state.textContent = "Starting Python again …";
    begin();
  };
}

/** #note=…, #tex=… or #prove=… fills a box: a link from a report. */
function fill() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("prove")) [statement.text.value, statement.given.value] = [given.get("prove"), given.get("given") ?? ""];
  if (given.has("note") || given.has("tex")) {
    note.source.value = given.get("note") ?? given.get("tex");
    note.kind.value = given.has("tex") ? "tex" : "md";
    note.source.scrollIntoView();
  }
}
window.onhashchange = fill;
fill();

if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined") {
  state.textContent = "This browser is too old to run Python.";
} else {
  Promise.all(FIRST.map(load)).then(begin, (error) => { state.textContent = `The page is incomplete: ${error.message}.`; });
}
