import { describe, expect, it } from '@jest/globals';
import type { ModelPrice } from '../prices/model-price.js';
import { ExpectedCosts } from './expected-costs.js';
import { orderTargets } from './order-targets.js';
import { seedOf } from './rendezvous.js';
import type { RouteBranch, RoutedTarget, RouteNode } from './route-node.js';
import type { RoutingStrategy } from './strategy.js';
import { TargetState } from './target-state.js';

interface Named extends RoutedTarget {
  readonly name: string;
}

interface Given {
  /** US dollars for a million tokens: of the prompt, then of the answer. */
  readonly price?: readonly [number, number];
  /** Length of the answers that the target gave. */
  readonly answers?: readonly number[];
  readonly weight?: number;
  /** Number of calls that failed just now. */
  readonly failures?: number;
  /** True if the provider asked to be left alone. */
  readonly rests?: boolean;
}

type To = Given | RouteNode<Named>;

const NOW = 1_000;

function priced(input: number, output: number): ModelPrice {
  return { version: 'v', input, cachedInput: input, output, perRequest: 0, longPrompts: [] };
}

function target(name: string, { answers = [], failures = 0, price, rests = false }: Given): Named {
  const state = new TargetState();
  for (const tokens of answers) state.answers.add(tokens);
  for (let count = 0; count < failures; count++) state.recordOutcome(true, NOW);
  if (rests) state.restUntil(NOW + 1);
  return { name, state, price: { current: price && priced(...price) } };
}

function node(strategy: RoutingStrategy, targets: Readonly<Record<string, To>>): RouteNode<Named> {
  const branches = Object.entries(targets).map(
    ([name, to]): RouteBranch<Named> => ({
      to: 'branches' in to ? to : target(name, to),
      weight: 'branches' in to ? 1 : (to.weight ?? 1),
      seed: seedOf(name),
    }),
  );
  return { strategy, sticky: true, branches };
}

function leavesOf(root: RouteNode<Named>): Named[] {
  return root.branches.flatMap(({ to }) => ('branches' in to ? leavesOf(to) : [to]));
}

/** Names of the targets in their order, for a prompt of so many tokens. */
function order(root: RouteNode<Named>, prompt: number, most?: number): string {
  const costs = new ExpectedCosts(prompt, most, leavesOf(root), NOW);
  const facts = { now: NOW, random: () => 0.5, session: seedOf('s'), isStream: false, costs };
  return orderTargets(root, facts)
    .map(({ name }) => name)
    .join(' ');
}

const DEAR_WORDS = { price: [1, 40] } as const;
const DEAR_PROMPTS = { price: [10, 10] } as const;

