import { useMemo } from 'react';
import { ApiFailure } from '../../api/client.js';
import { problemOf, sentenceOf } from './problem-of.js';
import type { RouteGraph } from './route-graph.js';
import { checkGraph, findNode, type NodeProblem } from './route-problems.js';
import type { useRouteTrial } from './trial/use-route-trial.js';
import type { Refusal } from './use-route-draft.js';

/** Problems of each node: those that can be seen at once, and those that the service reported for the present config. */
export function useRouteProblems(
  graph: RouteGraph,
  members: readonly string[],
  refusal: Refusal | undefined,
  { failure, isCurrent }: Pick<ReturnType<typeof useRouteTrial>, 'failure' | 'isCurrent'>,
): ReadonlyMap<string, readonly NodeProblem[]> {
  return useMemo(() => {
    const refused = isCurrent && failure instanceof ApiFailure && failure.param ? failure : undefined;
    const said = refusal ?? (refused && { param: refused.param ?? '', problem: problemOf(refused) });
    const told = said && { ...findNode(graph, said.param), message: sentenceOf(said.problem) };
    const seen = checkGraph(graph, members).filter(({ field, node }) => node !== told?.node || field !== told.field);
    const found = new Map<string, NodeProblem[]>();
    for (const problem of told ? [told, ...seen] : seen) {
      found.set(problem.node, [...(found.get(problem.node) ?? []), problem]);
    }
    return found;
  }, [failure, graph, isCurrent, members, refusal]);
}
