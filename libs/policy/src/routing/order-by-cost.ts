import { type ChoiceFacts, isNode, type RouteBranch, type RoutedTarget, type RouteNode } from './route-node.js';

interface Ranked<Target extends RoutedTarget> {
  readonly branch: RouteBranch<Target>;
  /** 0 for those that come first, whatever they cost. */
  readonly group: number;
  /** Infinity if the cost is not known. */
  readonly usd: number;
}

/**
 * Orders branches by the expected cost of the request, the cheapest first. Those without a price come after all that have one, and those
 * without weight last. `cheapest_healthy` has the healthy ones first, whatever they cost. Equals stay in the order of the list.
 */
export function orderByCost<Target extends RoutedTarget>(
  { branches, strategy }: RouteNode<Target>,
  facts: ChoiceFacts,
): readonly RouteBranch<Target>[] {
  const isHealthFirst = strategy === 'cheapest_healthy';
  const ranked = branches.map((branch): Ranked<Target> => {
    const { to, weight } = branch;
    const isPassedOver = isHealthFirst && !hasHealthy(to, facts);
    return { branch, group: weight === 0 ? 2 : Number(isPassedOver), usd: costOf(to, facts) };
  });
  return ranked.sort(compare).map(({ branch }) => branch);
}

/** The sort is stable: equals keep their places. */
function compare<Target extends RoutedTarget>(one: Ranked<Target>, other: Ranked<Target>): number {
  if (one.group !== other.group) return one.group - other.group;
  return one.usd === other.usd ? 0 : one.usd - other.usd;
}

/** Cost of a virtual model: that of the target which it lists first if it is a failover, otherwise that of the cheapest. */
function costOf<Target extends RoutedTarget>(to: Target | RouteNode<Target>, facts: ChoiceFacts): number {
  if (!isNode(to)) return facts.costs?.of(to).usd ?? Number.POSITIVE_INFINITY;
  const [first] = to.branches;
  if (to.strategy === 'failover') return first === undefined ? Number.POSITIVE_INFINITY : costOf(first.to, facts);
  return to.branches.reduce(
    (least, { to: next, weight }) => (weight === 0 ? least : Math.min(least, costOf(next, facts))),
    Number.POSITIVE_INFINITY,
  );
}

function hasHealthy<Target extends RoutedTarget>(to: Target | RouteNode<Target>, facts: ChoiceFacts): boolean {
  if (!isNode(to)) return facts.costs?.of(to).isHealthy ?? to.state.isHealthyAt(facts.now);
  return to.branches.some(({ to: next, weight }) => weight > 0 && hasHealthy(next, facts));
}
