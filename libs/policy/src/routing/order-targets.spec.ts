import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderTargets } from './order-targets.js';
import { seedOf } from './rendezvous.js';
import { type ChoiceFacts, isNode, type RoutedTarget, type RouteNode } from './route-node.js';
import type { RoutingStrategy } from './strategy.js';
import { TargetState } from './target-state.js';

interface Named extends RoutedTarget {
  readonly name: string;
}

const target = (name: string): Named => ({ name, state: new TargetState() });

function node(strategy: RoutingStrategy, weights: Readonly<Record<string, number>>, sticky = true): RouteNode<Named> {
  const branches = Object.entries(weights).map(([name, weight]) => ({
    to: target(name),
    weight,
    seed: seedOf(name),
  }));
  return { strategy, sticky, branches };
}

/** A generator of [0, 1) that says the same in every run. */
function chance(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const facts = (more: Partial<ChoiceFacts> = {}): ChoiceFacts => ({
  now: 0,
  random: chance(),
  session: undefined,
  isStream: false,
  ...more,
});

const names = (node: RouteNode<Named>, given: ChoiceFacts) => orderTargets(node, given).map(({ name }) => name);
function stateOf(node: RouteNode<Named>, index: number): TargetState {
  const to = node.branches[index]?.to;
  if (to === undefined || isNode(to)) throw new Error('no target has this index');
  return to.state;
}

function shares(node: RouteNode<Named>, draws: number, given: (draw: number) => ChoiceFacts): Map<string, number> {
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw++) {
    const [first = ''] = names(node, given(draw));
    counts.set(first, (counts.get(first) ?? 0) + 1 / draws);
  }
  return counts;
}

describe('docs/contract/routing.md#strategies: strategies', () => {
  it('failover: in order, whatever the weights and the session', () => {
    const given = facts({ session: seedOf('s') });
    expect(names(node('failover', { a: 1, b: 9, c: 0 }), given)).toEqual(['a', 'b', 'c']);
  });

  it('weighted: each target gets the share of its weight, within one percent', () => {
    const given = facts();
    const seen = shares(node('weighted', { a: 70, b: 25, canary: 5 }), 50_000, () => given);
    expect(Math.abs((seen.get('a') ?? 0) - 0.7)).toBeLessThan(0.01);
    expect(Math.abs((seen.get('b') ?? 0) - 0.25)).toBeLessThan(0.01);
    expect(Math.abs((seen.get('canary') ?? 0) - 0.05)).toBeLessThan(0.01);
  });

  it('weighted: one without weight comes last, and all are there to fall back on', () => {
    const given = facts();
    for (let draw = 0; draw < 100; draw++) {
      const order = names(node('weighted', { none: 0, a: 1, b: 1 }), given);
      expect([order.at(-1), order.length]).toEqual(['none', 3]);
    }
  });

  it('least_latency: the shortest time to first byte recently, and one that was never measured before all', () => {
    const route = node('least_latency', { a: 1, b: 1, c: 1 });
    stateOf(route, 0).recordLatency(300, true, 0);
    stateOf(route, 1).recordLatency(100, true, 0);
    expect(names(route, facts({ isStream: true }))).toEqual(['c', 'b', 'a']);
    stateOf(route, 2).recordLatency(200, true, 0);
    expect(names(route, facts({ isStream: true }))).toEqual(['b', 'c', 'a']);
    for (let time = 0; time < 60_000; time += 1_000) stateOf(route, 1).recordLatency(400, true, time);
    for (let time = 0; time < 60_000; time += 1_000) stateOf(route, 2).recordLatency(200, true, time);
    // `a` was slow a minute ago: it gets another chance.
    expect(names(route, facts({ isStream: true, now: 60_000 }))).toEqual(['a', 'c', 'b']);
  });

  it('least_busy: the fewest calls in progress for its weight', () => {
    const route = node('least_busy', { a: 1, b: 1, big: 10 });
    stateOf(route, 0).inFlight = 2;
    stateOf(route, 1).inFlight = 1;
    stateOf(route, 2).inFlight = 5;
    expect(names(route, facts())).toEqual(['big', 'b', 'a']);
  });

  it('a virtual model within another is one branch of it, with its own strategy', () => {
    const inner = node('failover', { x: 1, y: 1 });
    const outer: RouteNode<Named> = {
      strategy: 'weighted',
      sticky: true,
      branches: [
        { to: inner, weight: 1, seed: seedOf('inner') },
        { to: target('z'), weight: 1, seed: seedOf('z') },
      ],
    };
    const given = facts();
    const seen = new Set<string>();
    for (let draw = 0; draw < 50; draw++) seen.add(names(outer, given).join());
    expect(seen).toEqual(new Set(['x,y,z', 'z,x,y']));
  });

  it('names every target once, in any strategy, with any weights', () => {
    const strategies = fc.constantFrom<RoutingStrategy>(
      ...(['failover', 'weighted', 'least_latency', 'least_busy', 'lowest_cost', 'cheapest_healthy'] as const),
    );
    const weights = fc.dictionary(fc.string({ minLength: 1 }), fc.double({ min: 0, max: 1e6, noNaN: true }), {
      minKeys: 1,
    });
    const sessions = fc.option(fc.string());
    fc.assert(
      fc.property(strategies, weights, sessions, fc.nat(), (strategy, weighted, session, seed) => {
        const route = node(strategy, weighted);
        const given = facts({ random: chance(seed), session: session === null ? undefined : seedOf(session) });
        expect(names(route, given).sort()).toEqual(Object.keys(weighted).sort());
      }),
    );
  });
});

