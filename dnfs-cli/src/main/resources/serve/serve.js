// Sends a problem, asks for what is new while it is solved, and draws it. The token stands behind the # of the address,
// which is never sent, or is typed in.
'use strict';

const SHOWN = 200;
let id = null;
let curve = {steps: [], values: []};

function headers(more) {
  const token = $('token').value || decodeURIComponent(location.hash.replace(/^#token=/, '').replace(/^#/, ''));
  return Object.assign(token ? {Authorization: 'Bearer ' + token} : {}, more);
}

async function ask(path, options = {}) {
  const answer = await fetch(path, Object.assign({cache: 'no-store'}, options, {headers: headers(options.headers)}));
  if (answer.status === 401) $('secret').hidden = false;
  if (!answer.ok) {
    const text = await answer.text();
    let line = text;
    try { line = JSON.parse(text).error; } catch (e) { /* a line of text */ }
    throw new Error(line);
  }
  return answer;
}

function say(text) {
  if ($('state').textContent !== text) $('state').textContent = text;
}

function show(status) {
  const facts = {state: status.state, objective: status.objective, bound: status.bound,
    gap: status.gap === undefined || status.gap === null ? undefined : number(100 * status.gap) + ' %',
    proven: status.optimal === undefined ? undefined : status.optimal ? 'yes' : 'no', method: status.method,
    seconds: status.seconds};
  $('numbers').replaceChildren(...Object.entries(facts).filter(f => f[1] !== undefined && f[1] !== null).map(([name, value]) => {
    const box = document.createElement('div');
    box.append(Object.assign(document.createElement('dt'), {textContent: name}),
        Object.assign(document.createElement('dd'), {textContent: typeof value === 'number' ? value.toLocaleString('en') : value}));
    return box;
  }));
  for (const step of status.improvements) {
    curve.steps.push(step.seconds);
    curve.values.push(step.objective);
  }
  const last = curve.values[curve.values.length - 1];
  chart('curve', 'Objective against seconds' + (last === undefined ? '' : ', now ' + last), [stairs(status)], false);
}

// An objective holds until the next one.
function stairs(status) {
  const line = {steps: [], values: []};
  curve.steps.forEach((s, k) => {
    if (k > 0) {
      line.steps.push(s);
      line.values.push(curve.values[k - 1]);
    }
    line.steps.push(s);
    line.values.push(curve.values[k]);
  });
  if (line.steps.length > 0 && status.seconds !== undefined) {
    line.steps.push(status.seconds);
    line.values.push(line.values[line.values.length - 1]);
  }
  return line;
}

async function follow(mine) {
  let revision = -1, failures = 0;
  while (id === mine) {
    try {
      const status = await (await ask('problems/' + mine + '?wait=20&after=' + revision)).json();
      if (id !== mine) return;
      failures = 0;
      revision = status.revision;
      show(status);
      if (status.state !== 'queued' && status.state !== 'running') return await ended(mine, status);
      say(status.state === 'queued' ? 'Others are before it.' : 'Searching.');
    } catch (e) {
      if (++failures > 30) throw e;
      say('The server cannot be reached: ' + e.message);
      await new Promise(later => setTimeout(later, 1000));
    }
  }
}

async function ended(mine, status) {
  if (status.state !== 'done') {
    say(status.error || 'It was stopped before it began.');
    return;
  }
  const text = await (await ask('problems/' + mine + '/answer')).text();
  const answer = JSON.parse(text);
  say(answer.optimal ? 'Solved, and proven to be the best.' : answer.feasible ? 'The best that was found.' : 'Nothing was found that satisfies all.');
  const labels = answer.solution.map(l => typeof l === 'string' ? l : JSON.stringify(l));
  $('answer').textContent = labels.length + ' selected: ' + labels.slice(0, SHOWN).join(' ') + (labels.length > SHOWN ? ' ...' : '');
  // Objects of the page's own may be downloaded under its policy, and a link could not send the token.
  $('download').href = URL.createObjectURL(new Blob([text], {type: 'application/json'}));
  $('download').hidden = false;
}

$('ask').addEventListener('submit', async event => {
  event.preventDefault();
  id = null;
  curve = {steps: [], values: []};
  $('answer').textContent = 'None yet.';
  $('download').hidden = true;
  $('solve').disabled = true;
  try {
    const file = $('file').files[0];
    const query = new URLSearchParams({problem: $('problem').value, seconds: $('seconds').value});
    if (file && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.,+=-]{0,99}$/u.test(file.name)) query.set('name', file.name);
    const job = await (await ask('problems?' + query, {method: 'POST', body: file || $('data').value,
      headers: {'Content-Type': 'application/octet-stream'}})).json();
    id = job.id;
    $('stop').disabled = false;
    await follow(id);
  } catch (e) {
    say(e.message);
  } finally {
    $('solve').disabled = false;
    $('stop').disabled = true;
  }
});

$('stop').addEventListener('click', async () => {
  try {
    if (id !== null) await ask('problems/' + id, {method: 'DELETE'});
  } catch (e) {
    say(e.message);
  }
});

$('file').addEventListener('change', () => { $('data').required = $('file').files.length === 0; });
chart('curve', 'Objective against seconds', [{steps: [], values: []}], false);
