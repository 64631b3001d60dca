"use strict";
// The colours, before anything is painted: as the system has them, or as the reader chose.
const THEMES = ["light", "dark"]; // each has a rule :root[data-theme] in style.css
try {
  const theme = localStorage.getItem("pcaproofs-theme");
  if (THEMES.includes(theme)) document.documentElement.dataset.theme = theme;
} catch { /* where nothing may be remembered, the system's colours hold */ }
