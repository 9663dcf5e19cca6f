// Numbers, times and curves of a page, drawn without a library.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';
const BOX = {left: 56, top: 10, bottom: 250};
const $ = id => document.getElementById(id);

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
  // As wide as it is shown, so that the letters keep their size on a phone; half of the last label lies beyond the curve.
  const width = Math.max(280, svg.clientWidth), right = width - 24;
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