// docs/contract/routing.md#strategies
describe('lowest_cost', () => {
  it.each<[string, Readonly<Record<string, To>>, number, string]>([
    ['puts the cheapest first', { a: { price: [3, 3] }, b: { price: [1, 1] }, c: { price: [2, 2] } }, 10, 'b c a'],
    [
      'weighs prompt and answer, for a short prompt',
      { words: DEAR_WORDS, prompts: DEAR_PROMPTS },
      100,
      'prompts words',
    ],
    [
      'weighs prompt and answer, for a long prompt',
      { words: DEAR_WORDS, prompts: DEAR_PROMPTS },
      90_000,
      'words prompts',
    ],
    [
      'counts what a model usually writes',
      { brief: { price: [1, 9], answers: [100] }, long: { price: [1, 5], answers: [900] } },
      10,
      'brief long',
    ],
    [
      'expects of a model that has not answered what the others write',
      { new: { price: [1, 9] }, brief: { price: [1, 10], answers: [10, 30] } },
      10_000,
      'new brief',
    ],
    ['keeps equals in the order of the list', { b: { price: [1, 1] }, a: { price: [1, 1] } }, 10, 'b a'],
    ['has free models first', { a: { price: [1, 1] }, free: { price: [0, 0] } }, 10, 'free a'],
    [
      'has models without a price after all that have one',
      { none: {}, a: { price: [9, 9] }, other: {} },
      10,
      'a none other',
    ],
    ['has targets without weight last', { spare: { price: [0, 0], weight: 0 }, none: {} }, 10, 'none spare'],
    ['leaves health out of account', { a: { price: [2, 2] }, b: { price: [1, 1], failures: 3 } }, 10, 'b a'],
    [
      'counts a virtual model as its cheapest target',
      { a: { price: [2, 2] }, pool: node('lowest_cost', { p: { price: [9, 9] }, q: { price: [1, 1] } }) },
      10,
      'q p a',
    ],
    [
      'counts a failover within it as its first target',
      { a: { price: [2, 2] }, pool: node('failover', { p: { price: [9, 9] }, q: { price: [1, 1] } }) },
      10,
      'a p q',
    ],
  ])('%s', (_title, targets, prompt, expected) => {
    expect(order(node('lowest_cost', targets), prompt)).toBe(expected);
  });

  it('expects no longer answer than the request allows', () => {
    const root = node('lowest_cost', { words: { price: [1, 40] }, prompts: { price: [10, 10] } });
    expect([order(root, 1000), order(root, 1000, 10)]).toEqual(['prompts words', 'words prompts']);
  });

  it('keeps the order of the list where no costs are known', () => {
    const root = node('lowest_cost', { b: { price: [2, 2] }, a: { price: [1, 1] } });
    const facts = { now: NOW, random: Math.random, session: undefined, isStream: false };
    expect(orderTargets(root, facts).map(({ name }) => name)).toEqual(['b', 'a']);
  });
});

describe('cheapest_healthy', () => {
  it.each<[string, Readonly<Record<string, To>>, string]>([
    [
      'has a target behind of which a fifth of the calls fail',
      { a: { price: [1, 1], failures: 1 }, b: { price: [9, 9] } },
      'b a',
    ],
    [
      'has a target behind that asked to be left alone',
      { a: { price: [1, 1], rests: true }, b: { price: [9, 9] } },
      'b a',
    ],
    ['puts the cheapest of the healthy first', { a: { price: [3, 3] }, b: { price: [2, 2] } }, 'b a'],
    [
      'puts the cheapest of the others first where none is healthy',
      { a: { price: [3, 3], failures: 1 }, b: { price: [2, 2], failures: 1 } },
      'b a',
    ],
    ['has healthy ones without a price before those that fail', { a: { price: [1, 1], failures: 1 }, b: {} }, 'b a'],
    ['has targets without weight last', { a: { price: [1, 1], weight: 0 }, b: { price: [2, 2], failures: 1 } }, 'b a'],
  ])('%s', (_title, targets, expected) => {
    expect(order(node('cheapest_healthy', targets), 10)).toBe(expected);
  });
});

describe('the health of a target', () => {
  it('comes back by itself, and one failure among many calls does not take it', () => {
    const state = new TargetState();
    state.recordOutcome(true, 0);
    expect([state.isHealthyAt(0), state.isHealthyAt(60_000), state.isHealthyAt(75_000)]).toEqual([false, false, true]);
    const busy = new TargetState();
    for (let call = 0; call < 20; call++) busy.recordOutcome(call === 19, call);
    expect(busy.isHealthyAt(20)).toBe(true);
  });
});

describe('the learned length of answers', () => {
  it('is the average of the last fifty, more or less, and ignores what no answer has', () => {
    const { answers } = new TargetState();
    expect(answers.tokens).toBeUndefined();
    for (const tokens of [100, 300, Number.NaN, -5]) answers.add(tokens);
    expect(answers.tokens).toBe(200);
    for (let count = 0; count < 300; count++) answers.add(1_000);
    expect(answers.tokens).toBeGreaterThan(990);
    answers.add(1e12);
    expect(answers.tokens).toBeLessThan(25_000);
  });
});
