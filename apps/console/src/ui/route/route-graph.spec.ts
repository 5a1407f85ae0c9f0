import { describe, expect, it } from '@jest/globals';
import {
  addableKinds,
  addNode,
  changeNode,
  duplicateNode,
  isRemovable,
  MOST_TARGETS,
  moveTarget,
  PARTS,
  type RouteGraph,
  removeNode,
  targetsOf,
  toConfig,
  toGraph,
} from './route-graph.js';
import { ROUTING_CONFIG, VIRTUAL_MODEL } from './route-values.js';

const { members } = ROUTING_CONFIG;

const CONFIG = {
  name: 'canary',
  strategy: 'weighted',
  targets: [{ model: 'a', weight: 95 }, { model: 'b', weight: 5, region: 'eu' }, 'c'],
  retry: { attempts: 1 },
  cache: null,
  notes: { by: 'ada' },
};

const graph = toGraph(CONFIG, members);
const idsOf = ({ nodes }: RouteGraph): string[] => nodes.map(({ id }) => id);
const modelsOf = (edited: RouteGraph) => toConfig(edited).targets;

describe('a route as a graph', () => {
  it('shows what nobody knows, and what has another shape, as it is', () => {
    expect(idsOf(graph)).toEqual([
      'route',
      'choice',
      'target:0',
      'target:1',
      'target:2',
      'retry',
      'other:cache',
      'other:notes',
    ]);
    const others = toGraph({ timeouts: {}, enabled: true }, VIRTUAL_MODEL.members);
    expect(idsOf(others)).toEqual(['route', 'choice', 'other:timeouts', 'other:enabled']);
  });
});

describe('a change of the graph', () => {
  it('adds a target where it was dropped, and a setting once', () => {
    expect(addNode(graph, 'target', 1)).toMatchObject({ id: 'target:1' });
    expect(modelsOf(addNode(graph, 'target', 1).graph)).toEqual([
      CONFIG.targets[0],
      { model: '' },
      ...CONFIG.targets.slice(1),
    ]);
    const { graph: timed, id } = addNode(graph, 'timeouts');
    expect([id, addableKinds(graph, members), addableKinds(timed, members)]).toEqual([
      'timeouts',
      ['target', 'guardrails', 'unsupported_parameters', 'shadow', 'hedge', 'timeouts'],
      ['target', 'guardrails', 'unsupported_parameters', 'shadow', 'hedge'],
    ]);
  });

  it('takes no more targets than the API, and none where the list is none', () => {
    const full = toGraph({ targets: Array.from({ length: MOST_TARGETS }, () => ({ model: 'a' })) }, members);
    expect(addableKinds(full, members)).not.toContain('target');
    expect(duplicateNode(full, 'target:0').graph).toBe(full);
    expect(addableKinds(toGraph({ targets: 'a' }, members), members)).not.toContain('target');
  });

  it('repeats a target with all that it has behind itself, and nothing else', () => {
    const { graph: repeated, id } = duplicateNode(graph, 'target:1');
    expect([id, modelsOf(repeated)]).toEqual([
      'target:2',
      [CONFIG.targets[0], CONFIG.targets[1], CONFIG.targets[1], 'c'],
    ]);
    expect(duplicateNode(graph, 'retry').graph).toBe(graph);
  });

  it.each([
    ['target:0', 1, 'bac', 'target:1'],
    ['target:2', -9, 'cab', 'target:0'],
    ['target:0', 9, 'bca', 'target:2'],
  ])('moves %s to %i', (id, place, order, moved) => {
    const letters = toGraph({ targets: ['a', 'b', 'c'].map((model) => ({ model })) }, members);
    const edited = moveTarget(letters, id, place);
    const found = targetsOf(edited.graph).map(({ value }) => (value as { model: string }).model);
    expect([found.join(''), edited.id]).toEqual([order, moved]);
  });

  it('moves nothing beyond the ends, and nothing that is no target', () => {
    expect(moveTarget(graph, 'target:0', -1).graph).toBe(graph);
    expect(moveTarget(graph, 'retry', 1).graph).toBe(graph);
  });

  it('removes what can be removed; the request and the choice stay', () => {
    const gone = idsOf(graph).toReversed().reduce(removeNode, graph);
    expect(gone.nodes.every((node) => !isRemovable(node))).toBe(true);
    expect(idsOf(removeNode(graph, 'target:0'))).toContain('target:1');
    expect(toConfig(removeNode(graph, 'other:notes'))).not.toHaveProperty('notes');
  });

  it('changes fields and leaves the others, also those that nobody knows', () => {
    expect(modelsOf(changeNode(graph, 'target:1', { weight: undefined, timeout_ms: 9 }))).toEqual([
      CONFIG.targets[0],
      { model: 'b', region: 'eu', timeout_ms: 9 },
      'c',
    ]);
    expect(modelsOf(changeNode(graph, 'target:2', { model: 'd' }))).toEqual([
      ...CONFIG.targets.slice(0, 2),
      { model: 'd' },
    ]);
    const guarded = addNode(graph, 'guardrails').graph;
    expect(toConfig(changeNode(guarded, 'guardrails', { names: ['x'] }))).toMatchObject({ guardrails: ['x'] });
  });

  it('replaces a strategy that nobody knows', () => {
    const odd = toGraph({ strategy: 'fastest' }, members);
    expect(toConfig(changeNode(odd, 'choice', { strategy: 'weighted' }))).toEqual({ strategy: 'weighted' });
  });

  it('can add every setting that a routing config has', () => {
    const all = PARTS.reduce((before, kind) => addNode(before, kind).graph, toGraph({}, members));
    expect(Object.keys(toConfig(all)).sort()).toEqual([...PARTS].sort());
  });
});
