"use strict";
// What the pages can do besides being read. Without it all statements, tables and proofs are there; only the terms behind
// a line of a proof are loaded, by proofs.js.

// A link of each claim to the playground, if the site was written with one.
const playground = document.body.dataset.playground;
for (const button of playground ? document.querySelectorAll(".claim > header > button.copy") : []) {
  const link = Object.assign(document.createElement("a"), {
    className: "in-print", href: `${playground}#tex=${encodeURIComponent(button.dataset.latex)}`, textContent: "Try a change of it",
  });
  button.after(link);
}

// Copy: the button of a claim, and selections, in which formulas become LaTeX between dollars.
for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copied(button.dataset.latex);
    button.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => { button.textContent = "Copy LaTeX"; }, 1600);
  });
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function asLatex(fragment) {
  for (const broken of fragment.querySelectorAll(".broken")) broken.remove(); // the whole formula stands before it
  for (const math of fragment.querySelectorAll("math")) {
    const source = math.querySelector("annotation");
    if (source) math.replaceWith(math.getAttribute("display") === "block" ? `\n\\[${source.textContent}\\]\n` : `$${source.textContent}$`);
  }
  return fragment.textContent.replace(/[ \t]*\n\s*\n+/g, "\n\n").trim();
}

document.addEventListener("copy", (event) => {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return;
  const fragment = document.createDocumentFragment();
  for (let k = 0; k < selection.rangeCount; k += 1) fragment.append(selection.getRangeAt(k).cloneContents());
  if (!fragment.querySelector("math")) return;
  event.clipboardData.setData("text/plain", asLatex(fragment));
  event.preventDefault();
});

// A link to a claim opens what hides it.
function uncovered() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
}
addEventListener("hashchange", uncovered);
uncovered();

// All proofs of a page, shown or folded.
const unfold = document.querySelector("button.unfold");
const proofs = [...document.querySelectorAll("details.proof")];
if (unfold && proofs.length) {
  unfold.hidden = false;
  const said = () => {
    const all = proofs.every((proof) => proof.open);
    unfold.setAttribute("aria-pressed", String(all));
  };
  unfold.addEventListener("click", () => {
    const open = !proofs.every((proof) => proof.open);
    for (const proof of proofs) proof.open = open;
    said();
  });
  for (const proof of proofs) proof.addEventListener("toggle", said);
}

// On paper nothing is folded but what the certificate says of a line.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("main details:not(.line):not([open])")];
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => { for (const details of folded) details.open = false; });

// The colours: as the system has them, light, or dark; the choice is kept.
const theme = document.querySelector("button.theme");
if (theme) {
  const NAMES = ["auto", ...THEMES];
  const root = document.documentElement;
  const said = () => { theme.textContent = `Theme: ${root.dataset.theme ?? "auto"}`; };
  theme.hidden = false;
  said();
  theme.addEventListener("click", () => {
    const next = NAMES[(NAMES.indexOf(root.dataset.theme ?? "auto") + 1) % NAMES.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === "auto") localStorage.removeItem("pcaproofs-theme");
      else localStorage.setItem("pcaproofs-theme", next);
    } catch { /* then it holds for this page */ }
    said();
  });
}

