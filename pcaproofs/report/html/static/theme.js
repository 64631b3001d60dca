"use strict";
// The colours, before anything is painted: as the system has them, or as the reader chose.
try {
  const theme = localStorage.getItem("pcaproofs-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* where nothing may be remembered, the system's colours hold */ }
