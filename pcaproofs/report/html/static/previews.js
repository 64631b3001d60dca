"use strict";
// The statement of a claim beside a reference to it, on hover and on focus. The statements are a script that is loaded with
// the first of them. Escape closes the preview; the pointer may move into it.
(() => {
  const links = document.querySelectorAll("main a[data-claim]");
  if (!links.length) return;
  const box = document.createElement("div");
  box.id = "preview";
  box.className = "preview";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let of = null;
  let waiting = 0;

  function loaded() {
    if (window.PCA_STATEMENTS) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "statements.js";
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  }

  async function show(link) {
    of = link;
    try { await loaded(); } catch { return; }
    const text = window.PCA_STATEMENTS[link.dataset.claim];
    if (of !== link || !text) return;
    box.innerHTML = text;
    box.hidden = false;
    link.setAttribute("aria-describedby", "preview");
    const at = link.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const below = at.bottom + 6 + height <= innerHeight || at.top < height + 6;
    box.style.left = `${scrollX + Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8))}px`;
    box.style.top = `${scrollY + (below ? at.bottom + 6 : at.top - height - 6)}px`;
  }

  function hide() {
    clearTimeout(waiting);
    of?.removeAttribute("aria-describedby");
    of = null;
    box.hidden = true;
  }

  const later = (what, time) => () => { clearTimeout(waiting); waiting = setTimeout(what, time); };
  for (const link of links) {
    link.addEventListener("mouseenter", later(() => show(link), 250));
    link.addEventListener("mouseleave", later(hide, 250));
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) show(link); });
    link.addEventListener("blur", hide);
  }
  box.addEventListener("mouseenter", () => clearTimeout(waiting));
  box.addEventListener("mouseleave", later(hide, 250));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !box.hidden) hide(); });
})();
