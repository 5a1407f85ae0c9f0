import { describe, expect, it } from '@jest/globals';
import { readProblem } from '@multilane/contracts';
import { checkDefinition, hasFixedOrigin, secretsOf } from './check-definition.js';
import { referencesOf } from './references.js';

const HTTP = { id: 'call', kind: 'http', url: 'https://example.com/' };
const one = (node: object, more: object = {}) => ({ nodes: [node], ...more });

describe('checking a workflow (docs/contract/workflows.md#publication)', () => {
  it('accepts every kind of step, and fills in defaults', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const { definition, problems } = await checkDefinition({
      nodes: [
        { id: 'm', kind: 'model', model: 'gpt', messages: [{ role: 'user', content: 'Hi {{input.name}}' }] },
        { id: 'g', kind: 'agent', agent_id: id, input: { q: '{{steps.m.output.text}}' } },
        { id: 'r', kind: 'retrieve', kb_ids: [id], query: '{{input.q}}', on_error: 'branch' },
        {
          ...HTTP,
          headers: { Authorization: 'Bearer {{secrets.TOKEN}}', 'x-q': '{{input.q}}', 'x-key': { secret: 'KEY' } },
        },
        { id: 'c', kind: 'condition', expression: 'steps.m.output.text.size() > 3 && has(input.a)' },
        { id: 'l', kind: 'map', items: 'input.list', step: { kind: 'http', url: 'https://example.com/{{item.id}}' } },
        { id: 'w', kind: 'wait', until: '{{input.until}}' },
        { id: 't', kind: 'transform', expression: '{ "all": steps.l.output.items.output }' },
        { id: 'a', kind: 'approval', message: 'Go on with {{steps.t.output}}?' },
        { id: 's', kind: 'subworkflow', workflow_id: id, input: { a: '{{run.id}}' } },
      ],
      edges: [
        { from: 'm', to: 'g' },
        { from: 'm', to: 'c' },
        { from: 'r', to: 's', branch: 'error' },
        { from: 'c', to: 'l', branch: 'true' },
        { from: 'l', to: 't' },
        { from: 't', to: 'a' },
        { from: 'a', to: 's', branch: 'approved' },
      ],
      output: { text: '{{steps.m.output.text}}' },
    });
    expect(problems).toEqual([]);
    expect(definition?.nodes[0]).toMatchObject({ on_error: 'fail', response: 'text' });
    expect(secretsOf(definition as never)).toEqual(['TOKEN', 'KEY']);
  });

  it.each([
    ['no steps', { nodes: [] }, null, 'nodes'],
    ['an unknown kind', one({ id: 'a', kind: 'loop' }), 'a', 'nodes[0].kind'],
    ['an unknown member', one({ ...HTTP, retries: 1 }), 'call', 'nodes[0]'],
    ['an id that expressions cannot name', one({ ...HTTP, id: 'a-b' }), null, 'nodes[0].id'],
    ['an id twice', { nodes: [HTTP, HTTP] }, 'call', 'nodes[1].id'],
    ['an edge to nowhere', one(HTTP, { edges: [{ from: 'call', to: 'gone' }] }), null, 'edges[0].to'],
    [
      'a branch that the step has not',
      one(HTTP, { edges: [{ from: 'call', to: 'call', branch: 'true' }] }),
      'call',
      'edges[0].branch',
    ],
    [
      '`error` without on_error',
      one(HTTP, { edges: [{ from: 'call', to: 'call', branch: 'error' }] }),
      'call',
      'edges[0].branch',
    ],
    ['a circle', one(HTTP, { edges: [{ from: 'call', to: 'call' }] }), 'call', 'edges'],
    ['wrong CEL', one({ id: 'c', kind: 'condition', expression: 'input. >' }), 'c', 'nodes[0].expression'],
    ['CEL that is no condition', one({ id: 'c', kind: 'condition', expression: '"yes"' }), 'c', 'nodes[0].expression'],
    [
      'CEL with an unknown name',
      one({ id: 'c', kind: 'condition', expression: 'process.exit()' }),
      'c',
      'nodes[0].expression',
    ],
    ['wrong JSONata', one({ id: 't', kind: 'transform', expression: '{ "a": ' }), 't', 'nodes[0].expression'],
    ['a path that is none', one({ ...HTTP, url: 'https://example.com/{{process.env}}' }), 'call', 'nodes[0].url'],
    ['a template that does not end', one({ ...HTTP, body: { a: ['{{input.x'] } }), 'call', 'nodes[0].body'],
    ['an item outside of a map', one({ ...HTTP, body: '{{item.x}}' }), 'call', 'nodes[0].body'],
    ['a step that does not exist', one({ ...HTTP, body: '{{steps.gone.output}}' }), 'call', 'nodes[0].body'],
    [
      'a step that does not lead here',
      { nodes: [HTTP, { ...HTTP, id: 'b', body: '{{steps.call.output}}' }] },
      'b',
      'nodes[1].body',
    ],
    [
      'the same in CEL',
      { nodes: [HTTP, { id: 'c', kind: 'condition', expression: 'steps.call.output.ok' }] },
      'c',
      'nodes[1].expression',
    ],
    ['a secret in an address', one({ ...HTTP, url: 'https://example.com/{{secrets.A}}' }), 'call', 'nodes[0].url'],
    ['a secret in a body', one({ ...HTTP, body: { key: '{{secrets.A}}' } }), 'call', 'nodes[0].body'],
    [
      'a secret for a host that data chooses',
      one({ ...HTTP, url: '{{input.url}}', headers: { k: '{{secrets.A}}' } }),
      'call',
      'nodes[0].url',
    ],
    [
      'a header of ours',
      one({ ...HTTP, headers: { 'Idempotency-Key': 'x' } }),
      'call',
      'nodes[0].headers.Idempotency-Key',
    ],
    ['a header twice', one({ ...HTTP, headers: { a: 'x', A: 'y' } }), 'call', 'nodes[0].headers.A'],
    ['an address that is none', one({ ...HTTP, url: 'file:///etc/passwd' }), 'call', 'nodes[0].url'],
    ['a wait for nothing', one({ id: 'w', kind: 'wait' }), 'w', 'nodes[0].seconds'],
    ['an output of an unknown step', one(HTTP, { output: '{{steps.gone.output}}' }), null, 'output'],
    [
      'a map in a map',
      one({ id: 'l', kind: 'map', items: '[]', step: { kind: 'map', items: '[]' } }),
      'l',
      'nodes[0].step.kind',
    ],
  ])('rejects %s, and names it', async (_what, definition, node, path) => {
    const { problems } = await checkDefinition(definition);
    expect(problems).toContainEqual({ node, path, message: expect.any(String) });
    // The console has a sentence for each kind, in each language.
    expect(problems.filter(({ message }) => readProblem(message) === undefined)).toEqual([]);
  });

  it.each([
    ['https://example.com/{{input.a}}', true],
    ['https://example.com', true],
    ['https://example.com:8443?x={{input.a}}', true],
    ['https://example.com{{input.a}}', false],
    ['https://{{input.a}}/', false],
    ['https://user@{{input.a}}/', false],
    ['https://evil.example\\@example.com/{{input.a}}', false],
    ['{{input.a}}', false],
  ])('knows whether the author chose the host of %s', (url, isFixed) => {
    expect(hasFixedOrigin(url)).toBe(isFixed);
  });

  it('knows which steps an expression reads, or that it may be any', () => {
    const read = (expression: string) => referencesOf({ id: 't', kind: 'transform', expression, on_error: 'fail' });
    expect(read('steps.a.output + steps . b.output & "steps.c"')).toEqual(['a', 'b']);
    expect(read('input.steps.a')).toEqual([]);
    expect(read('input.a * 2')).toEqual([]);
    expect([read('steps["a"]'), read('$lookup(steps, "a")'), read('**.x'), read('*.a')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
