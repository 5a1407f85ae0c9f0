import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstShares } from './first-shares.js';
import { orderTargets } from './order-targets.js';
import { seedOf } from './rendezvous.js';
import type { RoutedTarget, RouteNode } from './route-node.js';
import type { RoutingStrategy } from './strategy.js';
import { TargetState } from './target-state.js';

interface Named extends RoutedTarget {
  readonly name: string;
}

type Weights = Readonly<Record<string, number | RouteNode<Named>>>;

function node(strategy: RoutingStrategy, to: Weights, sticky = true): RouteNode<Named> {
  const branches = Object.entries(to).map(([name, weight]) => ({
    to: typeof weight === 'number' ? { name, state: new TargetState() } : weight,
    weight: typeof weight === 'number' ? weight : 1,
    seed: seedOf(name),
  }));
  return { strategy, sticky, branches };
}

const sharesOf = (root: RouteNode<Named>, session?: string) =>
  Object.fromEntries(
    [...firstShares(root, session === undefined ? undefined : seedOf(session))].map(([{ name }, share]) => [
      name,
      share,
    ]),
  );

describe('the shares of first targets', () => {
  it.each<[string, RouteNode<Named>, Record<string, number | undefined>]>([
    ['failover: the first has all', node('failover', { a: 1, b: 9 }), { a: 1, b: 0 }],
    ['by weight', node('weighted', { a: 3, b: 1, c: 0 }), { a: 0.75, b: 0.25, c: 0 }],
    ['without any weight: alike', node('weighted', { a: 0, b: 0 }), { a: 0.5, b: 0.5 }],
    ['measured: unknown', node('least_latency', { a: 1, b: 1, c: 0 }), { a: undefined, b: undefined, c: 0 }],
    ['measured, with one that counts', node('least_busy', { a: 1, b: 0 }), { a: 1, b: 0 }],
    ['by costs', node('lowest_cost', { a: 1, b: 1, c: 0 }), { a: undefined, b: undefined, c: 0 }],
    [
      'within each other: multiplied',
      node('weighted', { a: 1, pool: node('weighted', { b: 1, c: 3 }) }),
      { a: 0.5, b: 0.125, c: 0.375 },
    ],
    [
      'none of something unknown is none',
      node('failover', { a: 1, pool: node('least_busy', { b: 1, c: 1 }) }),
      { a: 1, b: 0, c: 0 },
    ],
  ])('%s', (_, root, shares) => {
    expect(sharesOf(root)).toEqual(shares);
  });

  it('a session has one target by weight, and the same that is tried first', () => {
    const root = node('weighted', { a: 1, b: 1, pool: node('least_latency', { c: 2, d: 1 }) });
    for (const session of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
      const facts = { now: 0, random: Math.random, session: seedOf(session), isStream: false };
      const [first] = orderTargets(root, facts);
      expect(sharesOf(root, session)).toEqual({ a: 0, b: 0, c: 0, d: 0, [first?.name ?? '']: 1 });
    }
  });

  it('a session is not held where costs decide', () => {
    expect(sharesOf(node('lowest_cost', { a: 1, b: 1 }), 's')).toEqual({ a: undefined, b: undefined });
  });

  it('a session is not held where the route is not sticky', () => {
    expect(sharesOf(node('weighted', { a: 1, b: 1 }, false), 's')).toEqual({ a: 0.5, b: 0.5 });
  });

  it('property: the shares are how often a target comes first', () => {
    const weight = fc.integer({ min: 0, max: 5 });
    const leaf = fc.record({ inner: fc.array(weight, { minLength: 1, maxLength: 3 }), isFailover: fc.boolean() });
    const tree = fc.array(fc.tuple(weight, leaf), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(tree, (parts) => {
        const branches = parts.map(([share, { inner, isFailover }], index) => ({
          to: node(
            isFailover ? 'failover' : 'weighted',
            Object.fromEntries(inner.map((w, at) => [`${index}.${at}`, w])),
          ),
          weight: share,
          seed: seedOf(String(index)),
        }));
        const root: RouteNode<Named> = { strategy: 'weighted', sticky: false, branches };
        const expected = firstShares(root, undefined);
        const draws = 2_000;
        const counts = new Map<string, number>();
        for (let draw = 0; draw < draws; draw++) {
          const [first] = orderTargets(root, { now: 0, random: Math.random, session: undefined, isStream: false });
          counts.set(first?.name ?? '', (counts.get(first?.name ?? '') ?? 0) + 1 / draws);
        }
        for (const [{ name }, share = -1] of expected)
          expect(Math.abs((counts.get(name) ?? 0) - share)).toBeLessThan(0.08);
      }),
      { numRuns: 25 },
    );
  });
});
