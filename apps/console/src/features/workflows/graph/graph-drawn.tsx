import { type Edge, MarkerType } from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphCanvas } from '../../../ui/graph/graph-canvas.js';
import { placeSteps } from '../definition.js';
import { GraphNode, type StepNode } from './graph-node.js';
import type { GraphViewProps } from './graph-view-props.js';

const NODE_TYPES = { step: GraphNode };
const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 };

/** The steps of a workflow. A line from one side of a step to another step connects them. */
export default function GraphDrawn(props: GraphViewProps): ReactNode {
  const { edits, graph, label, onSelect, problems, selected, states } = props;
  const { t } = useTranslation('workflows');
  const nodes = useMemo(() => {
    const places = placeSteps(graph);
    return graph.nodes.map((step): StepNode => {
      const state = states?.get(step.id);
      return {
        id: step.id,
        type: 'step',
        position: places.get(step.id) ?? { x: 0, y: 0 },
        data: { step, problems: problems?.get(step.id) ?? 0, ...(state !== undefined && { state }) },
        selected: step.id === selected,
        ariaLabel: t('graph.step', { name: step.name ?? step.id, kind: t(`kind.${step.kind}`) }),
      };
    });
  }, [graph, problems, selected, states, t]);
  const edges = graph.edges.map(({ branch, from, to }, index): Edge => {
    const way = branch === undefined ? '' : t(`branch.${branch}`);
    return {
      id: String(index),
      source: from,
      target: to,
      sourceHandle: branch ?? 'out',
      label: way,
      markerEnd: MARKER,
      ariaLabel: t('graph.edge', { from, to, branch: way }),
    };
  });
  return (
    <GraphCanvas<StepNode>
      label={label}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      help={{ node: t('graph.nodeHelp'), edge: t('graph.edgeHelp') }}
      onSelect={onSelect}
      edits={
        edits && {
          onMove: (id, { x, y }) => edits.onMove(id, { x: Math.round(x), y: Math.round(y) }),
          onConnect: (from, to, handle) =>
            edits.onConnect(from, to, handle === 'out' ? undefined : (handle ?? undefined)),
          onRemove: (steps, lines) => edits.onRemove(steps, lines.map(Number)),
        }
      }
    />
  );
}
