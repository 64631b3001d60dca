"use strict";
// Checks certificate files of pcaproofs: in a browser, or by `node checker.js FILE.json…`.
//
// It is written from docs/certificates.md, which explains each word below, and shares no code with pcaproofs/kernel.py.
//   letter      an even number; the odd one behind it is its transpose; a word is a string of such characters
//   atom        a number for the trace of a closed word, or for a dimension as a number
//   scalars     a number for a product of atoms with powers; 0 is the empty product
//   polynomial  rows, cols, and terms: "scalars word" -> [scalars, word, coefficient], no coefficient being zero
//   fact        [relation, polynomial]: the polynomial has that relation to 0
//   place       what is being checked: a certificate of an induction, a goal, a lemma
const pcaChecker = (() => {
  const FORMAT = "pcaproofs certificate 1";
  const [BYTES, DIGITS, DEEPEST] = [2_000_000, 18, 200]; // of a file, of an integer with its sign, values within values
  const [RATIONAL, LONGEST] = [2000, 2000]; // characters of a number that is a text, letters of a word
  const [PAIRS, HIGHEST] = [100_000, 1000n]; // terms times terms, power
  const [LETTERS, BUDGET] = [30_000, 2_500_000]; // this checker's own: letters, steps of one file

  // code 2: there is no certificate in the file
  const refuse = (message, code = 1) => {
    throw Object.assign(new Error(message), { refusal: code });
  };
  const oneLine = (text) => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim().replace(/^(.{400}).*(.{190})$/, "$1 … $2");

  // ------------------------------------------------------------------------------------------------ numbers
  const whole = (n) => ({ n, d: 1n });
  const [ONE, MINUS] = [whole(1n), whole(-1n)];
  const plus = (a, b) => (a.d === 1n && b.d === 1n ? whole(a.n + b.n) : reduced(a.n * b.d + b.n * a.d, a.d * b.d));
  const multiplied = (a, b) => (a.d === 1n && b.d === 1n ? whole(a.n * b.n) : reduced(a.n * b.n, a.d * b.d));
  const written = ({ n, d }) => (d === 1n ? `${n}` : `${n}/${d}`);
  const words64 = (n) => (n < 1n << 62n && -n < 1n << 62n ? 1 : n.toString(16).length / 15);
  const costOf = (c) => (words64(c.n) + words64(c.d)) ** 2 / 4;

  function reduced(n, d) {
    let [a, b] = [n < 0n ? -n : n, d];
    while (b) [a, b] = [b, a % b];
    return { n: n / a, d: d / a };
  }

  function rational(text) {
    const found = text.length <= RATIONAL && /^(-?[0-9]+)(?:\/(0*[1-9][0-9]*))?$/.exec(text);
    if (!found) refuse(`got the number "${text}", but should be one such as -1/2, of at most ${RATIONAL} digits`);
    return reduced(BigInt(found[1]), BigInt(found[2] ?? 1));
  }

  // ------------------------------------------------------------------------------------------------ polynomials
  const shape = (p) => `${p.rows}×${p.cols}`;
  const isScalar = (p) => p.rows === 1n && p.cols === 1n;
  const isNamed = (n) => typeof n === "string";
  const lettersOf = (word) => Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
  const scalar = (p, what) => (isScalar(p) ? p : refuse(`got ${shape(p)}, but ${what} should be a scalar`));
  const square = (p, what) => (p.rows === p.cols ? p : refuse(`got ${what} of ${shape(p)}, which is not square`));
  const alike = (p, q) => (p.rows === q.rows && p.cols === q.cols ? q : refuse(`got ${shape(p)} plus ${shape(q)}`));

  function kept(map, key, make) {
    let found = map.get(key);
    if (found === undefined) map.set(key, (found = make()));
    return found;
  }

  // The letters of a statement, and all that is computed with them. `meter.left` is what may still be spent.
  class Algebra {
    constructor(meter) {
      this.meter = meter;
      [this.names, this.rows, this.cols, this.byName] = [[], [], [], new Map()];
      [this.atoms, this.atomOf] = [[], new Map()]; // the word of a trace, or {size}, the name of a dimension
      [this.products, this.productOf, this.timesOf] = [[[]], new Map([["", 0]]), new Map()];
      [this.pulledOf, this.closedOf] = [new Map(), new Map()];
    }

    size = (n) => kept(this.atomOf, `\uffff${n}`, () => this.atoms.push({ size: n }) - 1);
    trail = (word) => kept(this.atomOf, word, () => this.atoms.push(word) - 1);
    one = (atom, power = 1n) => this.product([atom, power]);
    monomial = (rows, cols, s, w, c = ONE) => this.made(rows, cols, [[s, w, c]]);
    identity = (n) => this.monomial(n, n, 0, "");
    constant = (c) => this.monomial(1n, 1n, 0, "", c);
    number = (n) => (isNamed(n) ? this.monomial(1n, 1n, this.one(this.size(n)), "") : this.constant(whole(n)));
    of = (x) => this.monomial(this.rows[x], this.cols[x], 0, String.fromCharCode(x));
    reciprocal = (name, k) => this.monomial(1n, 1n, this.one(this.scalarOf(name), -k), "");
    scalarOf = (name) => (this.byName.has(name) ? this.trail(this.wordOf(this.byName.get(name))) : this.size(name));
    wordOf = (x) => String.fromCharCode(x);
    named = (name) => this.of(this.byName.get(name));
    factors = (s) => this.products[s].flatMap((x, i, all) => (i % 2 ? [] : [[this.atoms[x], all[i + 1]]]));
    add = (p, q) => this.sum(p, [p, q]);
    sub = (p, q) => this.sum(p, [p, q], MINUS);
    transpose = (p) => this.made(p.cols, p.rows, Array.from(p.terms.values(), ([s, w, c]) => [s, this.flip(w), c]));
    trace = (p) => this.made(1n, 1n, Array.from(square(p, "the trace").terms.values(), (x) => this.traced(p.rows, x)));
    inner = (p, q) => this.trace(this.mul(this.transpose(p), q)); // tr(pᵀq)

    pay(steps) {
      this.meter.left -= steps;
      if (this.meter.left < 0) refuse(`got a proof of more than ${BUDGET} steps, but should be at most as many`);
    }

    letter(name, rows, cols) {
      if (this.names.length >= 2 * LETTERS) refuse(`got more than ${LETTERS} letters, but should be at most as many`);
      this.pay(10 + name.length / 16);
      this.byName.set(name, this.names.push(name, `${name}ᵀ`) - 2);
      this.rows.push(rows, cols);
      this.cols.push(cols, rows);
    }

    flip(word) {
      let out = "";
      for (let i = word.length - 1; i >= 0; i -= 1) out += String.fromCharCode(word.charCodeAt(i) ^ 1);
      return out;
    }

    // list: atom, power, atom, power, … by increasing atoms
    product(list) {
      const key = list.join();
      return kept(this.productOf, key, () => {
        this.pay(2 + key.length / 8);
        return this.products.push(list) - 1;
      });
    }

    times(a, b) {
      if (a === 0 || b === 0) return a || b;
      return kept(this.timesOf, Math.min(a, b) * 2 ** 26 + Math.max(a, b), () => {
        const [p, q, out] = [this.products[a], this.products[b], []];
        this.pay(1 + (p.length + q.length) / 4);
        for (let [i, j] = [0, 0]; i < p.length || j < q.length; ) {
          const [first, second] = [p[i] ?? Infinity, q[j] ?? Infinity];
          const power = (first <= second ? p[i + 1] : 0n) + (second <= first ? q[j + 1] : 0n);
          if (power) out.push(Math.min(first, second), power);
          if (first <= second) i += 2;
          if (second <= first) j += 2;
        }
        return this.product(out);
      });
    }

    // The places where a word is 1 wide: at its beginning too, but not at its end.
    cuts(word) {
      if (word.length > LONGEST) refuse(`got a word of ${word.length} letters, but should be at most ${LONGEST}`);
      return lettersOf(word).flatMap((x, i) => (this.rows[x] === 1n ? [i] : []));
    }

    // The product of the 1×1 pieces of a word between places.
    pieces(word, cuts) {
      const least = (piece) => (piece < this.flip(piece) ? piece : this.flip(piece));
      const atoms = cuts.slice(1).map((stop, k) => this.trail(least(word.slice(cuts[k], stop))));
      return atoms.reduce((out, atom) => this.times(out, this.one(atom)), 0);
    }

    // The 1×1 pieces of a word as scalars, and what is left of it.
    pull(word) {
      if (word === "") return [0, ""];
      return kept(this.pulledOf, word, () => {
        this.pay(2 + word.length / 4);
        const cuts = this.cuts(word);
        if (this.cols[word.charCodeAt(word.length - 1)] === 1n) cuts.push(word.length);
        const rest = cuts.length < 2 ? word : word.slice(0, cuts[0]) + word.slice(cuts.at(-1));
        return [this.pieces(word, cuts), rest];
      });
    }

    // The trace of a square word: the same for every rotation of it and of its transpose.
    close(word) {
      return kept(this.closedOf, word, () => {
        this.pay(4 + word.length + word.length ** 2 / 16);
        const cuts = this.cuts(word);
        if (cuts.length) return this.pieces(word + word, [...cuts, word.length + cuts[0]]);
        let least = word;
        for (const twice of [word, this.flip(word)].map((each) => each + each)) {
          for (let i = 0; i < word.length; i += 1) {
            const turn = twice.slice(i, i + word.length);
            if (turn < least) least = turn;
          }
        }
        return this.one(this.trail(least));
      });
    }

    // The trace of a term of a square polynomial, as scalars, no word, and a coefficient.
    traced(n, [s, word, c]) {
      if (word) return [this.times(s, this.close(word)), "", c];
      return isNamed(n) ? [this.times(s, this.one(this.size(n))), "", c] : [s, "", multiplied(c, whole(n))];
    }

    // Adds a term to a polynomial that is being made.
    put(p, scalars, word, c) {
      const [pulled, rest] = this.pull(word);
      const all = this.times(scalars, pulled);
      const key = `${all} ${rest}`;
      const before = p.terms.get(key);
      const total = before ? plus(before[2], c) : c;
      this.pay(1 + (this.products[all].length + rest.length) / 8 + costOf(total));
      if (total.n) p.terms.set(key, [all, rest, total]);
      else p.terms.delete(key);
    }

    made(rows, cols, terms = []) {
      this.pay(4);
      const out = { rows, cols, terms: new Map() };
      for (const [s, w, c] of terms) this.put(out, s, w, c);
      return out;
    }

    // The sum of polynomials of one shape, all but the first multiplied by c.
    sum({ rows, cols }, summands, c = ONE) {
      const out = this.made(rows, cols);
      summands.forEach((p, i) => {
        for (const [s, w, d] of alike(out, p).terms.values()) this.put(out, s, w, i ? multiplied(c, d) : d);
      });
      return out;
    }

    mul(p, q) {
      let [rows, cols] = [p.rows, q.cols];
      if (p.cols !== q.rows) {
        if (!isScalar(p) && !isScalar(q)) refuse(`got ${shape(p)} times ${shape(q)}: ${p.cols} and ${q.rows} clash`);
        ({ rows, cols } = isScalar(p) ? q : p);
      }
      const [m, n] = [p.terms.size, q.terms.size];
      if (m * n > PAIRS) refuse(`got ${m} terms times ${n}, but should be at most ${PAIRS} together`);
      const out = this.made(rows, cols);
      for (const [s, w, c] of p.terms.values()) {
        for (const [t, v, d] of q.terms.values()) this.put(out, this.times(s, t), w + v, multiplied(c, d));
      }
      return out;
    }

    pow(p, k) {
      if (k < 0n || k > HIGHEST) refuse(`got the power ${k}, but should be in 0, …, ${HIGHEST}`);
      return Array(Number(k)).fill(p).reduce((out) => this.mul(out, p), this.identity(square(p, "a power").rows));
    }

    // The coefficient of t in p(x + t·direction).
    derivative(p, name, direction) {
      const x = this.byName.get(name);
      const to = [alike(this.of(x), direction), this.transpose(direction)];
      const out = this.made(p.rows, p.cols);
      for (const { scalars, word, c, before, flipped, after } of this.occurrences(p, x)) {
        for (const [t, v, d] of to[flipped].terms.values()) {
          const moved = [this.times(scalars, t), before + v + after, multiplied(c, d)];
          const [s, , e] = word === null ? moved : this.traced(to[flipped].rows, moved);
          this.put(out, s, word ?? moved[1], e);
        }
      }
      return out;
    }

    // The G for which the derivative of p in every direction h is tr(hᵀG).
    gradient(p, name) {
      const x = this.byName.get(name);
      const found = Array.from(this.occurrences(scalar(p, "what has a gradient"), x), (one) => {
        const around = one.after + one.before;
        return [one.scalars, one.flipped ? around : this.flip(around), one.c];
      });
      return this.made(this.rows[x], this.cols[x], found);
    }

    // Each occurrence of a letter in a polynomial: what is before it, whether it is transposed (0, 1), what is behind;
    // the other scalars; the word of the term if it occurs in a trace, otherwise null; the factor of all this.
    *occurrences(p, x) {
      const at = (word, i) => ({ before: word.slice(0, i), flipped: word.charCodeAt(i) & 1, after: word.slice(i + 1) });
      const places = (word) => {
        const found = lettersOf(word).flatMap((y, i) => ((y & ~1) === x ? [i] : []));
        this.pay(1 + (word.length * (1 + found.length)) / 8);
        return found;
      };
      for (const [s, w, c] of p.terms.values()) {
        for (const i of places(w)) yield { scalars: s, word: null, c, ...at(w, i) };
        for (const [atom, power] of this.factors(s)) {
          for (const i of isNamed(atom) ? places(atom) : []) {
            const rest = this.times(s, this.one(this.trail(atom), -1n));
            yield { scalars: rest, word: w, c: multiplied(c, whole(power)), ...at(atom, i) };
          }
        }
      }
    }

    // Letters replaced by polynomials of their shapes; values: name -> polynomial.
    substitute(p, values) {
      const by = new Map();
      for (const [x, q] of values) by.set(this.byName.get(x), q).set(this.byName.get(x) + 1, this.transpose(q));
      const valueOf = (word, rows) =>
        lettersOf(word).reduce((out, x) => this.mul(out, by.get(x) ?? this.of(x)), this.identity(rows));
      const terms = [...p.terms.values()].map(([s, w, c]) => {
        const start = this.mul(this.constant(c), valueOf(w, w ? this.rows[w.charCodeAt(0)] : p.rows));
        return this.factors(s).reduce((term, [atom, power]) => {
          const isReplaced = isNamed(atom) && lettersOf(atom).some((x) => by.has(x));
          const closed = () => this.trace(valueOf(atom, this.rows[atom.charCodeAt(0)]));
          const id = isNamed(atom) ? this.trail(atom) : this.size(atom.size);
          const same = () => this.monomial(1n, 1n, this.one(id, power), "");
          return this.mul(isReplaced ? this.pow(closed(), power) : same(), term);
        }, start);
      });
      return this.sum(p, terms);
    }

    // The names of the letters that occur.
    mentioned(p) {
      const words = [...p.terms.values()].flatMap(([s, w]) => [w, ...this.factors(s).map(([atom]) => atom)]);
      this.pay(words.reduce((sum, word) => sum + 1 + (word.length ?? 0) / 8, 0));
      return new Set(words.filter(isNamed).flatMap(lettersOf).map((x) => this.names[x & ~1]));
    }

    // A term as text.
    shown([scalars, word, c]) {
      const spell = (letters) => lettersOf(letters).map((x) => this.names[x]).join("·");
      const parts = this.factors(scalars).map(([atom, power]) => {
        const isOne = isNamed(atom) && this.rows[atom.charCodeAt(0)] === 1n;
        const text = atom.size ?? (isOne ? spell(atom) : `tr(${spell(atom)})`);
        return power === 1n ? text : `${isOne && atom.length > 1 ? `(${text})` : text}^${power}`;
      });
      if (word) parts.push(spell(word));
      if (parts.length && c.d === 1n && (c.n === 1n || c.n === -1n)) parts[0] = (c.n < 0n ? "-" : "") + parts[0];
      else parts.unshift(written(c));
      return parts.join("·");
    }
  }

  // ------------------------------------------------------------------------------------------------ reader
  // The JSON of a file and its depth: no name twice in an object, and no floats; integers become BigInt.
  function readJson(bytes) {
    if (bytes.length > BYTES) refuse(`got a file of more than ${BYTES} bytes, but should be at most as many`, 2);
    let text = "";
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      JSON.parse(text); // so that nothing below need look for wrong syntax
    } catch (error) {
      refuse(`got no JSON: ${error.name === "TypeError" ? "not UTF-8" : error.message}`, 2);
    }
    const tokens = text.match(/"(?:[^"\\]+|\\.)*"|[^\s"[\]{}:,]+|[[\]{}]/g);
    let [at, deepest] = [0, 0];

    function value(level) {
      deepest = Math.max(deepest, level);
      if (level > 5 * DEEPEST) refuse("got JSON that is nested too deeply", 2);
      const token = tokens[at];
      at += 1;
      if (token === "[" || token === "{") {
        const [out, close] = token === "[" ? [[], "]"] : [{}, "}"];
        while (tokens[at] !== close) {
          const name = isList(out) ? out.length : value(level);
          if (name === "__proto__" || Object.hasOwn(out, name)) refuse(`got an object with the name ${name} twice`, 2);
          out[name] = value(level + 1);
        }
        at += 1;
        return out;
      }
      if (!/^[-0-9]/.test(token)) return JSON.parse(token);
      if (/[.eE]/.test(token)) refuse(`got the number ${token.slice(0, 20)}, but should be an integer`, 2);
      if (token.length > DIGITS) refuse(`got an integer of ${token.length} digits, but should be at most ${DIGITS}`, 2);
      return BigInt(token);
    }

    return { data: value(0), deepest };
  }

  // ------------------------------------------------------------------------------------------------ records
  // record -> field -> form
  const RECORDS = tableOf(`
    Family: statement Statement; sequences list of (text, expression, expression)
    Statement: letters list of (text, dimension, dimension); conclusion Compare or Optimum or SameOptimisers;
      hypotheses list of (text, Compare); ones list of dimension
    Compare: left expression; relation text; right expression
    Optimum: sense text; objective expression; at list of (text, expression); value expression or null;
      exactly list of Compare
    SameOptimisers: variables list of text; first (text, expression); second (text, expression)
    Induction: claims list of Compare; certificates list of Certificate
    Certificate: proofs list of (text, Proof); lets list of (text, expression);
      transform (weight, expression, integer, text) or null
    Proof: cofactors list of Cofactor; squares list of (weight, expression); lemmas list of Lemma
    Lemma: name text; cofactors list of Cofactor; value expression or null; factor weight;
      squares list of (weight, expression)
    Cofactor: fact text; transposed flag; left expression; right expression; outer expression or null`);

  function tableOf(text) {
    const rows = text.trim().replace(/;\n\s+/g, "; ").split("\n").map((line) => line.trim().split(": "));
    const fieldsOf = (all) => all.split("; ").map((field) => field.match(/^(\w+) (.*)$/).slice(1));
    return Object.fromEntries(rows.map(([record, all]) => [record, Object.fromEntries(fieldsOf(all))]));
  }

  const isList = Array.isArray;
  const TESTS = new Map([
    ["text", isNamed],
    ["integer", (x) => typeof x === "bigint"],
    ["flag", (x) => typeof x === "boolean"],
    ["null", (x) => x === null],
    ["dimension", (x) => isNamed(x) || typeof x === "bigint"],
    ["expression", (x) => isList(x) && x.every((part) => fits(part, "dimension") || fits(part, "expression"))],
    ["weight", (x) => fits(x, "(text, list of (text, integer))")],
  ]);
  const fits = (x, form) => kept(TESTS, form, () => testOf(form))(x);

  function testOf(form) {
    const choices = outside(form, " or ");
    if (choices.length > 1) return (x) => choices.some((each) => fits(x, each));
    if (form.startsWith("list of ")) return (x) => isList(x) && x.every((part) => fits(part, form.slice(8)));
    if (!form.startsWith("(")) return (x) => wrongField(x, form) === undefined;
    const parts = outside(form.slice(1, -1), ", ");
    return (x) => isList(x) && x.length === parts.length && parts.every((part, i) => fits(x[i], part));
  }

  // A form split where no bracket is open.
  function outside(form, by) {
    const isOpen = (text = "") => text.split("(").length > text.split(")").length;
    const joined = (out, part) => (isOpen(out.at(-1)) ? [...out.slice(0, -1), out.at(-1) + by + part] : [...out, part]);
    return form.split(by).reduce(joined, []);
  }

  function wrongField(x, kind) {
    if (x === null || typeof x !== "object" || isList(x) || x.is !== kind) return `got no ${kind}`;
    const fields = Object.entries(RECORDS[kind]);
    const wrong = fields.find(([name, form]) => !Object.hasOwn(x, name) || !fits(x[name], form));
    if (wrong) return `got no ${wrong[1]} as ${wrong[0]} of ${kind}`;
    return Object.keys(x).length === fields.length + 1 ? undefined : `got more fields of ${kind}`;
  }

  // The statement and certificate of a file.
  function readFile(bytes) {
    const { data, deepest } = readJson(bytes);
    if (isList(data) || data?.format !== FORMAT) refuse(`got no certificate, which has the format "${FORMAT}"`, 2);
    const { format, statement, certificate, ...more } = data;
    if (Object.keys(more).length) refuse(`got ${Object.keys(more)} beside a statement and its certificate`);
    if (deepest > DEEPEST) refuse("got data nested too deeply");
    const kinds = statement?.is === "Family" ? ["Family", "Induction"] : ["Statement", "Certificate"];
    const wrong = wrongField(statement, kinds[0]) ?? wrongField(certificate, kinds[1]);
    if (wrong) refuse(`malformed: ${wrong}`);
    return { statement, certificate };
  }

  // ------------------------------------------------------------------------------------------------ scope
  const texts = (x) => [x].flat(Infinity).filter(isNamed); // every text within lists
  const meets = (x, names) => texts(x).some((text) => names.has(text));
  const same = (a, b) => canonical(a) === canonical(b);
  const isOneOf = (x, ...all) => all.includes(x);
  const isName = (x) => x !== "" && !/[∂'\p{C}]|(?! )\p{Z}/u.test(x); // printable, without prime or ∂
  const fresh = (x, taken) => (isName(x) && !taken.has(x) ? x : refuse(`got the name "${x}", which is no new name`));

  // head -> what follows it, and its polynomial; no abbreviation counts in what is "plain"
  const HEADS = {
    number: ["text", (a, [text]) => a.constant(rational(text))],
    eye: ["dimension", (a, [n]) => a.identity(n)],
    zero: ["dimension dimension", (a, [rows, cols]) => a.made(rows, cols)],
    letter: ["letter", (a, [name]) => a.named(name)],
    size: ["size", (a, [n]) => a.number(n)],
    inverse: ["nonzero positive", (a, [name, k]) => a.reciprocal(name, k)],
    add: ["expression …", (a, parts) => a.sum(parts[0], parts)],
    mul: ["expression …", (a, parts) => parts.reduce((p, q) => a.mul(p, q))],
    t: ["expression", (a, [p]) => a.transpose(p)],
    tr: ["expression", (a, [p]) => a.trace(p)],
    pow: ["expression integer", (a, [p, k]) => a.pow(p, k)],
    derivative: ["plain letter expression", (a, [p, name, direction]) => a.derivative(p, name, direction)],
    gradient: ["plain letter", (a, [p, name]) => a.gradient(p, name)],
  };

  class Scope {
    difference = ({ left, right }) => this.expand(["add", left, ["mul", ["number", "-1"], right]]);
    mentions = (p, variables) => [...this.algebra.mentioned(p)].find((name) => variables.has(name));

    constructor(statement, meter) {
      const shapes = [...statement.letters, ...statement.ones.map((n) => [`1[${n}]`, n, 1n])];
      const sizes = shapes.flatMap(([, ...both]) => both);
      if (sizes.some((n) => n === "" || n < 1n)) refuse("got a dimension that is neither a name nor an integer >= 1");
      this.algebra = new Algebra(meter);
      this.sizes = new Set(sizes.filter(isNamed));
      this.nonzero = new Set(this.sizes);
      this.lets = new Map(); // an expression, as text -> the letter that stands for it
      const taken = new Set();
      for (const name of [...this.sizes, ...shapes.map(([name]) => name)]) taken.add(fresh(name, taken));
      for (const each of shapes) this.algebra.letter(...each);
      for (const [, { left, relation, right }] of statement.hypotheses) {
        const isSigned = isOneOf(relation, ">", "!=") && same(right, ["number", "0"]);
        if (isSigned && left[0] === "letter" && isScalar(this.expand(left))) this.nonzero.add(left[1]);
      }
    }

    // The polynomial of an expression.
    expand(e, isPlain = false) {
      const key = this.lets.size && !isPlain ? canonical(e) : "";
      this.algebra.pay(4 + key.length / 2);
      if (this.lets.has(key)) return this.algebra.named(this.lets.get(key));
      const [head, ...parts] = isList(e) ? e : [];
      const [form, made] = isNamed(head) && Object.hasOwn(HEADS, head) ? HEADS[head] : [""];
      const kinds = form.endsWith("…") ? parts.map(() => "expression") : form.split(" ");
      if (!form || !parts.length || parts.length !== kinds.length || !parts.every((x, i) => this.isA(kinds[i], x))) {
        refuse(`got ${brief(e)}, but should be an expression in the letters and dimensions of the statement`);
      }
      return made(this.algebra, parts.map((x, i) => (isList(x) ? this.expand(x, isPlain || kinds[i] === "plain") : x)));
    }

    isA(kind, x) {
      const { sizes, nonzero, algebra } = this;
      const names = { letter: algebra.byName, size: sizes, dimension: sizes, nonzero }[kind];
      const isSize = typeof x === "bigint" && x >= 1n;
      if (names) return names.has(x) || (kind === "dimension" && isSize);
      return kind === "positive" ? isSize : isOneOf(kind, "text", "integer") ? fits(x, kind) : isList(x);
    }

    // The named letters of the statement.
    variables(names) {
      const found = new Set(names.filter((name) => this.algebra.byName.has(name) && !name.startsWith("1[")));
      if (names.length && found.size === names.length) return found;
      return refuse(`got the variables ${names.join(", ")}, but should be letters of the statement, named once`);
    }

    constant(p, variables, what) {
      const name = this.mentions(p, variables);
      return name ? refuse(`got a ${what} that mentions the variable ${name}, but should be constant`) : p;
    }
  }

  // ------------------------------------------------------------------------------------------------ goals
  // The facts of a statement, before any proof.
  function factsOf(scope, statement, lets) {
    const [a, known] = [scope.algebra, new Map()];
    for (const n of statement.ones) {
      const ones = a.named(`1[${n}]`);
      known.set(`ones ${n}`, ["=", a.sub(a.inner(ones, ones), a.number(n))]);
    }
    for (const n of scope.sizes) {
      known.set(`${n} > 0`, [">", a.number(n)]);
      known.set(`${n} >= 1`, [">=", a.sub(a.number(n), a.constant(ONE))]);
      known.set(`1/${n} > 0`, [">", a.reciprocal(n, 1n)]);
    }
    const used = lets.length ? new Set(texts(listed(statement))) : null;
    for (const [name, e] of lets) {
      const isLet = statement.conclusion.is === "Compare" && !used.has(name);
      if (!isLet) refuse(`got the abbreviation ${name}, which is not new, or of no comparison`);
      const value = scope.expand(e);
      a.letter(fresh(name, a.byName), value.rows, value.cols);
      scope.lets.set(canonical(e), name);
      known.set(`let ${name}`, ["=", a.sub(a.named(name), value)]);
    }
    for (const [name, h] of statement.hypotheses) {
      if (!isOneOf(h.relation, "=", ">=", ">", "!=")) refuse(`got the relation ${h.relation} in ${name}`);
      const p = scope.difference(h);
      known.set(fresh(name, known), [h.relation, h.relation === "=" ? p : scalar(p, name)]);
    }
    return known;
  }

  const listed = (x) => (isList(x) ? x.map(listed) : x?.is ? Object.keys(RECORDS[x.is]).map((f) => listed(x[f])) : x);

  // [name, relation, what has it to 0, the facts that its proof may use] of each goal
  function goalsOf(scope, { conclusion: c }, known, transform) {
    if (c.is === "Compare" && isOneOf(c.relation, "=", ">=")) {
      const p = scope.difference(c);
      return [["main", c.relation, c.relation === "=" ? p : scalar(p, "a side of >="), known]];
    }
    const senses = [c.sense ?? c.first?.[0], c.sense ?? c.second?.[0]];
    if (senses.every((text) => isOneOf(text, "min", "max"))) {
      if (c.is === "Optimum" && c.exactly.every((e) => e.relation === "=")) return optimum(scope, c, known);
      if (c.is === "SameOptimisers" && transform) return [sameOptimisers(scope, c, transform, known)];
    }
    return refuse("should be a conclusion (=, >=; min or max; exactly: equations; SameOptimisers: with a transform)");
  }

  function optimum(scope, c, known) {
    const [a, at, goals] = [scope.algebra, new Map(), []];
    const variables = scope.variables(c.at.map(([name]) => name));
    for (const [name, e] of c.at) at.set(name, scope.constant(scope.expand(e), variables, "witness"));
    for (const [name, value] of at) alike(a.named(name), value);
    const fixed = new Map([...known].filter(([, [, p]]) => !scope.mentions(p, variables)));
    const objective = scalar(scope.expand(c.objective), "an objective");
    const best = a.substitute(objective, at);
    const gap = c.sense === "min" ? a.sub(objective, best) : a.sub(best, objective);
    for (const [name, [relation, p]] of known) {
      if (fixed.has(name)) continue;
      if (!isOneOf(relation, "=", ">=")) refuse(`got the constraint ${name}, which is neither = nor >=`);
      goals.push([`feasible: ${name}`, relation, a.substitute(p, at), fixed]);
    }
    goals.push(["better", ">=", gap, known]);
    const value = c.value ? scope.constant(scope.expand(c.value), variables, "value") : null;
    if (value) goals.push(["value", "=", a.sub(best, value), fixed]);
    if (!c.exactly.length) return goals;
    const equations = c.exactly.map((e, i) => [`exactly ${i}`, ["=", scope.difference(e)]]);
    const optimal = new Map(known).set(fresh("optimal", known), ["=", gap]);
    for (const [name, [, p]] of equations) goals.push([fresh(name, known), "=", p, optimal]);
    return [...goals, ["enough", "=", gap, new Map([...known, ...equations])]];
  }

  function sameOptimisers(scope, c, [weight, rest, k, hypothesis], known) {
    const a = scope.algebra;
    const variables = scope.variables(c.variables);
    const [first, second] = [c.first, c.second].map(([, e]) => scalar(scope.expand(e), "an objective"));
    const [relation, p] = known.get(hypothesis) ?? [];
    const isBounded = isOneOf(relation, ">=", ">") && !a.sub(p, first).terms.size;
    if (k !== 1n && !(k > 1n && isBounded)) refuse(`got the power ${k} of an objective that no hypothesis makes >= 0`);
    const factor = scope.constant(weigh(scope, weight, known, [">"]), variables, "factor");
    const constant = scope.constant(scalar(scope.expand(rest), "a constant"), variables, "constant");
    const image = a.mul(factor, a.pow(first, k));
    const sign = c.first[0] === c.second[0] ? MINUS : ONE;
    return ["transform", "=", a.sum(image, [a.sub(second, constant), image], sign), known];
  }

  // ------------------------------------------------------------------------------------------------ proofs
  const LEAST = [">=", ">"];
  const isPositive = ([text, all], known) => rational(text).n > 0n && all.every(([x]) => known.get(x)?.[0] === ">");

  // A weight multiplied out; each factor, and so the product, has one of these relations to 0.
  function weigh(scope, [text, factors], known, allowed) {
    const c = rational(text);
    const isSigned = (c.n >= 0n || allowed.includes("!=")) && (c.n !== 0n || allowed.includes(">="));
    if (!isSigned) refuse(`got weight ${text}, but should be ${allowed[0]} 0`);
    return factors.reduce((product, [name, k]) => {
      const [relation, p] = known.get(name) ?? [];
      const isKnown = allowed.includes(relation) && k >= 1n;
      if (!isKnown) refuse(`got weight (${name})^${k}, which is not known to be ${allowed[0]} 0`);
      return scope.algebra.mul(product, scope.algebra.pow(p, k));
    }, scope.algebra.constant(c));
  }

  // ‖M‖²; of a tensor Σ T_iklj², where T is the sum of M_ik·N_lj ("kron") or M_il·N_kj ("swap").
  function squaredNorm(scope, e) {
    const a = scope.algebra;
    if (e[0] !== "tensor") return [scope.expand(e)].map((m) => a.inner(m, m))[0];
    const isThree = e.slice(1).every((part) => isList(part) && part.length === 3);
    if (!isThree) refuse("malformed: got a part of a tensor that is no list of three");
    const parts = e.slice(1).map(([kind, m, n]) => [kind, scope.expand(m), scope.expand(n)]);
    const products = parts.flatMap(([kind, m, n]) => parts.map(([other, b, c]) => {
      const isKnown = [kind, other].every((x) => x === "kron" || (x === "swap" && m.cols === n.rows));
      if (!isKnown) refuse(`got ${brief(kind)} of ${shape(m)} and ${shape(n)}, but should be kron or a product`);
      const pairs = [[m, alike(m, b)], [n, alike(n, c)]];
      if (kind === other) return pairs.map((pair) => a.inner(...pair)).reduce((p, q) => a.mul(p, q));
      return a.inner(a.mul(m, c), a.mul(b, n));
    }));
    return a.sum({ rows: 1n, cols: 1n }, products);
  }

  // weight·‖M‖² of each square
  const squaresOf = (scope, squares, known) =>
    squares.map(([weight, e]) => scope.algebra.mul(weigh(scope, weight, known, LEAST), squaredNorm(scope, e)));

  // left·fact·right, or its trace times outer
  function cofactorOf(scope, { fact: name, transposed, left, right, outer }, known) {
    const a = scope.algebra;
    const [relation, fact] = known.get(name) ?? [];
    if (relation !== "=") refuse(`got fact "${name}", but there is no such equation`);
    const one = a.mul(a.mul(scope.expand(left), transposed ? a.transpose(fact) : fact), scope.expand(right));
    return outer ? a.mul(a.trace(one), scope.expand(outer)) : one;
  }

  // Refuses unless total = Σ squares + Σ cofactors.
  function settle(scope, total, squares, cofactors, known, seen) {
    const a = scope.algebra;
    const values = cofactors.map((cofactor) => alike(total, cofactorOf(scope, cofactor, known)));
    const rest = a.sum(total, [total, ...squares, ...values], MINUS);
    seen({ total, squares, values, rest });
    const [term] = rest.terms.values();
    if (term) refuse(`got a remainder of ${rest.terms.size} terms, first ${a.shown(term)}`);
  }

  // The facts that a lemma gives.
  function checkLemma(scope, { name, cofactors, value: e, factor, squares: roots }, known, seen) {
    const [a, facts, squares] = [scope.algebra, new Map(), squaresOf(scope, roots, known)];
    const isFactorPositive = isPositive(factor, known);
    let total = a.sum({ rows: 1n, cols: 1n }, squares);
    if (e) {
      const value = scope.expand(e);
      facts.set(name, [roots.length ? ">=" : "=", value]);
      total = a.mul(weigh(scope, factor, known, roots.length ? LEAST : ["!=", ">"]), value);
      if (roots.length) scalar(total, "what is >= 0");
      const isStrict = isFactorPositive || roots.some(([weight, root]) => isPositive(weight, known) && same(root, e));
      if (roots.length && !isStrict) refuse("got neither a factor > 0 nor the square of the value, weighted > 0");
    }
    for (const [i, [weight, root]] of e ? [] : roots.entries()) {
      const m = scope.expand(root);
      const vanishing = isPositive(weight, known) ? m : a.mul(weigh(scope, weight, known, LEAST), m);
      facts.set(`${name}.${i}`, ["=", vanishing]);
    }
    settle(scope, total, e ? squares : [], cofactors, known, (found) => seen({ facts, ...found, squares }));
    return facts;
  }

  function checkGoal(scope, [goal, relation, polynomial, given], proof, place, observe) {
    const known = new Map(given);
    const seen = (found) => observe({ place: { ...place }, relation, known, scope, ...found });
    scope.algebra.pay(given.size);
    place.goal = goal;
    for (const lemma of proof.lemmas) {
      place.lemma = lemma.name;
      const facts = checkLemma(scope, lemma, known, (found) => seen({ step: lemma, ...found }));
      place.lemma = null;
      for (const [name, fact] of facts) known.set(fresh(name, known), fact);
    }
    if (relation !== ">=" && proof.squares.length) refuse("got squares in the proof of an equality");
    const squares = squaresOf(scope, proof.squares, known);
    settle(scope, polynomial, squares, proof.cofactors, known, (found) => seen({ step: proof, ...found }));
    place.goal = null;
  }

  function checkStatement(statement, certificate, meter, place, observe) {
    const scope = new Scope(statement, meter);
    const known = factsOf(scope, statement, certificate.lets);
    const goals = goalsOf(scope, statement, known, certificate.transform);
    const [given, wanted] = [certificate.proofs, goals].map((all) => all.map(([name]) => name).sort());
    if (!same(given, wanted)) refuse(`got proofs of ${given.join(", ")}, but should be of ${wanted.join(", ")}`);
    const proofs = new Map(certificate.proofs);
    for (const goal of goals) checkGoal(scope, goal, proofs.get(goal[0]), place, observe);
  }

  // The statements that an induction proves: the claims about members 0, about members k + 1, and the family's own.
  function stepsOf({ statement: s, sequences }, claims, meter) {
    const scope = new Scope(s, meter);
    const names = scope.variables(sequences.map(([name]) => name));
    for (const [name, ...members] of sequences) {
      for (const e of members) alike(scope.algebra.named(name), scope.expand(e));
      if (meets(members[0], names)) refuse(`got a member 0 of ${name} that mentions a sequence`);
    }
    if (s.conclusion.is !== "Compare") refuse("got an induction about an optimum, but should be about a comparison");
    const sides = claims.map(({ left, right }) => [left, right]);
    if (meets(sides, new Set(["derivative", "gradient"]))) refuse("got an induction with a derivative");
    const fixed = s.hypotheses.filter(([, { left, right }]) => !meets([left, right], names));
    const known = claims.map((claim, i) => [`claim ${i}`, claim]);
    const about = (member, hypotheses) => {
      const values = new Map(sequences.map((sequence) => [sequence[0], sequence[member]]));
      const put = (e) => {
        if (e.length < (e[0] === "letter" ? 2 : 1)) refuse("malformed: got an expression that is too short");
        const member = e[0] === "letter" ? values.get(e[1]) : undefined;
        return member ?? e.map((part) => (isList(part) ? put(part) : part));
      };
      return claims.map((c) => ({ ...s, conclusion: { ...c, left: put(c.left), right: put(c.right) }, hypotheses }));
    };
    const own = { ...s, hypotheses: [...s.hypotheses, ...known] };
    return [...about(1, fixed), ...about(2, [...fixed, ...known]), own];
  }

  // ------------------------------------------------------------------------------------------------ names and text
  const GREEK = "αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ";
  const PLAIN = new RegExp(`^[A-Za-z${GREEK}][A-Za-z0-9${GREEK}]*(_[A-Za-z0-9${GREEK}]+)*[₀-₉]*$`);
  const WORDS = `add all and at columns derivative eye for given gradient integers is max min mul of ones only over real
    the there tr where with zero`.split(/\s+/);
  const [THIS, LIKE] = ["₀0O₁1lI₂₃₄₅₆₇₈₉αγηρσχω", "OOOllll23456789aynpoxw"];
  const sizesOf = ({ letters, ones }) =>
    [...new Set([...letters.flatMap(([, ...both]) => both), ...ones].filter(isNamed))].sort();

  function checkNames(statement) {
    const seen = new Map();
    for (const name of new Set([...sizesOf(statement), ...statement.letters.map(([name]) => name)])) {
      const isPlain = PLAIN.test(name) && name.length <= 40 && !WORDS.includes(name);
      if (!isPlain) refuse(`got the name "${name}", which is not plain`);
      const near = Array.from(name.replaceAll("_", ""), (c) => LIKE[THIS.indexOf(c)] ?? c).join("");
      const outline = near.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("cl", "d");
      if (seen.has(outline)) refuse(`got the names ${seen.get(outline)} and ${name}, which look alike`);
      seen.set(outline, name);
    }
  }

  // How tightly a piece of text binds, and the text.
  function pieceOf(e) {
    if (!isList(e)) return [3, `${e}`];
    const [head, x, k] = e;
    const bracketed = ([binds, text], least) => (binds >= least ? text : `(${text})`);
    const joined = (by, least) => e.slice(1).map((part) => bracketed(pieceOf(part), least)).join(by);
    if (head === "number") return [/^[0-9]+$/.test(x) ? 3 : 0, `${x}`];
    if (isOneOf(head, "letter", "size")) return [3, `${x}`];
    if (head === "inverse") return [2, `${x}^-${k}`];
    if (head === "add" && e.length > 2) return [0, joined(" + ", 1)];
    if (head === "mul" && e.length > 2) return [1, joined("·", 2)];
    if (head === "t") return [2, `${joined("", 3)}ᵀ`];
    if (head === "pow") return [2, `${bracketed(pieceOf(x), 3)}^${k}`];
    return [3, `${head}(${joined(", ", 0)})`];
  }

  const textOf = (e) => pieceOf(e)[1];
  const compared = ({ left, relation, right }) => `${textOf(left)} ${relation} ${textOf(right)}`;
  const brief = (e) => (isList(e) && texts(e).length > 60 ? `a long expression with ${texts(e)[0]}` : textOf(e));

  // The lines of a statement, as `pcaproofs verify --statement` prints them.
  function statementText(whole) {
    const { statement: s = whole, sequences = [] } = whole;
    const [lines, sizes, c] = [[], sizesOf(s).join(", "), s.conclusion];
    const say = (some, text) => some && lines.push(text);
    const all = (list, each) => list.map(each).join(", ");
    say(sizes, `for all integers ${sizes} >= 1`);
    say(s.letters.length, `for all real ${all(s.letters, ([name, rows, cols]) => `${name} (${rows}×${cols})`)}`);
    say(s.ones.length, `with columns of ones ${all(s.ones, (n) => `1[${n}]`)}`);
    say(sequences.length, `for all members ${all(sequences, ([name]) => name)} of sequences at one index`);
    for (const [name, first, next] of sequences) {
      lines.push(`the first ${name} = ${textOf(first)}`, `the next ${name} = ${textOf(next)}`);
    }
    for (const [, h] of s.hypotheses) lines.push(`given ${compared(h)}`);
    if (c.is === "Compare") lines.push(compared(c));
    if (c.is === "Optimum") {
      const [over, at] = [all(c.at, ([name]) => name), all(c.at, ([name, e]) => `${name} = ${textOf(e)}`)];
      lines.push(`the ${c.sense} of ${textOf(c.objective)} over ${over} is at ${at}`);
      if (c.value) lines.push(`and is ${textOf(c.value)}`);
      for (const e of c.exactly) lines.push(`there and only there ${compared(e)}`);
    }
    if (c.is === "SameOptimisers") {
      const [first, second] = [c.first, c.second].map(([sense, e]) => `the ${sense} of ${textOf(e)} is`);
      lines.push(`over ${c.variables.join(", ")} ${first} where ${second}`);
    }
    return lines;
  }

  // ------------------------------------------------------------------------------------------------ digest
  const escaped = (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const asciiText = (s) => (/^[\w ]*$/.test(s) ? `"${s}"` : JSON.stringify(s).replace(/[^ -~]/g, escaped));

  // JSON with sorted names, without blanks, in ASCII.
  function canonical(x) {
    if (isList(x)) return `[${x.map(canonical).join()}]`;
    if (isNamed(x)) return asciiText(x);
    if (x === null || typeof x !== "object") return `${x}`;
    return `{${Object.keys(x).sort().map((name) => `${asciiText(name)}:${canonical(x[name])}`).join()}}`;
  }

  const fraction = (x) => ((x % 1) * 2 ** 32) | 0;
  const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !/^(11+)\1+$/.test("1".repeat(n)));
  const ROUNDS = Int32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));

  // SHA-256 of ASCII text (FIPS 180-4).
  function sha256(text) {
    const [hash, w] = [Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p))), new Int32Array(64)];
    const view = new DataView(new ArrayBuffer(64 * (((text.length + 8) >> 6) + 1)));
    for (let i = 0; i < text.length; i += 1) view.setUint8(i, text.charCodeAt(i));
    view.setUint8(text.length, 0x80);
    view.setBigUint64(view.byteLength - 8, BigInt(text.length) * 8n);
    const turn = (x, k) => (x >>> k) | (x << (32 - k));
    for (let block = 0; block < view.byteLength; block += 64) {
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i += 1) {
        const [x, y, sum] = [w[i - 15], w[i - 2], w[i - 16] + w[i - 7]];
        if (i < 16) w[i] = view.getInt32(block + 4 * i);
        else w[i] = sum + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
        const chosen = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
        const most = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        const first = (h + chosen + ROUNDS[i] + w[i]) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + most) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] += x; });
    }
    return Array.from(hash, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // ------------------------------------------------------------------------------------------------ check
  // {verdict, code, statement, sha256} or {verdict, code, reason, place, fault} of the bytes of a file, or of what
  // readFile returned; code is 0, 1 or 2. observe is called with each step once it is multiplied out.
  function check(file, observe = () => {}) {
    const [place, meter] = [{ certificate: null, goal: null, lemma: null }, { left: BUDGET }];
    try {
      const { statement, certificate } = file instanceof Uint8Array ? readFile(file) : file;
      const isFamily = statement.is === "Family";
      const steps = isFamily ? stepsOf(statement, certificate.claims, meter) : [statement];
      const certificates = isFamily ? certificate.certificates : [certificate];
      steps.slice(0, certificates.length).forEach((step, i) => {
        place.certificate = isFamily ? i : null;
        checkStatement(step, certificates[i], meter, place, observe);
      });
      place.certificate = null;
      if (steps.length !== certificates.length) refuse(`malformed: got ${certificates.length} certificates`);
      checkNames(isFamily ? statement.statement : statement);
      const [text, digest] = [statementText(statement), sha256(canonical([statement, certificate]))];
      return { verdict: "proved", code: 0, statement: text, sha256: digest };
    } catch (error) {
      const said = error.refusal ? error.message : "got something malformed or too large";
      const named = Object.entries(place).filter(([, part]) => part !== null);
      const at = named.map(([kind, part]) => (kind === "certificate" ? `certificate ${part}` : part)).join(", ");
      const [reason, fault] = [oneLine(said + (at && ` [${at}]`)), error.refusal ? null : `${error}`];
      return { verdict: "refused", code: error.refusal ?? 1, reason, place, fault };
    }
  }

  return { check, readFile, textOf, compared, statementText, RECORDS, plus, multiplied, rational, whole, written };
})();

