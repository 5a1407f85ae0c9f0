import { orderTargets } from './order-targets.js';
import type { HashSeed } from './rendezvous.js';
import { isNode, type RoutedTarget, type RouteNode } from './route-node.js';
import { canHoldSessions } from './strategy.js';
import { TargetState } from './target-state.js';

/**
 * The share of requests that try each target first, from 0 to 1. Undefined where it depends on what a gateway measures:
 * by `least_latency` and `least_busy`, or on costs.
 *
 * @param session Of the session's name, where the requests are of one.
 */
export function firstShares<Target extends RoutedTarget>(
  root: RouteNode<Target>,
  session: HashSeed | undefined,
): Map<Target, number | undefined> {
  const shares = new Map<Target, number | undefined>();
  const add = (to: Target | RouteNode<Target>, share: number | undefined): void => {
    if (!isNode(to)) {
      const known = shares.has(to) ? shares.get(to) : 0;
      shares.set(to, known === undefined || share === undefined ? undefined : known + share);
      return;
    }
    const parts = splitOf(to, session);
    for (const [index, branch] of to.branches.entries()) add(branch.to, multiply(share, parts[index]));
  };
  add(root, 1);
  return shares;
}

/** None of something unknown is none. */
function multiply(share: number | undefined, part: number | undefined): number | undefined {
  if (share === 0 || part === 0) return 0;
  return share === undefined || part === undefined ? undefined : share * part;
}

/** The share of each branch, as `orderTargets` chooses the first of them. */
function splitOf<Target extends RoutedTarget>(
  { branches, sticky, strategy }: RouteNode<Target>,
  session: HashSeed | undefined,
): (number | undefined)[] {
  const only = (index: number): number[] => branches.map((_, each) => (each === index ? 1 : 0));
  if (strategy === 'failover') return only(0);
  const total = branches.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return branches.map(() => 1 / branches.length);
  if (sticky && session !== undefined && canHoldSessions(strategy)) {
    const numbered = branches.map((branch, index) => ({ ...branch, to: { state: UNMEASURED, index } }));
    const facts = { now: 0, random: () => 0.5, session, isStream: false };
    return only(orderTargets({ strategy, sticky, branches: numbered }, facts)[0]?.index ?? 0);
  }
  if (strategy === 'weighted') return branches.map(({ weight }) => weight / total);
  const weighty = branches.flatMap(({ weight }, index) => (weight > 0 ? [index] : []));
  if (weighty.length === 1) return only(weighty[0] ?? 0);
  return branches.map(({ weight }) => (weight > 0 ? undefined : 0));
}

const UNMEASURED = new TargetState();
