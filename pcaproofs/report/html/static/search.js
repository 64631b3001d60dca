"use strict";
// Full-text search from disk: the index is a script that is loaded with the first key. All words have to occur. A claim or
// section whose title has them, or which explains them, comes first; the words together count more than apart.
(() => {
  const form = document.querySelector("form.search");
  if (!form) return;
  const input = form.querySelector("input");
  const panel = document.getElementById("found");
  const status = panel.querySelector("[role=status]");
  const list = panel.querySelector("ol");
  const MOST = 30;
  let entries = null;
  let loading = null;
  form.hidden = false;

  // What people type for a Greek letter, and American spellings of what the pages spell the British way.
  const GREEK = { lambda: "λ", mu: "μ", sigma: "σ", tau: "τ", epsilon: "ε", alpha: "α", beta: "β", nabla: "∇" };
  const spellings = (word) => [word, GREEK[word], word.replace(/i[sz](e|ed|es|er|ers|ing|ation)$/, "is"),
    word.replace(/^cent(er|re).*$/, "centr")].filter((x, k, all) => x && all.indexOf(x) === k);

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function loaded() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "search-index.js";
      script.onload = () => {
        entries = window.PCA_INDEX.map((entry) => ({ ...entry, head: plain(`${entry.title} ${entry.id}`), explains: plain(entry.explains ?? ""), body: plain(entry.text) }));
        resolve();
      };
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  // Whether a text has a word, 2 where a word begins with it, 1 inside of another word.
  function has(text, word) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!at || !/[\p{L}\p{N}]/u.test(text[at - 1])) return 2;
    }
    return text.includes(word) ? 1 : 0;
  }

  const points = (entry, word) => [0, 4, 10][has(entry.head, word)] || [0, 1, 3][has(entry.body, word)] || [0, 0, 3][has(entry.explains, word)];

  function score(entry, words) {
    let sum = 0;
    for (const each of words) {
      const best = Math.max(...each.map((word) => points(entry, word)));
      if (!best) return 0;
      sum += best;
    }
    const phrases = words.reduce((before, each) => before.flatMap((x) => each.map((y) => (x ? `${x} ${y}` : y))), [""]);
    const whole = (text) => words.length > 1 && phrases.some((phrase) => text.includes(phrase));
    if (phrases.some((phrase) => has(entry.explains, phrase) === 2)) sum += 8;
    return sum + (whole(entry.head) ? 8 : whole(entry.body) ? 8 : 0);
  }

  // The words around the first hit, and the hits marked.
  function excerpt(entry, words) {
    const first = Math.min(...words.map((word) => entry.body.indexOf(word)).filter((at) => at >= 0));
    const start = Number.isFinite(first) ? Math.max(0, first - 50) : 0;
    return (start ? "… " : "") + entry.text.slice(start, start + 150) + (start + 150 < entry.text.length ? " …" : "");
  }

  function marked(text, words) {
    const out = document.createDocumentFragment();
    const low = text.toLowerCase();
    let k = 0;
    while (k < text.length) {
      const hits = words.map((word) => [low.indexOf(word, k), word.length]).filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0]);
      if (!hits.length) break;
      const [at, length] = hits[0];
      const mark = document.createElement("mark");
      mark.textContent = text.slice(at, at + length);
      out.append(text.slice(k, at), mark);
      k = at + length;
    }
    out.append(text.slice(k));
    return out;
  }

  async function asked() {
    try { await loaded(); } catch { status.textContent = "The index is missing."; panel.hidden = false; return; }
    const typed = plain(input.value).split(/\s+/).filter(Boolean).slice(0, 8).map(spellings);  // after loading: keys may have been pressed meanwhile
    const words = typed.flat();
    if (!words.length) { panel.hidden = true; return; }
    const hits = entries.map((entry) => [score(entry, typed), entry]).filter(([sum]) => sum)
      .sort((a, b) => b[0] - a[0]);
    list.replaceChildren(...hits.slice(0, MOST).map(([, entry]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.href;
      const title = document.createElement("strong");
      title.append(marked(entry.title, words));
      const place = document.createElement("span");
      place.className = "quiet";
      place.textContent = ` ${entry.kind ? `${entry.kind} · ` : ""}${entry.in}`;
      const said = document.createElement("span");
      said.className = "said";
      said.append(marked(excerpt(entry, words), words));
      link.append(title, place, said);
      item.append(link);
      return item;
    }));
    status.textContent = hits.length > MOST ? `${MOST} of ${hits.length} places` : `${hits.length} place${hits.length === 1 ? "" : "s"}`;
    panel.hidden = false;
  }

  input.addEventListener("input", asked);
  input.addEventListener("focus", () => { loaded().catch(() => {}); if (input.value) asked(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") { panel.hidden = true; input.focus(); }
    else if (event.key === "ArrowDown" && !panel.hidden) (links[at + 1] ?? links[0])?.focus();
    else if (event.key === "ArrowUp" && at >= 0) (at ? links[at - 1] : input).focus();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", () => { panel.hidden = true; });
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) panel.hidden = true; });
  form.addEventListener("focusout", (event) => { if (event.relatedTarget && !form.contains(event.relatedTarget)) panel.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(input|select|textarea)$/i.test(event.target.tagName)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
