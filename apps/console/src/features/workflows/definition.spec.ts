import { describe, expect, it } from '@jest/globals';
import {
  addStep,
  changeStep,
  connect,
  disconnect,
  exitsOf,
  type Graph,
  placeSteps,
  readGraph,
  removeStep,
  renameStep,
} from './definition.js';

const GRAPH: Graph = {
  nodes: [
    { id: 'sort', kind: 'model', model: 'm' },
    { id: 'urgent', kind: 'condition', expression: 'true' },
    { id: 'page', kind: 'http', url: 'https://a.example' },
  ],
  edges: [
    { from: 'sort', to: 'urgent' },
    { from: 'urgent', to: 'page', branch: 'true' },
  ],
};

describe('a definition', () => {
  it.each([
    ['an empty one', {}, { nodes: [], edges: [] }],
    ['a graph', GRAPH, GRAPH],
    ['a list', [], undefined],
    ['a step without an id', { nodes: [{ kind: 'model' }] }, undefined],
    ['two steps of one id', { nodes: [GRAPH.nodes[0], GRAPH.nodes[0]] }, undefined],
    ['an edge without an end', { nodes: [], edges: [{ from: 'a' }] }, undefined],
    ['a field that no graph has', { nodes: [], notes: 'mine' }, undefined],
    ['a position that is none', { nodes: [{ id: 'a', kind: 'wait', position: 'left' }] }, undefined],
  ])('is read: %s', (_, definition, graph) => {
    expect(readGraph(definition)).toEqual(graph);
  });
});

describe('a change of a graph', () => {
  it('adds a step with an id of its own, to which nothing leads', () => {
    const { graph, id } = addStep(addStep(GRAPH, 'http').graph, 'http', 'urgent');
    expect(id).toBe('http_2');
    expect(graph.edges).toEqual(GRAPH.edges);
  });

  it('leads to the new step from a branch that leads nowhere, where that is asked for', () => {
    const { graph, id } = addStep(GRAPH, 'http', 'urgent');
    expect(connect(graph, 'urgent', id).edges.at(-1)).toEqual({ from: 'urgent', to: id, branch: 'false' });
  });

  it('puts new steps beside the one that is meant, each in a place of its own', () => {
    let graph = GRAPH;
    for (let count = 0; count < 20; count += 1) ({ graph } = addStep(graph, 'wait', 'sort'));
    const places = [...placeSteps(graph).values()];
    const overlaps = places.filter((one, index) =>
      places.slice(index + 1).some((other) => Math.abs(other.x - one.x) < 200 && Math.abs(other.y - one.y) < 80),
    );
    expect(overlaps).toEqual([]);
    expect(addStep({ nodes: [], edges: [] }, 'wait').graph.nodes[0]).not.toHaveProperty('position');
  });

  it('removes a step with its edges', () => {
    expect(removeStep(GRAPH, 'urgent')).toEqual({ nodes: [GRAPH.nodes[0], GRAPH.nodes[2]], edges: [] });
  });

  it('changes fields, and leaves out those that are undefined', () => {
    const { nodes } = changeStep(GRAPH, 'page', { url: undefined, method: 'POST' });
    expect(nodes[2]).toEqual({ id: 'page', kind: 'http', method: 'POST' });
  });

  it('renames a step in edges too, and not to an id that is taken or none', () => {
    expect(renameStep(GRAPH, 'urgent', 'fast').edges).toEqual([
      { from: 'sort', to: 'fast' },
      { from: 'fast', to: 'page', branch: 'true' },
    ]);
    for (const id of ['sort', '1st', 'a-b', '']) expect(renameStep(GRAPH, 'urgent', id)).toBe(GRAPH);
  });

  it('connects no step with itself, with one that does not exist, or twice', () => {
    expect(connect(GRAPH, 'sort', 'sort')).toBe(GRAPH);
    expect(connect(GRAPH, 'nobody', 'sort')).toBe(GRAPH);
    expect(connect(GRAPH, 'sort', 'urgent')).toBe(GRAPH);
    expect(connect(GRAPH, 'urgent', 'page', 'true')).toBe(GRAPH);
    expect(connect(GRAPH, 'sort', 'page').edges.at(-1)).toEqual({ from: 'sort', to: 'page' });
  });

  it('removes edges by their places', () => {
    expect(disconnect(GRAPH, [0]).edges).toEqual([GRAPH.edges[1]]);
  });

  it.each([
    [{ kind: 'model' }, [undefined]],
    [{ kind: 'condition' }, ['true', 'false']],
    [{ kind: 'approval', on_error: 'branch' }, ['approved', 'rejected', 'error']],
  ])('knows the ways on of %j', (step, exits) => {
    expect(exitsOf(step)).toEqual(exits);
  });
});

describe('places of steps', () => {
  it('are where somebody put them, else behind the steps that lead to them', () => {
    const nodes = [...GRAPH.nodes, { id: 'mine', kind: 'wait', position: { x: 7, y: 9 } }];
    expect([...placeSteps({ ...GRAPH, nodes })]).toEqual([
      ['sort', { x: 0, y: 0 }],
      ['urgent', { x: 260, y: 0 }],
      ['page', { x: 520, y: 0 }],
      ['mine', { x: 7, y: 9 }],
    ]);
  });

  it('are found for a graph with a circle', () => {
    expect(placeSteps({ ...GRAPH, edges: [...GRAPH.edges, { from: 'page', to: 'sort' }] }).size).toBe(3);
  });
});
