"use strict";
(() => {
  const table = document.getElementById("all");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row, place) => ({
    row, place, groups: ` ${row.dataset.groups} `,
    text: Array.from(row.cells, (cell) => cell.dataset.value === undefined ? cell.textContent : "").join(" ").toLowerCase(),
  }));
  const search = document.getElementById("search");
  const group = document.getElementById("group");
  const shown = document.getElementById("shown");

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { row, text, groups } of rows) {
      const fits = words.every((word) => text.includes(word)) && (!group.value || groups.includes(` ${group.value} `));
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count} of ${rows.length}`;
  };

  const key = (cell) => cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
  const compare = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true });
  const sort = (header, column) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const keyed = rows.map((each) => [key(each.row.cells[column]), each]);
    keyed.sort(([a, one], [b, two]) => (down ? -1 : 1) * compare(a, b) || one.place - two.place);
    body.append(...keyed.map(([, each]) => each.row));
  };

  Array.from(table.tHead.rows[0].cells).forEach((header, column) => {
    if ("unsorted" in header.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sort(header, column));
    header.append(button);
  });
  search.addEventListener("input", filter);
  group.addEventListener("change", filter);
  filter();
  document.getElementById("controls").hidden = false;
})();
