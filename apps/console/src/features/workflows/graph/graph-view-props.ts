import type { Graph, Position } from '../definition.js';

/** Changes of the graph. Without them, it is only shown. */
export interface GraphEdits {
  readonly onMove: (id: string, position: Position) => void;
  readonly onConnect: (from: string, to: string, branch: string | undefined) => void;
  readonly onRemove: (steps: readonly string[], edges: readonly number[]) => void;
}

export interface GraphViewProps {
  readonly graph: Graph;
  readonly label: string;
  /** Number of problems of each step, by its id. */
  readonly problems?: ReadonlyMap<string, number>;
  /** State of each step in a run, by its id. */
  readonly states?: ReadonlyMap<string, string>;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
  readonly edits?: GraphEdits | undefined;
}
