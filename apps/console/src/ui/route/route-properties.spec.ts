import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rewriteText } from './rewrite-text.js';
import {
  addableKinds,
  addNode,
  changeNode,
  duplicateNode,
  moveTarget,
  type RouteConfig,
  type RouteGraph,
  removeNode,
  STRATEGIES,
  toConfig,
  toGraph,
} from './route-graph.js';
import { readText, writeValue } from './route-text.js';
import { ROUTING_CONFIG, VIRTUAL_MODEL } from './route-values.js';

const name = fc.string({ maxLength: 12 }).filter((text) => text !== '__proto__');

/** Values that somebody may write in the place of anything. */
const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;

/** A member as the API takes it, or as nobody should write it. */
const orAnything = <Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });

const withMore = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.record(model, { requiredKeys: [] }), fc.dictionary(name, anything, { maxKeys: 1 }))
    .map(([usual, more]) => ({ ...more, ...usual }));

const names = fc.array(name, { maxLength: 3 });
const amount = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.double({ min: 0, max: 100, noNaN: true }));

const target = orAnything(withMore({ model: orAnything(name), weight: orAnything(amount), timeout_ms: amount }));

const members: Record<string, fc.Arbitrary<unknown>> = {
  name: orAnything(name),
  enabled: orAnything(fc.boolean()),
  strategy: orAnything(fc.constantFrom(...STRATEGIES)),
  targets: orAnything(fc.array(target, { maxLength: 6 })),
  retry: orAnything(
    withMore({ attempts: amount, on: fc.array(fc.oneof(fc.integer({ min: 400, max: 599 }), name), { maxLength: 3 }) }),
  ),
  sticky: orAnything(fc.boolean()),
  hedge: orAnything(
    withMore({ after: fc.oneof(amount, fc.constant('p95')), max_percent: amount, sessions: fc.boolean() }),
  ),
  shadow: orAnything(withMore({ model: name, percent: amount })),
  unsupported_parameters: orAnything(withMore({ drop: names })),
  cache: orAnything(withMore({ enabled: fc.boolean(), ttl_seconds: amount })),
  guardrails: orAnything(names),
  timeouts: orAnything(withMore({ connect_ms: amount, total_ms: amount })),
};

/** Configs that people could write: usual ones, half-written ones, and such with members that nobody knows. */
const configs: fc.Arbitrary<RouteConfig> = fc
  .tuple(fc.record(members, { requiredKeys: [] }), fc.dictionary(name, anything, { maxKeys: 2 }))
  // Values take the form of texts and of the API: JSON has no -0.
  .map(([usual, more]) => JSON.parse(JSON.stringify({ ...more, ...usual })) as RouteConfig);

/** Any change that the graph offers. */
const change = (before: RouteGraph, [pick, at]: readonly [number, number]): RouteGraph => {
  const node = before.nodes[at % before.nodes.length];
  const kinds = addableKinds(before, ROUTING_CONFIG.members);
  const kind = kinds[at % Math.max(kinds.length, 1)];
  if (node === undefined) return before;
  switch (pick) {
    case 0:
      return kind === undefined ? before : addNode(before, kind, at).graph;
    case 1:
      return removeNode(before, node.id);
    case 2:
      return duplicateNode(before, node.id).graph;
    case 3:
      return moveTarget(before, node.id, at % 7).graph;
    default:
      return node.kind === 'route' ? changeNode(before, node.id, { name: 'new' }) : before;
  }
};

describe('a route as a graph and as text', () => {
  it.each([ROUTING_CONFIG, VIRTUAL_MODEL])('a config is the same after it was a graph', ({ members }) => {
    fc.assert(
      fc.property(configs, (config) => {
        expect(toConfig(toGraph(config, members))).toEqual(config);
      }),
      { numRuns: 50 },
    );
  });

  it('a graph is the same after it was a config, however it was changed', () => {
    const { members } = ROUTING_CONFIG;
    const changes = fc.array(fc.tuple(fc.nat(4), fc.nat(20)), { maxLength: 8 });
    fc.assert(
      fc.property(configs, changes, (config, list) => {
        const changed = list.reduce(change, toGraph(config, members));
        expect(toGraph(toConfig(changed), members)).toEqual(changed);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['yaml', 'json'] as const)(
    'a text says exactly what the graph says, whatever it said before: %s',
    (language) => {
      fc.assert(
        fc.property(configs, configs, (before, after) => {
          const written = rewriteText(writeValue(before, language), after, language);
          expect(readText(written).body).toEqual(after);
        }),
      );
    },
  );
});
