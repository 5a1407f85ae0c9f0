import { canHoldSessions, comparesCosts } from '@multilane/policy';
import type { RouteStepView } from './dto/routing-dry-run.dto.js';
import type { NamedNode, NamedTarget } from './route-tree.js';

/** The choices that lead to each target of a route, and what decides each. */
export function stepsOf(root: NamedNode, hasSession: boolean): ReadonlyMap<NamedTarget, readonly RouteStepView[]> {
  const found = new Map<NamedTarget, readonly RouteStepView[]>();
  const enter = (node: NamedNode, before: readonly RouteStepView[]): void => {
    for (const branch of node.branches) {
      const { name, place, to } = branch;
      const steps = [...before, { target: place, model: name, reason: reasonOf(node, branch, hasSession) }];
      if ('branches' in to) enter(to, steps);
      else found.set(to, steps);
    }
  };
  enter(root, []);
  return found;
}

/** Returns the reason for a branch's place, by the order of `orderTargets`. */
function reasonOf(
  { branches, sticky, strategy }: NamedNode,
  { isForLongPrompts, weight }: NamedNode['branches'][number],
  hasSession: boolean,
): RouteStepView['reason'] {
  if (isForLongPrompts) return 'context_length';
  if (branches.length === 1) return 'only';
  if (strategy === 'failover') return 'order';
  if (weight === 0) return 'last_resort';
  if (sticky && hasSession && canHoldSessions(strategy)) return 'session';
  if (strategy === 'weighted') return 'weight';
  if (comparesCosts(strategy)) return 'cost';
  return strategy === 'least_latency' ? 'latency' : 'running_requests';
}
