import type { NestedNode } from './nested-nodes.js';
import type { PartKind, RouteConfig, RouteGraph } from './route-graph.js';
import type { NodeProblem } from './route-problems.js';
import type { TrialMark } from './trial/trial-marks.js';

/** Changes of a route, in the graph and in the list alike. */
export interface RouteEdits {
  readonly onAdd: (kind: PartKind | 'target', place?: number) => void;
  readonly onDuplicate: (id: string) => void;
  /** Moves a target to a place of the list. */
  readonly onMove: (id: string, place: number) => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onChange: (id: string, fields: RouteConfig) => void;
}

export interface RouteViewProps {
  readonly graph: RouteGraph;
  /** The members that this kind of config can have. */
  readonly members: readonly string[];
  /** Targets of the virtual models among the targets. */
  readonly nested: readonly NestedNode[];
  readonly problems: ReadonlyMap<string, readonly NodeProblem[]>;
  /** Explanation of each node by the dry run. */
  readonly marks: ReadonlyMap<string, TrialMark> | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly edits: RouteEdits | undefined;
}
