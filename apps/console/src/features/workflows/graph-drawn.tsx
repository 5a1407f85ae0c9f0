import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  MarkerType,
  type NodeChange,
  ReactFlow,
} from '@xyflow/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeSteps } from './definition.js';
import classes from './graph-drawn.module.css';
import { GraphNode, type StepNode } from './graph-node.js';
import type { GraphViewProps } from './graph-view-props.js';

const NODE_TYPES = { step: GraphNode };
const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 };

/**
 * The graph as it is drawn. A step is moved with the pointer or, once it is selected, with the arrow keys; a line from one
 * side of a step to another step connects them; the Delete key removes what is selected.
 */
export default function GraphDrawn(props: GraphViewProps): ReactNode {
  const { edits, graph, label, onSelect, problems, selected, states } = props;
  const { t } = useTranslation('workflows');
  const scheme = useComputedColorScheme('light');
  const [nodes, setNodes] = useState<StepNode[]>([]);
  useEffect(() => {
    const places = placeSteps(graph);
    setNodes((before) =>
      graph.nodes.map((step): StepNode => {
        const state = states?.get(step.id);
        const data = { step, problems: problems?.get(step.id) ?? 0, ...(state !== undefined && { state }) };
        const node: StepNode = {
          // What was measured stays, so that nothing is drawn anew.
          ...before.find(({ id }) => id === step.id),
          id: step.id,
          type: 'step',
          position: places.get(step.id) ?? { x: 0, y: 0 },
          data,
          selected: step.id === selected,
          ariaLabel: t('graph.step', { name: step.name ?? step.id, kind: t(`kind.${step.kind}`) }),
        };
        return node;
      }),
    );
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
  const change = (changes: NodeChange<StepNode>[]): void => {
    setNodes((before) =>
      applyNodeChanges(
        // What is removed or selected comes back with the graph.
        changes.filter(({ type }) => type === 'position' || type === 'dimensions'),
        before,
      ),
    );
    for (const one of changes) {
      if (one.type === 'select' && one.selected) onSelect?.(one.id);
      if (one.type === 'position' && one.dragging !== true && one.position !== undefined) {
        const { x, y } = one.position;
        edits?.onMove(one.id, { x: Math.round(x), y: Math.round(y) });
      }
    }
  };
  return (
    <section className={classes.graph} aria-label={label} dir="ltr">
      <ReactFlow<StepNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={scheme}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
        nodesDraggable={edits !== undefined}
        nodesConnectable={edits !== undefined}
        elementsSelectable
        edgesFocusable={edits !== undefined}
        deleteKeyCode={edits === undefined ? null : ['Delete', 'Backspace']}
        preventScrolling={false}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('graph.nodeHelp'),
          'node.a11yDescription.keyboardDisabled': t('graph.nodeHelp'),
          'edge.a11yDescription.default': t('graph.edgeHelp'),
          'controls.ariaLabel': t('graph.controls'),
          'controls.zoomIn.ariaLabel': t('graph.zoomIn'),
          'controls.zoomOut.ariaLabel': t('graph.zoomOut'),
          'controls.fitView.ariaLabel': t('graph.fit'),
        }}
        onNodesChange={change}
        onConnect={({ source, sourceHandle, target }) =>
          edits?.onConnect(source, target, sourceHandle === 'out' || sourceHandle === null ? undefined : sourceHandle)
        }
        onDelete={({ edges: lines, nodes: steps }) =>
          edits?.onRemove(
            steps.map(({ id }) => id),
            lines.map(({ id }) => Number(id)),
          )
        }
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}
