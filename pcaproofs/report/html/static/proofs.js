"use strict";
// "Check this proof here" at each claim, and "Check the whole book": the certificates of a chapter are a script that is
// loaded when they are asked for, and checker.js multiplies them out in the reader's browser.
(() => {
  const RELATIONS = { "=": "=", ">=": "≥", ">": ">", "!=": "≠" };
  const MOST = 60; // terms that are shown
  const GOALS = {
    main: "The statement",
    better: "Nothing is better than the claimed optimum",
    value: "The value at the claimed optimum",
    enough: "What satisfies the equations is optimal",
    transform: "One objective is a function of the other",
  };

  // ---------------------------------------------------------------------------------------------- loading
  const loading = new Map();
  function script(address) {
    if (!loading.has(address)) {
      loading.set(
        address,
        new Promise((resolve, reject) => {
          const made = document.createElement("script");
          made.src = address;
          made.onload = resolve;
          made.onerror = () => reject(new Error(`${address} cannot be loaded`));
          document.head.append(made);
        }),
      );
    }
    return loading.get(address);
  }

  const contents = new Map();
  function unpacked(text) {
    if (!contents.has(text)) contents.set(text, inflated(text));
    return contents.get(text);
  }
  async function inflated(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  async function proofsOf(chapter) {
    await Promise.all([script("checker.js"), script(`certificates/${chapter}.js`)]);
    return unpacked(window.PCA_PROOFS[chapter]);
  }

  // The terms behind a line of a proof, when it is unfolded.
  async function loadTerms(box) {
    const [chapter, k] = box.dataset.terms.split(" ");
    await script(`certificates/${chapter}.terms.js`);
    box.insertAdjacentHTML("beforeend", (await unpacked(window.PCA_TERMS[chapter]))[k]);
    if (typeof fitted === "function") fitted(); // of script.js
  }
  for (const box of document.querySelectorAll("[data-terms]")) {
    box.parentElement.addEventListener("toggle", () => loadTerms(box), { once: true });
  }

  // ---------------------------------------------------------------------------------------------- elements
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const LOWERED = { i: "ᵢ", j: "ⱼ", k: "ₖ", m: "ₘ", n: "ₙ", p: "ₚ", s: "ₛ", t: "ₜ", l: "ₗ", e: "ₑ" };
  // Text of a certificate as a reader would write it.
  const pretty = (text) =>
    text
      .replaceAll(">=", "≥")
      .replaceAll("!=", "≠")
      .replace(/\^(-?)([0-9]+)/g, (_, sign, digits) => (sign && "⁻") + digits.replace(/[0-9]/g, (d) => RAISED[d]))
      .replace(/1\[(\w+)\]/g, (whole, n) => (LOWERED[n] ? `𝟏${LOWERED[n]}` : `𝟏[${n}]`))
      .replace(/_([a-z])(?![a-z0-9])/g, (whole, n) => LOWERED[n] ?? whole);
  const formula = (text) => element("span", { class: "poly" }, pretty(text));
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const pause = () =>
    new Promise((resolve) => {
      setTimeout(resolve);
    });

  // A polynomial as text; I stands for the identity.
  function polynomial(algebra, p) {
    const isScalar = p.rows === 1n && p.cols === 1n;
    const text = (term) => {
      const said = algebra.shown(term);
      if (term[1] || isScalar) return said;
      return /^-?1$/.test(said) ? said.replace("1", "I") : `${said}·I`;
    };
    const terms = [...p.terms.values()].slice(0, MOST).map(text);
    const more = p.terms.size > MOST ? ` + … (${p.terms.size - MOST} more terms)` : "";
    return (terms.join(" + ").replaceAll("+ -", "− ").replace(/^-/, "−") || "0") + more;
  }

  // ---------------------------------------------------------------------------------------------- a certificate
  function stepName({ goal, lemma, certificate }) {
    const [kind, ...subject] = goal.split(" ");
    const named =
      kind === "feasible:"
        ? `The claimed optimum satisfies ${subject.join(" ")}`
        : `Equation ${+subject[0] + 1} holds at every optimum`;
    const part = certificate === null ? "" : `part ${certificate + 1} of the induction: `;
    return `${part}${GOALS[goal] ?? named}${lemma === null ? "" : `, ${lemma}`}`;
  }

  // The coefficient in front of an expression, and the expression with another.
  const leading = (e) => (e[0] === "number" ? e[1] : e[0] === "mul" && e[1][0] === "number" ? e[1][1] : "1");
  function withLeading(e, c) {
    if (e[0] === "number") return ["number", c];
    return e[0] === "mul" && e[1][0] === "number" ? ["mul", ["number", c], ...e.slice(2)] : ["mul", ["number", c], e];
  }
  function behind(e) {
    if (e[0] === "number") return "";
    const rest = e[0] === "mul" && e[1][0] === "number" ? (e.length === 3 ? e[2] : ["mul", ...e.slice(2)]) : e;
    return rest[0] === "eye" ? "" : pcaChecker.textOf(rest);
  }
  // What a lemma multiplies out.
  function nameOf({ value, factor: [number, factors] }) {
    if (value === null) return "Σ squares";
    return number === "1" && !factors.length ? "value" : "factor·value";
  }
  const right = (e) => (e[0] === "eye" || (e[0] === "number" && e[1] === "1") ? "" : pcaChecker.textOf(e));
  const factor = (text) =>
    (/ [+] /.test(text) && !/^\(.*\)$/.test(text)) || text.startsWith("-") ? `(${text})` : text;

  class Proof {
    constructor(found, claim, formulas) {
      this.found = found;
      this.claim = claim;
      this.shown = 0;
      this.status = element("p", { class: "said", role: "status", "aria-live": "polite" });
      this.list = element("ol", { class: "steps" });
      this.next = button("Next step", () => this.show(this.shown + 1));
      this.all = button("All steps", () => this.show(Infinity));
      this.again = button("As it was", () => {
        this.read();
        this.run();
        this.show(this.shown);
      });
      this.again.hidden = true;
      this.read();
      this.box = element(
        "div",
        { class: "certificate" },
        element(
          "div",
          { class: "both" },
          element("div", {}, element("p", { class: "label-of" }, "On this page"), ...formulas),
          element("div", {}, element("p", { class: "label-of" }, "In the certificate"), this.statement()),
        ),
        ...this.notes(),
        element("p", { class: "controls" }, this.next, " ", this.all, " ", this.again),
        this.list,
        this.status,
      );
      this.run();
    }

    read() {
      this.file = pcaChecker.readFile(new TextEncoder().encode(this.found.text));
      this.again.hidden = true;
    }

    statement() {
      return element("pre", {}, pcaChecker.statementText(this.file.statement).join("\n"));
    }

    notes() {
      const names = Object.entries(this.found.names).map(([name, old]) => `${name} stands for ${old}`);
      const said = [];
      if (names.length) said.push(element("p", { class: "quiet" }, `In it ${names.join(", ")}.`));
      for (const [hypothesis, [, name, href]] of Object.entries(this.found.from)) {
        const link = element("a", { href }, name);
        said.push(
          element("p", { class: "quiet" }, "The hypothesis ", formula(hypothesis), " is what ", link, " says."),
        );
      }
      return said;
    }

    // Checks everything, and remembers the steps.
    run() {
      this.steps = [];
      this.result = pcaChecker.check(this.file, (step) => this.steps.push(step));
      const { verdict, reason, sha256 } = this.result;
      this.status.replaceChildren();
      const file = element("a", { href: this.found.file }, this.found.file);
      if (verdict === "proved")
        this.status.append(
          "Accepted, ",
          `${this.steps.length} step${this.steps.length === 1 ? "" : "s"}. `,
          file,
          ", sha256 ",
          element("code", {}, sha256),
        );
      else this.status.append(element("strong", {}, "Refused"), `: ${reason}`);
      this.status.classList.toggle("wrong", verdict !== "proved");
    }

    show(count) {
      const last = Math.min(Math.max(count, 1), this.steps.length);
      this.shown = last;
      this.list.replaceChildren(...this.steps.slice(0, last).map((step, k) => this.step(step, k)));
      const failed = this.result.verdict !== "proved";
      this.next.disabled = this.all.disabled = last === this.steps.length;
      if (failed && last === this.steps.length && this.steps.at(-1)?.rest.terms.size === 0) {
        this.list.append(element("li", { class: "wrong" }, `${stepName(this.result.place)}: ${this.result.reason}`));
      }
    }

    step({ place, step, relation, total, squares, values, rest, facts = new Map(), known, scope }, k) {
      const { algebra } = scope;
      const isRight = rest.terms.size === 0;
      const shown = (p) => formula(polynomial(algebra, p));
      const line = (input, said, reason, p) =>
        element(
          "div",
          { class: "summand" },
          element("span", {}, input, formula(said)),
          element("span", { class: "reason" }, ...[reason].flat()),
          element("span", {}, "= ", shown(p)),
        );
      const lines = step.squares.map(([weight, root], i) => {
        const words = weight[1].map(([name, power]) => `(${name})${power === 1n ? "" : `^${power}`}·`).join("");
        const change = (c) => {
          weight[0] = c;
        };
        return line(
          this.coefficient(weight[0], `coefficient of square ${i + 1} in step ${k + 1}`, change),
          `·${words}‖${root[0] === "tensor" ? "tensor" : pcaChecker.textOf(root)}‖²`,
          "a square",
          squares[i],
        );
      });
      lines.push(
        ...step.cofactors.map((cofactor, i) => {
          const fact = known.get(cofactor.fact)[1];
          const inner = `(${polynomial(algebra, fact)})${cofactor.transposed ? "ᵀ" : ""}`;
          const product = [factor(behind(cofactor.left)), inner, factor(right(cofactor.right))]
            .filter(Boolean)
            .join("·");
          const outer = cofactor.outer && right(cofactor.outer);
          const change = (c) => {
            cofactor.left = withLeading(cofactor.left, c);
          };
          return line(
            this.coefficient(leading(cofactor.left), `coefficient of line ${i + 1} in step ${k + 1}`, change),
            `·${cofactor.outer ? `tr(${product})${outer && `·${factor(outer)}`}` : product}`,
            ["by ", formula(cofactor.fact)],
            values[i],
          );
        }),
      );
      const summands = [...(step.value === null ? [] : squares), ...values];
      const sum = algebra.sum(total, summands.length ? summands : [algebra.made(total.rows, total.cols)]);
      const gives = [...facts].map(
        ([name, [relationTo, p]]) => `${name}: ${polynomial(algebra, p)} ${RELATIONS[relationTo]} 0`,
      );
      const goal = relation === "=" ? "left − right" : "difference";
      const what = place.lemma === null ? goal : nameOf(step);
      return element(
        "li",
        { class: isRight ? "" : "wrong" },
        element("p", {}, element("strong", {}, pretty(stepName(place)))),
        element("p", {}, `${what}: `, shown(total)),
        ...lines,
        element(
          "p",
          {},
          lines.length ? "Sum: " : "Both sides are the same: ",
          shown(sum),
          isRight ? " ✓ equal" : element("strong", {}, " ✗ not equal"),
        ),
        ...(isRight ? [] : [element("p", { class: "wrong" }, "This step fails. What remains: ", shown(rest))]),
        ...(gives.length && isRight ? [element("p", { class: "quiet" }, "So ", formula(gives.join(", ")))] : []),
      );
    }

    coefficient(value, label, change) {
      const input = element("input", {
        type: "text",
        value,
        "aria-label": label,
        size: Math.max(2, value.length),
        inputmode: "text",
        autocomplete: "off",
      });
      input.addEventListener("change", () => {
        change(input.value.trim().replace("−", "-"));
        this.again.hidden = false;
        this.run();
        this.show(this.shown);
        this.list.querySelector(`[aria-label="${label}"]`)?.focus();
      });
      return input;
    }
  }

  // ---------------------------------------------------------------------------------------------- a counterexample
  // An entry is [a, b], which is a + bε with ε² = 0, for derivatives.
  function evaluator(sizes, letters, ones) {
    const { plus, multiplied, rational, whole } = pcaChecker;
    const zero = whole(0n);
    const entry = (a, b = zero) => [a, b];
    const add = ([a, b], [c, d]) => [plus(a, c), plus(b, d)];
    const mul = ([a, b], [c, d]) => [multiplied(a, c), plus(multiplied(a, d), multiplied(b, c))];
    const sizeOf = (n) => (typeof n === "string" ? sizes[n] : Number(n));
    const matrix = (rows, cols, f) =>
      Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (__, j) => f(i, j)));
    const transpose = (m) => matrix(m[0].length, m.length, (i, j) => m[j][i]);
    const scaled = (c, m) => m.map((row) => row.map((x) => mul(c, x)));
    const product = (m, k) => {
      if (m[0].length !== k.length)
        return m.length === 1 && m[0].length === 1 ? scaled(m[0][0], k) : scaled(k[0][0], m);
      return matrix(m.length, k[0].length, (i, j) => k.map((row, x) => mul(m[i][x], row[j])).reduce(add));
    };
    const sum = (m, k) => matrix(m.length, m[0].length, (i, j) => add(m[i][j], k[i][j]));
    const identity = (n) => matrix(n, n, (i, j) => entry(whole(i === j ? 1n : 0n)));
    const reciprocal = ([a, b]) => {
      const inverse = a.n < 0n ? { n: -a.d, d: -a.n } : { n: a.d, d: a.n };
      return [inverse, multiplied(multiplied(whole(-1n), b), multiplied(inverse, inverse))];
    };
    const slope = (e, name, direction, at) => {
      const moved = at[name].map((row, i) => row.map(([a], j) => [a, direction[i][j][0]]));
      return value(e, { ...at, [name]: moved }).map((row) => row.map(([, b]) => entry(b)));
    };
    function value(e, at) {
      const [head, x, y, z] = e;
      if (head === "number") return [[entry(rational(x))]];
      if (head === "eye") return identity(sizeOf(x));
      if (head === "zero") return matrix(sizeOf(x), sizeOf(y), () => entry(zero));
      if (head === "letter") return at[x];
      if (head === "size") return [[entry(whole(BigInt(sizes[x])))]];
      if (head === "inverse") {
        const base = x in sizes ? entry(whole(BigInt(sizes[x]))) : at[x][0][0];
        return [[Array.from({ length: Number(y) }, () => reciprocal(base)).reduce(mul)]];
      }
      if (head === "t") return transpose(value(x, at));
      if (head === "tr")
        return [
          [
            value(x, at)
              .map((row, i) => row[i])
              .reduce(add),
          ],
        ];
      if (head === "pow")
        return Array.from({ length: Number(y) }, () => value(x, at)).reduce(product, identity(value(x, at).length));
      if (head === "derivative") return slope(x, y, value(z, at), at);
      if (head === "gradient") {
        const [rows, cols] = [at[y].length, at[y][0].length];
        const unit = (i, j) => matrix(rows, cols, (k, l) => entry(whole(i === k && j === l ? 1n : 0n)));
        return matrix(rows, cols, (i, j) => slope(x, y, unit(i, j), at)[0][0]);
      }
      return e
        .slice(1)
        .map((part) => value(part, at))
        .reduce(head === "add" ? sum : product);
    }
    const start = Object.fromEntries(
      Object.entries(letters).map(([name, m]) => [name, m.map((row) => row.map((c) => entry(rational(c))))]),
    );
    for (const n of ones) start[`1[${n}]`] = matrix(sizeOf(n), 1, () => entry(whole(1n)));
    return { value, start };
  }

  const matrixText = (m) => {
    const { written } = pcaChecker;
    const text = m.map((row) => row.map(([a]) => written(a)).join(" ")).join("; ");
    return m.length * m[0].length === 1 ? text : `(${text})`;
  };

  function holds(relation, left, right) {
    const { plus, multiplied, whole } = pcaChecker;
    const differences = left.flatMap((row, i) =>
      row.map(([a], j) => plus(a, multiplied(whole(-1n), right[i][j][0])).n),
    );
    if (relation === "=") return differences.every((n) => n === 0n);
    const [n] = differences;
    return relation === ">=" ? n >= 0n : relation === ">" ? n > 0n : n !== 0n;
  }

  // {lines, fails}: every hypothesis with its two sides, and what fails.
  function multipliedOut(example) {
    const { compared, textOf } = pcaChecker;
    const statement = JSON.parse(JSON.stringify(example.statement), (_, x) => (Number.isInteger(x) ? BigInt(x) : x));
    const { value, start } = evaluator(example.sizes, example.letters, statement.ones);
    const lines = [];
    let assumed = true;
    for (const [, h] of statement.hypotheses) {
      const [left, right] = [value(h.left, start), value(h.right, start)];
      const right_ = holds(h.relation, left, right);
      assumed &&= right_;
      lines.push([compared(h), `${matrixText(left)} ${RELATIONS[h.relation]} ${matrixText(right)}`, right_]);
    }
    const c = statement.conclusion;
    if (c.is === "Compare") {
      const [left, right] = [value(c.left, start), value(c.right, start)];
      const isTrue = holds(c.relation, left, right);
      lines.push([compared(c), `${matrixText(left)} is not ${RELATIONS[c.relation]} ${matrixText(right)}`, !isTrue]);
      return { lines, fails: assumed && !isTrue };
    }
    const at = { ...start, ...Object.fromEntries(c.at.map(([name, e]) => [name, value(e, start)])) };
    const [rival, best] = [value(c.objective, start), value(c.objective, at)];
    const isBetter = c.sense === "min" ? !holds(">=", rival, best) : !holds(">=", best, rival);
    const where = c.at.map(([name, e]) => `${name} = ${textOf(e)}`).join(", ");
    lines.push([
      textOf(c.objective),
      `${matrixText(rival)} here, which is better than ${matrixText(best)} at ${where}`,
      isBetter,
    ]);
    return { lines, fails: assumed && isBetter };
  }

  function exampleBox(example) {
    const sizes = Object.entries(example.sizes).map(([name, size]) => `${name} = ${size}`);
    const letters = Object.entries(example.letters).map(
      ([name, m]) =>
        `${name} = ${m.length * m[0].length === 1 ? m[0][0] : `(${m.map((row) => row.join(" ")).join("; ")})`}`,
    );
    const { lines, fails } = multipliedOut(example);
    const rows = lines.map(([said, sides, isRight], k) =>
      element(
        "tr",
        {},
        element("td", {}, k < lines.length - 1 ? "assumed" : "claimed"),
        element("td", {}, formula(said)),
        element("td", {}, formula(sides)),
        element("td", {}, isRight ? (k < lines.length - 1 ? "✓ holds" : "✓ fails") : "✗"),
      ),
    );
    return element(
      "div",
      { class: "certificate" },
      element("p", {}, "At ", formula([...sizes, ...letters].join(", ")), " (rows are separated by semicolons):"),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "The counterexample" },
        element("table", {}, element("tbody", {}, ...rows)),
      ),
      element(
        "p",
        { class: `said${fails ? "" : " wrong"}`, role: "status" },
        fails ? "Everything assumed holds, and the statement fails: it is false." : "This is no counterexample.",
      ),
    );
  }

  // ---------------------------------------------------------------------------------------------- at a claim
  // What the page shows of statement k of a claim: what follows its number, or all formulas if they have no numbers.
  function formulasOf(claim, k) {
    const rows = [...claim.children];
    const end = rows.findIndex((e) => e.matches(".proof, .check"));
    let number = 0;
    const numbered = rows.slice(1, end).map((e) => {
      const said = /^\((\d+)\)/.exec(
        e.querySelector(":scope > .number, :scope > strong:first-child")?.textContent ?? "",
      );
      if (said) number = Number(said[1]);
      return [number, e];
    });
    const own = numbered.filter(([n, e]) => n === k && !e.matches(".quiet")).map(([, e]) => e);
    const shown = own.length ? own : numbered.map(([, e]) => e).filter((e) => e.matches(".display"));
    if (!shown.length) return [element("p", {}, "This is the statement of another claim, which the text above names.")];
    return shown.map((e) => {
      const copy = e.cloneNode(true);
      for (const math of copy.querySelectorAll(".unbroken")) math.classList.remove("unbroken");
      for (const part of copy.querySelectorAll(".broken")) part.remove();
      return copy;
    });
  }

  async function open(place) {
    const claim = place.closest(".claim");
    const panel = place.querySelector(".panel");
    try {
      const found = (await proofsOf(place.dataset.chapter))[place.dataset.check];
      const boxes = [];
      found.certificates.forEach((each, i) => {
        const proof = new Proof(each, found, formulasOf(claim, each.number));
        proof.show(1);
        const title = found.certificates.length > 1 ? `Statement ${each.number}` : "";
        boxes.push(title ? element("details", { open: i === 0 }, element("summary", {}, title), proof.box) : proof.box);
      });
      boxes.push(...found.examples.map(exampleBox));
      if (found.verdict === "cited") {
        const source = element("span");
        source.innerHTML = found.cited; // written by the report
        boxes.push(element("p", {}, "There is no certificate: it is cited from ", source, "."));
      }
      if (!boxes.length) boxes.push(element("p", {}, "There is nothing to multiply out here."));
      panel.replaceChildren(...boxes);
    } catch (error) {
      panel.replaceChildren(
        element("p", { class: "wrong", role: "status" }, `It cannot be checked here: ${error.message}.`),
      );
    }
  }

  for (const place of document.querySelectorAll("[data-check]")) {
    const opener = button(place.dataset.label, () => {
      const isOpen = opener.getAttribute("aria-expanded") === "true";
      opener.setAttribute("aria-expanded", String(!isOpen));
      panel.hidden = isOpen;
      if (!panel.childElementCount) open(place);
    });
    const panel = element("div", { class: "panel", hidden: true });
    opener.setAttribute("aria-expanded", "false");
    place.append(opener, panel);
    place.hidden = false;
  }

  // ---------------------------------------------------------------------------------------------- the whole book
  const whole = document.getElementById("whole-book");
  if (whole) {
    const start = button("Check the whole book", run);
    const bar = element("progress", { value: 0, max: 1, "aria-label": "Certificates checked", hidden: true });
    const said = element("p", { role: "status", "aria-live": "polite" });
    const out = element("div");
    whole.append(element("p", {}, start, " ", bar), said, out);
    whole.hidden = false;

    async function run() {
      start.disabled = true;
      bar.hidden = false;
      out.replaceChildren();
      try {
        await checkAll();
      } catch (error) {
        said.textContent = `It cannot be checked here: ${error.message}.`;
      }
      start.disabled = false;
    }

    async function checkAll() {
      said.textContent = "Loading the certificates";
      const all = new Map();
      for (const chapter of whole.dataset.chapters.split(" ")) {
        for (const [id, found] of Object.entries(await proofsOf(chapter))) all.set(id, found);
      }
      const jobs = [...all].flatMap(([id, found]) => [
        ...found.certificates.map((each) => [id, each, null]),
        ...found.examples.map((each) => [id, null, each]),
      ]);
      bar.max = jobs.length;
      const [wrong, digests, tally] = [[], new Map(), { accepted: 0, refuted: 0 }];
      for (const [k, [id, certificate, example]] of jobs.entries()) {
        const result = certificate
          ? pcaChecker.check(new TextEncoder().encode(certificate.text))
          : multipliedOut(example);
        if (certificate && result.verdict === "proved") {
          tally.accepted += 1;
          digests.set(certificate.file, result.sha256);
        } else if (example && result.fails) tally.refuted += 1;
        else wrong.push(`${id}: ${result.reason ?? "no counterexample"}`);
        bar.value = k + 1;
        if (k % 8 === 0) {
          said.textContent = `${k + 1} of ${jobs.length}: ${id}`;
          await pause();
        }
      }
      const cited = [...all.values()].filter((found) => found.verdict === "cited").length;
      said.textContent = wrong.length
        ? `Refused: ${wrong.join("; ")}.`
        : `All ${tally.accepted} certificates are accepted, and ${tally.refuted} counterexamples multiplied out. ` +
          `${cited} claims are cited and not checked here.`;
      said.classList.toggle("wrong", wrong.length > 0);
      out.replaceChildren(...discharged(all, digests));
    }

    // For each hypothesis that stands for a cited claim, what proves that claim.
    function discharged(all, digests) {
      const link = (id) => element("a", { href: all.get(id)?.href ?? "#" }, all.get(id)?.name ?? id);
      const rows = [...all].flatMap(([id, found]) =>
        found.certificates.flatMap((each) =>
          Object.entries(each.from).map(([hypothesis, [other]]) => {
            const by = element("td");
            const files = all.get(other)?.certificates ?? [];
            if (files.length)
              by.append(
                ...files.flatMap(({ file }, k) => [
                  ...(k ? [", "] : []),
                  element("a", { href: file }, file),
                  digests.has(file) ? " ✓" : " ✗",
                ]),
              );
            else by.innerHTML = all.get(other)?.cited ?? "";
            return element(
              "tr",
              {},
              element("th", { scope: "row" }, link(id)),
              element("td", {}, formula(hypothesis)),
              element("td", {}, link(other)),
              by,
            );
          }),
        ),
      );
      const files = [...digests].map(([file, digest]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, element("a", { href: file }, file)),
          element("td", {}, element("code", {}, digest)),
        ),
      );
      const table = (name, head, body) =>
        element(
          "details",
          {},
          element("summary", {}, `${name} (${body.length})`),
          element(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
            element(
              "table",
              {},
              element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
              element("tbody", {}, ...body),
            ),
          ),
        );
      return [
        table("Hypotheses that are other claims", ["Claim", "Hypothesis", "Stands for", "Discharged by"], rows),
        table("Digests", ["File", "SHA-256"], files),
      ];
    }
  }
})();
