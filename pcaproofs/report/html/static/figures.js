"use strict";
// Figures that can be moved: each has its numbers from the report, and stands where the picture stands without scripts and
// on paper. Sliders move them with the keyboard, and the pointer may drag in the picture.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const short = (x) => x.toFixed(2).replace(/^-0\.00$/, "0.00").replace("-", "−");
  const sum = (list) => list.reduce((a, b) => a + b, 0);

  function element(name, attributes, parent, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
  }

  // A frame with x and y ranges, as functions from numbers to places in the picture.
  const frame = (x, y, left, top, right, bottom) => ({
    x: (v) => left + ((v - x[0]) / (x[1] - x[0])) * (right - left),
    y: (v) => bottom - ((v - y[0]) / (y[1] - y[0])) * (bottom - top),
    back: (px) => x[0] + ((px - left) / (right - left)) * (x[1] - x[0]),
  });

  function panel(figure, name, width, height) {
    const box = document.createElement("div");
    box.className = "moving";
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": name });
    box.append(svg);
    const picture = figure.querySelector(".picture-box svg");
    picture.before(box);
    picture.style.display = "none";
    return { box, svg };
  }

  function slider(box, label, [low, high, step, start], draw) {
    const line = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "range", min: low, max: high, step, value: start });
    line.append(label, input);
    box.append(line);
    input.addEventListener("input", draw);
    return input;
  }

  function output(box) {
    const out = document.createElement("output");
    box.append(out);
    return out;
  }

  // Where the pointer drags, in the picture's own units.
  function dragged(svg, moved) {
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      moved(point.x, point.y);
    };
    svg.classList.add("handle");
    svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); at(event); });
    svg.addEventListener("pointermove", (event) => { if (event.buttons) at(event); });
  }

  const line = (svg, a, b, classes, width = 1.2) => element("line",
    { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: classes, "stroke-width": width }, svg);
  const dot = (svg, [x, y], r, classes) => element("circle", { cx: x, cy: y, r, class: classes }, svg);
  const curve = (svg, points, classes) => element("polyline",
    { points: points.map((p) => p.join(",")).join(" "), class: `${classes} hollow`, "stroke-width": 2 }, svg);

  // Turn w: the projections of the centred samples, and variance and error, which add up to the total variance.
  function turning(figure, { samples, mean, variances }) {
    const { box, svg } = panel(figure, "Samples, a direction w through their mean, the variance along it and the error off it", 560, 260);
    const centred = samples.map(([x, y]) => [x - mean[0], y - mean[1]]);
    const total = sum(variances);
    const left = frame([-13, 13], [-13, 13], 4, 4, 252, 252);
    const right = frame([0, 360], [0, total * 1.05], 310, 20, 552, 220);
    const at = (v) => [left.x(v[0]), left.y(v[1])];
    const variance = (t) => sum(centred.map(([x, y]) => (x * Math.cos(t) + y * Math.sin(t)) ** 2)) / centred.length;
    const input = slider(box, "Angle of w, in degrees", [0, 360, 1, 20], draw);
    const out = output(box);
    dragged(svg, (x, y) => {
      const t = x < 280 ? (Math.atan2(left.y(0) - y, x - left.x(0)) * 180) / Math.PI : right.back(x);
      input.value = Math.round(x < 280 ? (t + 360) % 360 : t);
      draw();
    });
    function draw() {
      const t = (input.value * Math.PI) / 180;
      const w = [Math.cos(t), Math.sin(t)];
      svg.replaceChildren();
      line(svg, at([-12.5 * w[0], -12.5 * w[1]]), at([12.5 * w[0], 12.5 * w[1]]), "stroke-first", 1.4);
      for (const x of centred) {
        const s = x[0] * w[0] + x[1] * w[1];
        const foot = [s * w[0], s * w[1]];
        line(svg, at(x), at(foot), "stroke-second", 1.4);
        dot(svg, at(x), 4, "fill-ink");
        dot(svg, at(foot), 3, "fill-first");
      }
      element("text", { x: at([11 * w[0], 11 * w[1]])[0] + 6, y: at([11 * w[0], 11 * w[1]])[1] - 6 }, svg, "w");
      const angles = Array.from({ length: 181 }, (_, k) => 2 * k);
      line(svg, [right.x(0), right.y(0)], [right.x(360), right.y(0)], "stroke-quiet", 0.8);
      line(svg, [right.x(0), right.y(total)], [right.x(360), right.y(total)], "stroke-quiet", 0.8);
      curve(svg, angles.map((a) => [right.x(a), right.y(variance((a * Math.PI) / 180))]), "stroke-first");
      curve(svg, angles.map((a) => [right.x(a), right.y(total - variance((a * Math.PI) / 180))]), "stroke-second");
      const along = variance(t);
      dot(svg, [right.x(+input.value), right.y(along)], 5, "fill-first");
      dot(svg, [right.x(+input.value), right.y(total - along)], 5, "fill-second");
      element("text", { x: 306, y: right.y(total) + 4, "text-anchor": "end" }, svg, short(total));
      element("text", { x: 306, y: right.y(0) + 4, "text-anchor": "end" }, svg, "0");
      element("text", { x: 431, y: 240, "text-anchor": "middle" }, svg, "angle of w");
      out.textContent = `variance along w ${short(along)}, error ${short(total - along)}, together ${short(total)}`;
    }
    draw();
  }

  // Move a off the mean across the line: the error is a parabola.
  function moving(figure, { samples, mean, directions: [w, across] }) {
    const { box, svg } = panel(figure, "Samples, a line through a point a, and the error of the line against the distance of a from the mean", 560, 260);
    const left = frame([-4, 20], [-6, 18], 4, 4, 252, 252);
    const right = frame([-5.5, 5.5], [0, 170], 310, 14, 552, 220);
    const at = (v) => [left.x(v[0]), left.y(v[1])];
    const off = samples.map((x) => (x[0] - mean[0]) * across[0] + (x[1] - mean[1]) * across[1]);
    const error = (s) => sum(off.map((y) => (y - s) ** 2));
    const input = slider(box, "Distance of a from the mean", [-5, 5, 0.1, 3], draw);
    const out = output(box);
    dragged(svg, (x, y) => {
      const p = [left.back(x), 18 - ((y - 4) / 248) * 24];
      const s = x < 280 ? (p[0] - mean[0]) * across[0] + (p[1] - mean[1]) * across[1] : right.back(x);
      input.value = Math.max(-5, Math.min(5, s));
      draw();
    });
    function draw() {
      const s = +input.value;
      const a = [mean[0] + s * across[0], mean[1] + s * across[1]];
      svg.replaceChildren();
      line(svg, at([mean[0] - 13 * w[0], mean[1] - 13 * w[1]]), at([mean[0] + 13 * w[0], mean[1] + 13 * w[1]]), "stroke-faint", 1.4);
      line(svg, at([a[0] - 13 * w[0], a[1] - 13 * w[1]]), at([a[0] + 13 * w[0], a[1] + 13 * w[1]]), "stroke-first", 1.6);
      for (const x of samples) {
        const along = (x[0] - a[0]) * w[0] + (x[1] - a[1]) * w[1];
        line(svg, at(x), at([a[0] + along * w[0], a[1] + along * w[1]]), "stroke-second", 1.4);
        dot(svg, at(x), 4, "fill-ink");
      }
      dot(svg, at(mean), 4, "stroke-third hollow");
      dot(svg, at(a), 4, "fill-first");
      element("text", { x: at(a)[0] + 8, y: at(a)[1] - 6 }, svg, "a");
      line(svg, [right.x(-5.5), right.y(0)], [right.x(5.5), right.y(0)], "stroke-quiet", 0.8);
      curve(svg, Array.from({ length: 101 }, (_, k) => -5 + k / 10).map((v) => [right.x(v), right.y(error(v))]), "stroke-second");
      line(svg, [right.x(s), right.y(0)], [right.x(s), right.y(error(s))], "stroke-faint", 1);
      dot(svg, [right.x(s), right.y(error(s))], 5, "fill-second");
      dot(svg, [right.x(0), right.y(error(0))], 4, "stroke-third hollow");
      element("text", { x: 431, y: 240, "text-anchor": "middle" }, svg, "distance of a from the mean");
      out.textContent = `error at distance ${short(s)}: ${short(error(s))}; least, at the mean: ${short(error(0))}`;
    }
    draw();
  }

  // Turn a plane away from the best one: the weights of the eigenvalues stay between 0 and 1 and add up to 2.
  function weighing(figure, { eigenvalues }) {
    const { box, svg } = panel(figure, "The weights that a plane gives to the eigenvalues", 460, 220);
    const room = frame([0, eigenvalues.length], [0, 1.15], 40, 10, 450, 180);
    const first = slider(box, "Turn from the 1st axis towards the 3rd, in degrees", [0, 90, 1, 30], draw);
    const second = slider(box, "Turn from the 2nd axis towards the 4th, in degrees", [0, 90, 1, 20], draw);
    const out = output(box);
    function draw() {
      const [s, t] = [first, second].map((x) => (x.value * Math.PI) / 180);
      const weights = [Math.cos(s) ** 2, Math.cos(t) ** 2, Math.sin(s) ** 2, Math.sin(t) ** 2, 0];
      svg.replaceChildren();
      line(svg, [room.x(0), room.y(1)], [room.x(eigenvalues.length), room.y(1)], "stroke-faint", 1);
      line(svg, [room.x(0), room.y(0)], [room.x(eigenvalues.length), room.y(0)], "stroke-quiet", 1);
      for (const level of [0, 1]) element("text", { x: 34, y: room.y(level) + 4, "text-anchor": "end" }, svg, `${level}`);
      eigenvalues.forEach((value, k) => {
        const height = room.y(0) - room.y(weights[k]);
        element("rect", { x: room.x(k + 0.2), y: room.y(weights[k]), width: room.x(0.6) - room.x(0), height, class: "fill-first", "fill-opacity": 0.6 }, svg);
        element("text", { x: room.x(k + 0.5), y: room.y(weights[k]) - 5, "text-anchor": "middle" }, svg, short(weights[k]));
        element("text", { x: room.x(k + 0.5), y: 200, "text-anchor": "middle" }, svg, `λ = ${value}`);
      });
      const trace = sum(weights.map((x, k) => x * eigenvalues[k]));
      out.textContent = `sum of the weights ${short(sum(weights))}, weighted sum ${short(trace)}, greatest possible ${short(eigenvalues[0] + eigenvalues[1])}`;
    }
    draw();
  }

  // Move the samples away from the origin: what is found without the mean turns towards the mean.
  function shifting(figure, { centred, mean }) {
    const { box, svg } = panel(figure, "Samples, the line found through their mean, and the line found through the origin", 420, 300);
    const room = frame([-17, 17], [-6, 18], 5, 5, 415, 295);
    const at = (v) => [room.x(v[0]), room.y(v[1])];
    const away = Math.hypot(...mean);
    const input = slider(box, "Distance of the mean from the origin", [0, 12, 0.1, 11.5], draw);
    const out = output(box);
    dragged(svg, (x, y) => {
      input.value = (room.back(x) * mean[0] + (18 - ((y - 5) / 290) * 24) * mean[1]) / away;
      draw();
    });
    function first(samples) {
      const moment = (i, j) => sum(samples.map((x) => x[i] * x[j])) / samples.length;
      const turn = Math.atan2(2 * moment(0, 1), moment(0, 0) - moment(1, 1)) / 2;
      return [Math.cos(turn), Math.sin(turn)];
    }
    function draw() {
      const m = mean.map((x) => (x * input.value) / away);
      const samples = centred.map(([x, y]) => [x + m[0], y + m[1]]);
      const [w, v] = [first(centred), first(samples)];
      svg.replaceChildren();
      line(svg, [room.x(-17), room.y(0)], [room.x(17), room.y(0)], "stroke-faint", 1);
      line(svg, [room.x(0), room.y(-6)], [room.x(0), room.y(18)], "stroke-faint", 1);
      line(svg, at([m[0] - 9 * w[0], m[1] - 9 * w[1]]), at([m[0] + 9 * w[0], m[1] + 9 * w[1]]), "stroke-third", 1.6);
      line(svg, at([-6 * v[0], -6 * v[1]]), at([16 * v[0], 16 * v[1]]), "stroke-second", 1.6);
      for (const x of samples) dot(svg, at(x), 4, "fill-ink");
      dot(svg, at(m), 4, "stroke-third hollow");
      element("text", { x: at(m)[0] - 16, y: at(m)[1] - 6 }, svg, "μ");
      element("text", { x: room.x(0) + 6, y: room.y(0) + 14 }, svg, "0");
      const along = (u, x) => u[0] * x[0] + u[1] * x[1];
      const variance = sum(centred.map((x) => along(v, x) ** 2)) / centred.length;
      const angle = (Math.acos(Math.min(1, Math.abs(along(v, w)))) * 180) / Math.PI;
      out.textContent = `through 0: mean square ${short(variance + along(v, m) ** 2)} = variance ${short(variance)} + squared mean ${short(along(v, m) ** 2)}, ${angle.toFixed(0)}° from the best direction`;
    }
    draw();
  }

  // Take away more and more of the part along w₁: the variance along w₂ stays what it is.
  function deflating(figure, { centred, directions: [w, v], variances }) {
    const { box, svg } = panel(figure, "Centred samples, and what is left of them when a share of their part along the first direction is taken away", 420, 270);
    const room = frame([-8.4, 8.4], [-5.2, 5.2], 5, 6, 415, 260);
    const at = (x) => [room.x(x[0]), room.y(x[1])];
    const input = slider(box, "Share taken away, in percent", [0, 100, 1, 60], draw);
    const out = output(box);
    function draw() {
      const kept = 1 - input.value / 100;
      const half = [kept * Math.sqrt(variances[0]), Math.sqrt(variances[1])];
      svg.replaceChildren();
      line(svg, at([-8 * w[0], -8 * w[1]]), at([8 * w[0], 8 * w[1]]), "stroke-first", 1.2);
      line(svg, at([-5 * v[0], -5 * v[1]]), at([5 * v[0], 5 * v[1]]), "stroke-third", 1.2);
      curve(svg, Array.from({ length: 121 }, (_, k) => [Math.cos((k * Math.PI) / 60) * half[0], Math.sin((k * Math.PI) / 60) * half[1]])
        .map(([a, b]) => at([a * w[0] + b * v[0], a * w[1] + b * v[1]])), "stroke-quiet");
      for (const x of centred) {
        const part = (1 - kept) * (x[0] * w[0] + x[1] * w[1]);
        const left = [x[0] - part * w[0], x[1] - part * w[1]];
        line(svg, at(x), at(left), "stroke-faint", 1);
        dot(svg, at(x), 4, "stroke-ink hollow");
        dot(svg, at(left), 4, "fill-third");
      }
      element("text", { x: at([7.6 * w[0], 7.6 * w[1]])[0], y: at([7.6 * w[0], 7.6 * w[1]])[1] + 20 }, svg, "w₁");
      element("text", { x: at([4.6 * v[0], 4.6 * v[1]])[0] + 8, y: at([4.6 * v[0], 4.6 * v[1]])[1] + 4 }, svg, "w₂");
      const [one, two] = [kept ** 2 * variances[0], variances[1]];
      out.textContent = `variance along w₁ ${short(one)}, along w₂ ${short(two)}: the best direction for what is left is ${one > two ? "w₁" : "w₂"}`;
    }
    draw();
  }

  // Choose a flower and a number of scores: what comes back, and what all flowers lose.
  function rebuilding(figure, { flowers, names, mean, directions, variances }) {
    const { box, svg } = panel(figure, "The four measurements of a flower, and those reconstructed from its first scores", 420, 240);
    const room = frame([-0.3, 3.3], [0, 8], 30, 8, 412, 210);
    const which = slider(box, "Flower", [1, flowers.length, 1, 1], draw);
    const count = slider(box, "Scores kept", [0, 4, 1, 1], draw);
    const out = output(box);
    function draw() {
      const x = flowers[which.value - 1];
      const kept = directions.slice(0, +count.value);
      const scores = kept.map((w) => sum(w.map((a, k) => a * (x[k] - mean[k]))));
      const back = mean.map((m, k) => m + sum(kept.map((w, i) => scores[i] * w[k])));
      svg.replaceChildren();
      line(svg, [room.x(-0.3), room.y(0)], [room.x(3.3), room.y(0)], "stroke-quiet", 1);
      for (const y of [0, 2, 4, 6, 8]) element("text", { x: 24, y: room.y(y) + 4, "text-anchor": "end" }, svg, `${y}`);
      names.forEach((name, k) => element("text", { x: room.x(k), y: 228, "text-anchor": "middle" }, svg, name));
      for (const [values, role] of [[x, "ink"], [back, "second"]]) {
        curve(svg, values.map((y, k) => [room.x(k), room.y(y)]), `stroke-${role}`);
        values.forEach((y, k) => dot(svg, [room.x(k), room.y(y)], 4, `fill-${role}`));
      }
      const lost = (100 * sum(variances.slice(+count.value))) / sum(variances);
      out.textContent = `flower ${which.value}, scores ${count.value}: missed by ${short(Math.hypot(...x.map((y, k) => y - back[k])))} cm; all flowers together lose ${short(lost)} % of their squared distances from the mean`;
    }
    draw();
  }

  const KINDS = {
    circle: turning, affine: moving, weights: weighing,
    uncentred: shifting, deflation: deflating, "irises-reconstruction": rebuilding,
  };
  for (const figure of document.querySelectorAll("figure[data-interactive]")) {
    KINDS[figure.dataset.interactive](figure, JSON.parse(figure.dataset.values));
  }
})();
