// Shows openapi.json, which holds all that is said here.
'use strict';

function element(name, text, children = []) {
  const node = Object.assign(document.createElement(name), text === undefined ? {} : {textContent: text});
  node.append(...children);
  return node;
}

function list(pairs) {
  return element('dl', undefined, pairs.map(([term, text]) => element('div', undefined, [element('dt', term), element('dd', text)])));
}

function resolve(api, node) {
  return node.$ref ? node.$ref.slice(2).split('/').reduce((at, key) => at[key], api) : node;
}

function fields(api, schema) {
  return Object.entries(resolve(api, schema).properties || {})
      .map(([name, p]) => [name + ' (' + (p.enum ? p.enum.join(', ') : [].concat(p.type || 'object').join(' or ')) + ')', p.description || '']);
}

fetch('openapi.json').then(answer => answer.json()).then(api => {
  document.getElementById('title').textContent = api.info.title;
  document.getElementById('description').prepend(api.info.description + ' ');
  const all = document.getElementById('paths');
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      all.append(element('h2', method.toUpperCase() + ' ' + path), element('p', operation.summary + '. ' + (operation.description || '')));
      const parameters = (operation.parameters || []).map(p => resolve(api, p)).map(p => [p.name + ' (' + p.in + ')', p.description]);
      if (parameters.length > 0) all.append(element('h3', 'Parameters'), list(parameters));
      const body = operation.requestBody && operation.requestBody.content['application/json'];
      if (body) all.append(element('h3', 'Fields of the body, or parameters beside a body that is the problem itself'), list(fields(api, body.schema)));
      all.append(element('h3', 'Answers'), list(Object.entries(operation.responses).map(([code, r]) => [code, resolve(api, r).description])));
    }
  }
});
