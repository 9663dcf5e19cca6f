// Asks for what is new once a second and draws it. An answer that does not come is given up, never waited for twice.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';
const BOX = {left: 56, top: 10, bottom: 250};
const COLOURS = ['#2b6cb0', '#f6c177', '#3a9679', '#c2527b', '#7f6bb3', '#9a8c3c', '#5c6773', '#d9d4c7'];
const $ = id => document.getElementById(id);
let revision = -1;

function number(value, digits = 3) {
  if (value === null || value === undefined) return '–';
  return Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-3)
      ? value.toExponential(2) : String(Number(value.toPrecision(digits)));
}

function duration(seconds) {
  if (seconds === null) return '–';
  const s = Math.round(seconds), two = v => String(v).padStart(2, '0');
  return s < 60 ? s + ' s' : s < 3600 ? Math.floor(s / 60) + ':' + two(s % 60)
      : Math.floor(s / 3600) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
}

function add(parent, name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent.appendChild(node);
  return node;
}

function ticks(low, high, log) {
  const all = [];
  if (log) {
    const wide = high - low > 2.5;
    for (let k = Math.floor(low); k <= high; k++) {
      for (const m of wide ? [1] : [1, 2, 5]) {
        const at = k + Math.log10(m);
        if (at >= low && at <= high) all.push([at, number(m * 10 ** k)]);
      }
    }
    return all;
  }
  const raw = (high - low) / 5 || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw);
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) {
    all.push([v, Math.abs(v) >= 1e4 ? v / 1e3 + 'k' : String(Number(v.toPrecision(6)))]);
  }
  return all;
}

function chart(id, label, curves, log, range) {
  const svg = $(id);
  const shown = curves.map(c => c.steps.map((s, k) => [s, c.values[k]])
      .filter(p => p[1] !== null && (!log || p[1] > 0)).map(p => [p[0], log ? Math.log10(p[1]) : p[1]]));
  const points = shown.flat();
  // As wide as it is shown, so that the letters keep their size on a phone.
  const width = Math.max(280, svg.clientWidth), right = width - 10;
  svg.setAttribute('viewBox', `0 0 ${width} 280`);
  svg.textContent = '';
  svg.setAttribute('aria-label', label);
  if (points.length === 0) {
    add(svg, 'text', {x: width / 2, y: 140, 'text-anchor': 'middle'}, 'nothing to draw yet');
    return;
  }
  const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
  const x0 = 0, x1 = Math.max(1, ...xs);
  let [y0, y1] = range || [Math.min(...ys), Math.max(...ys)];
  if (y1 - y0 < 1e-9) { y0 -= 0.5; y1 += 0.5; }
  const x = v => BOX.left + (v - x0) / (x1 - x0) * (right - BOX.left);
  const y = v => BOX.bottom - (v - y0) / (y1 - y0) * (BOX.bottom - BOX.top);
  for (const [at, text] of ticks(y0, y1, log)) {
    add(svg, 'line', {class: 'grid', x1: BOX.left, x2: right, y1: y(at), y2: y(at)});
    add(svg, 'text', {x: BOX.left - 6, y: y(at) + 4, 'text-anchor': 'end'}, text);
  }
  for (const [at, text] of ticks(x0, x1, false)) {
    add(svg, 'text', {x: x(at), y: BOX.bottom + 18, 'text-anchor': 'middle'}, text);
  }
  shown.forEach((line, k) => {
    if (line.length > 0) {
      add(svg, 'polyline', {class: 'line k' + k, points: line.map(p => x(p[0]).toFixed(1) + ',' + y(p[1]).toFixed(1)).join(' ')});
    }
  });
}

function samples(all, rows, columns, states) {
  const canvas = $('samples');
  if (all.length === 0) return;
  const across = rows === 1 ? 1 : Math.min(8, all.length), down = Math.ceil(all.length / across);
  canvas.width = across * (columns + 1) - 1;
  canvas.height = down * (rows + 1) - 1;
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, canvas.width, canvas.height);
  all.forEach((text, k) => {
    const left = k % across * (columns + 1), top = Math.floor(k / across) * (rows + 1);
    const bytes = atob(text);
    for (let i = 0; i < bytes.length; i++) {
      context.fillStyle = COLOURS[bytes.charCodeAt(i) % COLOURS.length];
      context.fillRect(left + i % columns, top + Math.floor(i / columns), 1, 1);
    }
  });
  canvas.setAttribute('aria-label', all.length + ' samples of ' + rows * columns + ' sites with ' + states + ' states');
}

function show(d) {
  $('title').textContent = d.title;
  document.title = Math.floor(100 * d.progress) + ' % ' + d.title;
  $('progress').value = d.progress;
  say(d.state);
  const facts = {
    step: d.step.toLocaleString('en'), loss: number(d.lastLoss), 'ESS, trapezoid': number(d.lastTrapezoid),
    'ESS, exact': number(d.lastExact), 'log Z, exact': number(d.logZ, 6), horizon: number(d.horizon),
    'learning rate': number(d.learningRate), elapsed: duration(d.seconds), left: duration(d.left)
  };
  $('numbers').replaceChildren(...Object.entries(facts).map(([name, value]) => {
    const box = document.createElement('div');
    box.append(Object.assign(document.createElement('dt'), {textContent: name}),
        Object.assign(document.createElement('dd'), {textContent: value}));
    return box;
  }));
  chart('loss', 'Loss against the step, now ' + number(d.lastLoss), [d.loss], true);
  chart('ess', 'Effective sample size against the step, now ' + number(d.lastTrapezoid) + ' by trapezoid and '
      + number(d.lastExact) + ' by exact weights', [d.exact, d.trapezoid, d.horizons], false, [0, 1]);
  samples(d.samples, d.rows, d.columns, d.states);
}

// A screen reader speaks a status each time it is written: only when it changes.
function say(text) {
  if ($('state').textContent !== text) $('state').textContent = text;
}

let failures = 0;

async function ask() {
  try {
    const answer = await fetch('data' + location.search + '&after=' + revision, {cache: 'no-store', signal: AbortSignal.timeout(4000)});
    if (answer.status === 200) {
      const data = await answer.json();
      revision = data.revision;
      show(data);
    }
    failures = 0;
  } catch (e) {
    if (++failures > 1) say('The run has ended, or it cannot be reached. What it said last stays below.');
  }
  setTimeout(ask, failures > 5 ? 5000 : 1000);
}

ask();