describe('docs/contract/routing.md#sessions: X-Session-Id maps a session onto a target by weighted rendezvous hashing', () => {
  const session = (draw: number) => facts({ session: seedOf(`session-${draw}`), random: chance(draw + 1) });

  it.each(['weighted', 'least_latency', 'least_busy'] as const)(
    '%s: every replica chooses the same order, whatever it knows of the targets and draws',
    (strategy) => {
      const here = node(strategy, { a: 1, b: 2, c: 3 });
      const there = node(strategy, { a: 1, b: 2, c: 3 });
      stateOf(there, 0).recordLatency(900, false, 0);
      stateOf(there, 1).inFlight = 7;
      for (let draw = 0; draw < 200; draw++) {
        const elsewhere = { ...session(draw), now: 5_000, random: chance(draw + 99) };
        expect(names(there, elsewhere)).toEqual(names(here, session(draw)));
      }
    },
  );

  it('sessions spread by weight, within two percent', () => {
    const seen = shares(node('weighted', { a: 70, b: 25, canary: 5 }), 20_000, session);
    expect(Math.abs((seen.get('a') ?? 0) - 0.7)).toBeLessThan(0.02);
    expect(Math.abs((seen.get('b') ?? 0) - 0.25)).toBeLessThan(0.02);
    expect(Math.abs((seen.get('canary') ?? 0) - 0.05)).toBeLessThan(0.02);
  });

  it('only sessions of a lost target move, and they move by the weights of the others', () => {
    const all = node('weighted', { a: 5, b: 3, c: 2 });
    const left = node('weighted', { a: 5, c: 2 });
    const moved = new Map<string, number>();
    for (let draw = 0; draw < 20_000; draw++) {
      const [before = '', second = ''] = names(all, session(draw));
      const [after = ''] = names(left, session(draw));
      if (after !== (before === 'b' ? second : before))
        throw new Error(`session ${draw} moved from ${before} to ${after}`);
      if (before === 'b') moved.set(after, (moved.get(after) ?? 0) + 1);
    }
    const [toA = 0, toC = 0] = [moved.get('a'), moved.get('c')];
    expect(Math.abs(toA / (toA + toC) - 5 / 7)).toBeLessThan(0.02);
  });

  it('a target that is given more weight takes sessions, and none moves between the others', () => {
    const weights = fc.double({ min: 0.1, max: 100, noNaN: true });
    fc.assert(
      fc.property(weights, weights, weights, fc.string(), (a, b, c, name) => {
        const given = facts({ session: seedOf(name) });
        const [before = ''] = names(node('weighted', { a, b, c }), given);
        const [after = ''] = names(node('weighted', { a, b, c: c * 2 }), given);
        expect([before, 'c']).toContain(after);
      }),
    );
  });

  it('sticky: false draws again for each request', () => {
    const route = node('weighted', { a: 1, b: 1 }, false);
    const given = facts({ session: seedOf('one') });
    const seen = new Set(Array.from({ length: 50 }, () => names(route, given)[0]));
    expect(seen).toEqual(new Set(['a', 'b']));
  });
});
