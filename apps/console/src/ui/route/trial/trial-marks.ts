import type { Answer } from '../../../api/client.js';
import { PARTS, type RouteGraph, targetId, targetsOf } from '../route-graph.js';
import { ASKED, strategyOf } from '../route-layout.js';

export type Routed = Answer<'/admin/routing-configs/dry-run', 'post'>;

/** Explanation of a node by the dry run. */
export interface TrialMark {
  /** True if the request most likely goes by way of it. */
  readonly isTaken: boolean;
  /** Reason or condition of that: a key of the catalogue below `why`. */
  readonly reason: string;
  /** Order in which it is tried, from 1; of targets alone. */
  readonly rank?: number;
  /** The share of such requests that try it first, from 0 to 1; undefined where it depends on measurements. */
  readonly share?: number | undefined;
}

/** Returns the dry run's explanation of each node of a graph, with those that virtual models lead to, by the ids of the nodes. */
export function marksOf(graph: RouteGraph, { targets }: Routed): ReadonlyMap<string, TrialMark> {
  const marks = new Map<string, TrialMark>();
  const choice = graph.nodes.find(({ id }) => id === 'choice');
  const leads = targets.length > 0;
  marks.set('route', { isTaken: true, reason: 'named' });
  marks.set('choice', { isTaken: true, reason: `strategy.${strategyOf(choice)}` });
  for (const { id } of graph.nodes.filter(({ kind }) => (PARTS as readonly string[]).includes(kind))) {
    marks.set(id, { isTaken: leads && id !== 'shadow', reason: `part.${id}` });
  }
  for (const { id } of targetsOf(graph)) marks.set(id, { isTaken: false, reason: 'nowhere' });
  for (const [index, { first_share: share, steps }] of targets.entries()) {
    let id = '';
    for (const step of steps) {
      if (id !== '') id = `${id}/${step.target ?? 0}`;
      else id = step.target === null ? ASKED : targetId(step.target);
      marks.set(
        id,
        addMark(marks.get(id), {
          isTaken: index === 0,
          reason: step.reason,
          rank: index + 1,
          share: share ?? undefined,
        }),
      );
    }
  }
  return marks;
}

/** A virtual model is tried when the first of its targets is, by the share of all of them. */
function addMark(before: TrialMark | undefined, mark: TrialMark): TrialMark {
  if (before?.rank === undefined) return mark;
  const share = before.share === undefined || mark.share === undefined ? undefined : before.share + mark.share;
  return { ...before, share };
}
