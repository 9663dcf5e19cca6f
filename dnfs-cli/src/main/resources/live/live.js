// Asks for what is new once a second and draws it. An answer that does not come is given up, never waited for twice.
'use strict';

// As in the figures of the report.
const TWO = ['#0072b2', '#fbe3a8'];
const MORE = ['#0072b2', '#f0e442', '#d55e00', '#56b4e9', '#009e73', '#e69f00', '#000000', '#cc79a7'];
let revision = -1;

function samples(all, rows, columns, states) {
  const canvas = $('samples');
  if (all.length === 0) return;
  const across = rows === 1 ? 1 : Math.min(8, all.length), down = Math.ceil(all.length / across);
  canvas.width = across * (columns + 1) - 1;
  canvas.height = down * (rows + 1) - 1;
  const context = canvas.getContext('2d'), colours = states > 2 ? MORE : TWO;
  context.clearRect(0, 0, canvas.width, canvas.height);
  all.forEach((text, k) => {
    const left = k % across * (columns + 1), top = Math.floor(k / across) * (rows + 1);
    const bytes = atob(text);
    for (let i = 0; i < bytes.length; i++) {
      context.fillStyle = colours[bytes.charCodeAt(i) % colours.length];
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