// The contents: a column beside the text, and a drawer on phones.
const sidebar = document.getElementById("sidebar");
const menu = document.querySelector("a.menu");
if (sidebar && menu) {
  menu.setAttribute("role", "button");
  menu.setAttribute("aria-expanded", "false");
  menu.setAttribute("aria-controls", "sidebar");
  const drawer = (open) => {
    sidebar.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
    if (open) sidebar.querySelector("a.close").focus();
  };
  menu.addEventListener("click", (event) => { event.preventDefault(); drawer(!sidebar.classList.contains("open")); });
  menu.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); menu.click(); } });
  sidebar.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    if (link.classList.contains("close")) { event.preventDefault(); drawer(false); menu.focus(); }
    else drawer(false);
  });
  sidebar.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && sidebar.classList.contains("open")) { drawer(false); menu.focus(); }
  });
  const here = sidebar.querySelector("details[open]");
  if (here) sidebar.scrollTop = Math.max(0, here.offsetTop - 60);

  // Where the reader is.
  const marks = new Map([...sidebar.querySelectorAll("details[open] a[href*='#']")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      if (!isIntersecting) continue;
      for (const link of marks.values()) link.classList.remove("here");
      marks.get(target.id).classList.add("here");
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  for (const id of marks.keys()) {
    const target = document.getElementById(id);
    if (target) seen.observe(target);
  }
}

// A formula that a phone would show in small print, and one in a sentence that would be cut, is broken before its relations,
// sums and differences.
const narrow = matchMedia("(max-width: 44rem)");
const SIGNS = "=≠≤≥<>∈+−";

function broken(math) {
  let top = math.querySelector("semantics > :first-child");
  while (top.tagName === "mrow" && top.childElementCount === 1) top = top.firstElementChild;
  const cells = top.tagName === "mtable" ? [...top.querySelectorAll(":scope > mtr > mtd")] : [top];
  const items = cells.flatMap((cell) => [...cell.children]).flatMap((item) => (top.tagName === "mtable" && item.tagName === "mrow" ? [...item.children] : [item]));
  const pieces = [[]];
  let depth = 0; // of brackets, in which nothing is broken
  for (const item of items) {
    const sign = item.tagName === "mo" ? item.textContent.trim() : "";
    const after = pieces.at(-1).at(-1);
    if (sign && SIGNS.includes(sign) && !depth && after && !(after.tagName === "mo" && SIGNS.includes(after.textContent.trim()))) pieces.push([]);
    if (sign && "([{⟨".includes(sign)) depth += 1;
    if (sign && ")]}⟩".includes(sign)) depth -= 1;
    pieces.at(-1).push(item);
  }
  if (pieces.length < 2) return null;
  const box = document.createElement("span");
  box.className = "broken";
  for (const piece of pieces) {
    const part = math.cloneNode(false);
    for (const name of ["display", "class", "style"]) part.removeAttribute(name);
    part.setAttribute("displaystyle", String(math.getAttribute("display") === "block"));
    part.append(...piece.map((item) => item.cloneNode(true)));
    if (part.firstElementChild.tagName === "mo") part.firstElementChild.setAttribute("form", "infix");
    part.style.setProperty("--glyphs", part.textContent.length);
    box.append(...(box.childElementCount ? [" "] : []), part);
  }
  return box;
}

function fitted() {
  for (const math of document.querySelectorAll(".unbroken")) math.classList.remove("unbroken");
  for (const math of document.querySelectorAll(narrow.matches ? ".display > math, .term > math, .long > math" : ".long > math")) {
    const around = math.parentElement;
    const size = (e) => parseFloat(getComputedStyle(e).fontSize);
    if (narrow.matches ? size(math) >= 0.88 * size(around) : around.scrollWidth <= around.clientWidth + 1) continue;
    const made = math.nextElementSibling?.className === "broken" ? math.nextElementSibling : broken(math);
    if (!made) continue;
    if (!made.isConnected) math.after(made);
    math.classList.add("unbroken");
  }
}
narrow.addEventListener("change", fitted);
addEventListener("load", fitted);

// What scrolls sideways can be scrolled with the keyboard.
const SCROLLING = ".display, .lines, .long, .scroll, pre";
const measure = () => {
  for (const box of document.querySelectorAll(SCROLLING)) {
    if (box.closest("summary")) continue; // which has the keyboard itself
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else if (!box.hasAttribute("role")) box.removeAttribute("tabindex");
  }
};
addEventListener("load", measure);
addEventListener("resize", measure);
document.addEventListener("toggle", measure, true);

// The table of claims and the graph, filtered by the same form; what is chosen is kept in the address.
const form = document.getElementById("filter");
if (form) {
  const rows = [...document.querySelectorAll("table.claims tbody tr")];
  const nodes = [...document.querySelectorAll("a.node")];
  const edges = [...document.querySelectorAll("g.edge")];
  const output = form.querySelector("output");
  const fields = ["chapter", "verdict", "note", "name"];

  const filtered = () => {
    const wanted = Object.fromEntries(fields.map((name) => [name, form.elements[name].value.trim()]));
    const shown = new Set();
    for (const row of rows) {
      const { id, chapter, verdict, notes } = row.dataset;
      const fits = (!wanted.chapter || chapter === wanted.chapter) && (!wanted.verdict || verdict === wanted.verdict)
        && (!wanted.note || notes.split(" ").includes(wanted.note)) && id.includes(wanted.name.toLowerCase());
      row.hidden = !fits;
      if (fits) shown.add(id);
    }
    for (const node of nodes) node.classList.toggle("dim", !shown.has(node.dataset.id));
    for (const edge of edges) edge.classList.toggle("dim", !(shown.has(edge.dataset.from) && shown.has(edge.dataset.to)));
    output.value = `${shown.size} of ${rows.length} claims`;
    return wanted;
  };
  const changed = () => {
    const chosen = new URLSearchParams(Object.entries(filtered()).filter(([, value]) => value));
    const query = chosen.toString();
    try {
      history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash);
    } catch { /* an address that may not be changed is no loss */ }
  };
  form.hidden = false;
  const asked = new URLSearchParams(location.search);
  for (const name of fields) {
    const field = form.elements[name];
    const value = asked.get(name) || "";
    if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(changed));
  filtered();

  // What is pointed at or has the keyboard shows its arrows.
  for (const node of nodes) {
    const { id } = node.dataset;
    const near = edges.filter((edge) => edge.dataset.from === id || edge.dataset.to === id);
    const light = (on) => () => { for (const edge of near) edge.classList.toggle("lit", on); };
    for (const name of ["mouseenter", "focus"]) node.addEventListener(name, light(true));
    for (const name of ["mouseleave", "blur"]) node.addEventListener(name, light(false));
  }
}
