import { drawOf, type HashSeed } from './rendezvous.js';
import type { RoutingStrategy } from './strategy.js';
import type { TargetState } from './target-state.js';

/** A model at a provider, as far as the choice among several goes. */
export interface RoutedTarget {
  readonly state: TargetState;
}

/** Targets to choose among. One of them may again be such a choice: a virtual model within a virtual model. */
export interface RouteNode<Target extends RoutedTarget> {
  readonly strategy: RoutingStrategy;
  /** True if a session is held on one target. */
  readonly sticky: boolean;
  readonly branches: readonly RouteBranch<Target>[];
}

export interface RouteBranch<Target extends RoutedTarget> {
  readonly to: Target | RouteNode<Target>;
  readonly weight: number;
  /** Seed of the target's name, so that every replica draws the same for a session. */
  readonly seed: HashSeed;
}

/** Facts on which a choice depends beside the targets. */
export interface ChoiceFacts {
  /** Milliseconds of the clock of the target states. */
  readonly now: number;
  /** Numbers of [0, 1). */
  readonly random: () => number;
  /** Seed of the session's name, if the request has one. */
  readonly session: HashSeed | undefined;
  readonly isStream: boolean;
}

/**
 * All targets in the order in which they are to be tried, each once. Health does not count here, so that what a session
 * draws is the same for every replica: anyone who calls leaves out what is not there to be called.
 */
export function orderTargets<Target extends RoutedTarget>(node: RouteNode<Target>, facts: ChoiceFacts): Target[] {
  const ordered: Target[] = [];
  collect(node, facts, ordered);
  return ordered;
}

export function isNode<Target extends RoutedTarget>(to: Target | RouteNode<Target>): to is RouteNode<Target> {
  return 'branches' in to;
}

function collect<Target extends RoutedTarget>(node: RouteNode<Target>, facts: ChoiceFacts, ordered: Target[]): void {
  for (const { to } of orderBranches(node, facts)) {
    if (isNode(to)) collect(to, facts, ordered);
    else if (!ordered.includes(to)) ordered.push(to);
  }
}

function orderBranches<Target extends RoutedTarget>(
  node: RouteNode<Target>,
  facts: ChoiceFacts,
): readonly RouteBranch<Target>[] {
  const { branches, strategy } = node;
  if (strategy === 'failover' || branches.length === 1) return branches;
  return branches
    .map((branch) => ({ branch, rank: rankOf(branch, node, facts), draw: facts.random() }))
    .sort((one, other) => compare(one.rank, other.rank) || one.draw - other.draw)
    .map(({ branch }) => branch);
}

/** `Infinity - Infinity` is no order. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** The lowest comes first. A target without weight gets no share: it is there for when all others fail. */
function rankOf<Target extends RoutedTarget>(
  { to, weight, seed }: RouteBranch<Target>,
  { sticky, strategy }: RouteNode<Target>,
  { now, random, session, isStream }: ChoiceFacts,
): number {
  if (weight === 0) return Number.POSITIVE_INFINITY;
  if (sticky && session !== undefined) return waitOf(drawOf(session, seed), weight);
  switch (strategy) {
    case 'least_latency':
      // One that was never measured is tried first: there is no other way to learn.
      return least(to, (state) => state.latencyAt(now, isStream) ?? 0);
    case 'least_busy':
      return (least(to, (state) => state.inFlight) + 1) / weight;
    default:
      return waitOf(1 - random(), weight);
  }
}

/**
 * An exponentially distributed time of rate `weight`: the shortest of several is each one's in the share of its weight,
 * and so is the next among the rest.
 */
function waitOf(draw: number, weight: number): number {
  return -Math.log(draw) / weight;
}

function least<Target extends RoutedTarget>(
  to: Target | RouteNode<Target>,
  measure: (state: TargetState) => number,
): number {
  if (!isNode(to)) return measure(to.state);
  return to.branches.reduce((lowest, branch) => Math.min(lowest, least(branch.to, measure)), Number.POSITIVE_INFINITY);
}
