import { orderByCost } from './order-by-cost.js';
import { drawOf } from './rendezvous.js';
import { type ChoiceFacts, isNode, type RouteBranch, type RoutedTarget, type RouteNode } from './route-node.js';
import { comparesCosts } from './strategy.js';
import type { TargetState } from './target-state.js';

/**
 * All targets in the order in which they are to be tried, each once. Health does not count here, so that what a session
 * draws is the same for every replica: anyone who calls leaves out what is not there to be called.
 */
export function orderTargets<Target extends RoutedTarget>(node: RouteNode<Target>, facts: ChoiceFacts): Target[] {
  const ordered: Target[] = [];
  collect(node, facts, ordered);
  return ordered;
}

/** True if some choice on the way keeps the requests of a session on one of several targets. */
export function keepsSessions({ branches, sticky, strategy }: RouteNode<RoutedTarget>): boolean {
  const isKept = sticky && branches.length > 1 && strategy !== 'failover' && !comparesCosts(strategy);
  return isKept || branches.some(({ to }) => isNode(to) && keepsSessions(to));
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
  if (comparesCosts(strategy)) return orderByCost(node, facts);
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
