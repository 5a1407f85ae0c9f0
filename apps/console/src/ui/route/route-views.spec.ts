import { describe, expect, it } from '@jest/globals';
import { nestedOf } from './nested-nodes.js';
import { hiddenOf } from './route-fields.js';
import { toGraph } from './route-graph.js';
import { edgesOf, placeAt, placeNodes, ROW } from './route-layout.js';
import { checkGraph, findNode } from './route-problems.js';
import { ROUTING_CONFIG } from './route-values.js';
import { marksOf, type Routed } from './trial/trial-marks.js';

const { members } = ROUTING_CONFIG;

const CONFIG = {
  name: 'canary',
  strategy: 'weighted',
  targets: [
    { model: 'a', weight: 3 },
    { model: 'pool', weight: 1 },
    { model: 'b', weight: 0 },
  ],
  retry: { attempts: 1 },
  shadow: { model: 'c', percent: 1 },
  guardrails: ['x'],
  notes: 1,
};
const graph = toGraph(CONFIG, members);

const POOL = { id: '1', name: 'pool', strategy: 'failover', targets: [{ model: 'd' }, { model: 'loop' }] };
const LOOP = { id: '2', name: 'loop', strategy: 'weighted', targets: [{ model: 'pool' }, { model: 'e', weight: 9 }] };
const nested = nestedOf(graph, [POOL, LOOP]);

describe('problems', () => {
  it.each([
    ['name', 'route', 'name'],
    ['strategy', 'choice', 'strategy'],
    ['targets', 'choice', undefined],
    ['targets[1].model', 'target:1', 'model'],
    ['targets[1]', 'target:1', undefined],
    ['targets[9].model', 'choice', undefined],
    ['retry.attempts', 'retry', 'attempts'],
    ['retry.on[0]', 'retry', 'on'],
    ['guardrails[0]', 'guardrails', 'names'],
    ['shadow.model', 'shadow', 'model'],
    ['cache.ttl_seconds', 'route', undefined],
    ['notes', 'other:notes', undefined],
    ['model', 'route', undefined],
  ])('%s is of the node %s', (param, node, field) => {
    expect(findNode(graph, param)).toEqual(field === undefined ? { node } : { node, field });
  });

  it('are found without asking: what is missing, out of its range, or leaves nothing to choose', () => {
    const found = checkGraph(
      toGraph(
        { targets: [{ model: '', weight: 0 }], retry: { attempts: 1.5 }, shadow: { model: 'a', percent: 101 } },
        members,
      ),
      members,
    );
    expect(found.map(({ field, message, node }) => [node, field, 'key' in message && message.key])).toEqual([
      ['route', 'name', 'problem.required'],
      ['target:0', 'model', 'problem.required'],
      ['shadow', 'percent', 'problem.range'],
      ['retry', 'attempts', 'problem.whole'],
      ['choice', undefined, 'problem.weights'],
    ]);
    expect(checkGraph(graph, members)).toEqual([]);
  });

  it('are not seen in what no field shows', () => {
    const odd = toGraph({ name: 'a', targets: [{ model: 'a', weight: 'x' }, 'b'] }, members);
    expect(checkGraph(odd, members).map(({ node }) => node)).toEqual(['target:1']);
    expect(odd.nodes.map((node) => hiddenOf(node, members))).toEqual([[], [], [['weight', 'x']], [['', 'b']]]);
  });
});

describe('the picture', () => {
  it('shows what virtual models lead to, and stops where they lead back', () => {
    expect(nested.map(({ id, model }) => [id, model])).toEqual([
      ['target:1/0', 'd'],
      ['target:1/1', 'loop'],
      ['target:1/1/0', 'pool'],
      ['target:1/1/1', 'e'],
    ]);
  });

  it('leads a draw to each target with its share, and a failover from one to the next', () => {
    const lines = edgesOf(graph, nested).map(({ from, kind, share, to }) =>
      `${from} ${kind} ${to} ${share ?? ''}`.trim(),
    );
    expect(lines).toEqual([
      'route flow choice',
      'route part guardrails',
      'choice part retry',
      'choice flow target:0 0.75',
      'choice flow target:1 0.25',
      'choice flow target:2 0',
      'choice copy shadow',
      'target:1 flow target:1/0',
      'target:1/0 next target:1/1',
      'target:1/1 flow target:1/1/0 0.1',
      'target:1/1 flow target:1/1/1 0.9',
    ]);
  });

  it('has a place for each node, and no two in one', () => {
    const places = placeNodes(graph, nested);
    expect(places.size).toBe(graph.nodes.length + nested.length);
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(places.size);
    expect(placeNodes(toGraph({}, members), []).has('asked')).toBe(true);
  });

  it.each([
    [-2 * ROW, 'target:1', 0],
    [0.4 * ROW, 'target:1', 0],
    [0.6 * ROW, 'target:1', 1],
    [1.4 * ROW, 'target:1', 1],
    [2.6 * ROW, 'target:1', 2],
    [0.6 * ROW, undefined, 1],
    [99 * ROW, undefined, 3],
  ])('a target that is dropped at %d goes to its place', (y, moved, place) => {
    const letters = toGraph({ targets: [{}, {}, {}] }, members);
    expect(placeAt(letters, placeNodes(letters, []), y, moved)).toBe(place);
  });
});

describe('a dry run', () => {
  const step = (target: number | null, model: string, reason: 'weight' | 'order' | 'request') => ({
    target,
    model,
    reason,
  });
  const routed: Routed = {
    object: 'routing_dry_run',
    most_calls: 2,
    targets: [
      { model: 'd', through: ['pool'], first_share: 0.25, steps: [step(1, 'pool', 'weight'), step(0, 'd', 'order')] },
      { model: 'a', through: [], first_share: 0.75, steps: [step(0, 'a', 'weight')] },
      { model: 'e', through: ['pool'], first_share: 0, steps: [step(1, 'pool', 'weight'), step(1, 'e', 'order')] },
    ],
  };

  it('marks the way of the request and says why of each node', () => {
    const marks = marksOf(graph, routed);
    expect([...marks].filter(([, { isTaken }]) => isTaken).map(([id]) => id)).toEqual([
      'route',
      'choice',
      'guardrails',
      'retry',
      'target:1',
      'target:1/0',
    ]);
    expect(marks.get('target:1')).toEqual({ isTaken: true, reason: 'weight', rank: 1, share: 0.25 });
    expect(marks.get('target:1/1')).toEqual({ isTaken: false, reason: 'order', rank: 3, share: 0 });
    expect(marks.get('target:2')).toEqual({ isTaken: false, reason: 'nowhere' });
    expect(marks.get('choice')?.reason).toBe('strategy.weighted');
  });

  it('marks the model that the request names, where there are no targets', () => {
    const only = {
      ...routed,
      targets: [{ model: 'a', through: [], first_share: 1, steps: [step(null, 'a', 'request')] }],
    };
    expect(marksOf(toGraph({}, members), only).get('asked')).toMatchObject({ isTaken: true, reason: 'request' });
  });
});