// -------------------------------------------------------------------------------------------------- command
const USAGE = `Usage: node checker.js [--statement | --lines] FILE…
Check certificate files of pcaproofs. --statement: print the proved statements. --lines: each line of a FILE is a
certificate file, and gives one JSON object.
Exit code 0 if every certificate was accepted, 1 if one was not, 2 if a file contains no certificate.
Examples: node checker.js out/*.json · node checker.js --statement proof.json
`;

function command(args, { readFileSync }, { stdout, stderr }) {
  const [options, files] = [true, false].map((wanted) => args.filter((arg) => arg.startsWith("--") === wanted));
  const unknown = options.find((option) => !["--statement", "--lines", "--help"].includes(option));
  const codes = [0];
  const tell = (file, { verdict, code, reason, sha256, statement }) => {
    const lines = [`${file}: proved, sha256 ${sha256}`, ...(options.includes("--statement") ? statement ?? [] : [])];
    if (verdict === "proved") stdout.write(`${lines.join("\n  ")}\n`);
    else stderr.write(`checker.js: ${file}: ${reason}\n`);
    codes.push(code);
  };
  if (options.includes("--help")) return (stdout.write(USAGE), 0);
  if (unknown || !files.length) return (stderr.write(unknown ? `checker.js: got the option ${unknown}\n` : USAGE), 2);
  for (const file of files) {
    try {
      const bytes = readFileSync(file);
      const parts = options.includes("--lines") ? bytes.toString("latin1").split("\n").slice(0, -1) : [];
      for (const line of parts) stdout.write(`${JSON.stringify(pcaChecker.check(Buffer.from(line, "latin1")))}\n`);
      if (!options.includes("--lines")) tell(file, pcaChecker.check(bytes));
    } catch (error) {
      tell(file, { verdict: "refused", code: 2, reason: error.message.replace(/^[A-Z]+: |,.*/g, "") });
    }
  }
  return codes.includes(1) ? 1 : Math.max(...codes);
}

if (typeof module !== "undefined") {
  module.exports = pcaChecker;
  if (require.main === module) process.exitCode = command(process.argv.slice(2), require("node:fs"), process);
}
