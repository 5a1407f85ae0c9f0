import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  type Node,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  type ReactFlowInstance,
  type XYPosition,
} from '@xyflow/react';
import { type Dispatch, type ReactNode, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './graph-canvas.module.css';

/** Changes of a graph. Without them, the graph is only shown. */
export interface CanvasEdits {
  /** A node was moved to a place, with the pointer or the arrow keys. */
  readonly onMove: (id: string, position: XYPosition) => void;
  readonly onConnect?: (from: string, to: string, handle: string | null) => void;
  /** A line from a node ended where nothing is. */
  readonly onConnectNothing?: (from: string, position: XYPosition) => void;
  readonly onRemove: (nodes: readonly string[], edges: readonly string[]) => void;
}

export interface GraphCanvasProps<Kind extends Node> {
  readonly label: string;
  readonly nodes: readonly Kind[];
  readonly edges: readonly Edge[];
  /** Made once: other types draw every node anew. */
  readonly nodeTypes: NodeTypes;
  /** Help about the keys at a node and at an edge. */
  readonly help: { readonly node: string; readonly edge: string };
  readonly onSelect?: ((id: string) => void) | undefined;
  readonly edits?: CanvasEdits | undefined;
  /** True if the whole graph comes into view again when it gets larger or smaller. */
  readonly isFitted?: boolean;
}

const FIT = { maxZoom: 1, padding: 0.15 };
/** From the corner of a node to its middle, about. */
const MIDDLE = { x: 100, y: 40 };

/**
 * A graph as it is drawn. A node is moved with the pointer or, once it is selected, with the arrow keys; the Delete key removes what is
 * selected. The graph always shows `nodes` and `edges`: moves and removals are only reported.
 */
export function GraphCanvas<Kind extends Node>(props: GraphCanvasProps<Kind>): ReactNode {
  const { edges, edits, help, isFitted = false, label, nodes, nodeTypes, onSelect } = props;
  const { t } = useTranslation('graph');
  const scheme = useComputedColorScheme('light');
  const flow = useRef<ReactFlowInstance<Kind>>(undefined);
  const [drawn, setDrawn] = useDrawnNodes(nodes);
  useView(flow, nodes, isFitted);
  const change = (changes: NodeChange<Kind>[]): void => {
    setDrawn((before) =>
      applyNodeChanges(
        // Removed and selected nodes come back with the graph.
        changes.filter(({ type }) => type === 'position' || type === 'dimensions'),
        before,
      ),
    );
    for (const one of changes) {
      if (one.type === 'select' && one.selected) onSelect?.(one.id);
      if (one.type === 'position' && one.dragging !== true && one.position !== undefined) {
        edits?.onMove(one.id, one.position);
      }
    }
  };
  return (
    <section className={classes.graph} aria-label={label} dir="ltr">
      <ReactFlow<Kind>
        nodes={drawn}
        edges={[...edges]}
        nodeTypes={nodeTypes}
        colorMode={scheme}
        fitView
        fitViewOptions={FIT}
        minZoom={0.2}
        nodesDraggable={edits !== undefined}
        nodesConnectable={edits !== undefined}
        elementsSelectable
        edgesFocusable={edits?.onConnect !== undefined}
        deleteKeyCode={edits === undefined ? null : ['Delete', 'Backspace']}
        preventScrolling={false}
        ariaLabelConfig={{
          'node.a11yDescription.default': help.node,
          'node.a11yDescription.keyboardDisabled': help.node,
          'edge.a11yDescription.default': help.edge,
          'controls.ariaLabel': t('controls'),
          'controls.zoomIn.ariaLabel': t('zoomIn'),
          'controls.zoomOut.ariaLabel': t('zoomOut'),
          'controls.fitView.ariaLabel': t('fit'),
        }}
        onInit={(instance) => {
          flow.current = instance;
        }}
        onNodesChange={change}
        onConnect={({ source, sourceHandle, target }) => edits?.onConnect?.(source, target, sourceHandle)}
        onConnectEnd={(event, { fromNode, toNode }) => {
          if (fromNode === null || toNode !== null || flow.current === undefined) return;
          const { clientX: x, clientY: y } = 'clientX' in event ? event : (event.changedTouches[0] ?? NOWHERE);
          edits?.onConnectNothing?.(fromNode.id, flow.current.screenToFlowPosition({ x, y }));
        }}
        onDelete={({ edges: lines, nodes: gone }) =>
          edits?.onRemove(
            gone.map(({ id }) => id),
            lines.map(({ id }) => id),
          )
        }
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}

/** Nodes as they are drawn: those of the graph, between two of its changes with the moves of the pointer. */
function useDrawnNodes<Kind extends Node>(
  nodes: readonly Kind[],
): [drawn: Kind[], setDrawn: Dispatch<SetStateAction<Kind[]>>] {
  const [drawn, setDrawn] = useState<Kind[]>([]);
  useEffect(() => {
    setDrawn((before) =>
      // Measured sizes stay, so that nothing is drawn anew.
      nodes.map((node) => ({ ...before.find(({ id }) => id === node.id), ...node })),
    );
  }, [nodes]);
  return [drawn, setDrawn];
}

/** Moves the picture to a new node, or has all of a fitted graph in view. */
function useView<Kind extends Node>(
  flow: RefObject<ReactFlowInstance<Kind> | undefined>,
  nodes: readonly Kind[],
  isFitted: boolean,
): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const [added, ...others] = nodes.filter(({ id }) => !known.current.has(id));
    const isFirst = known.current.size === 0;
    known.current = new Set(nodes.map(({ id }) => id));
    if (isFitted || isFirst || added === undefined || others.length > 0) return;
    // A new node must be seen, wherever the picture was moved to.
    const { x, y } = added.position;
    void flow.current?.setCenter(x + MIDDLE.x, y + MIDDLE.y, { zoom: flow.current.getZoom() });
  }, [flow, isFitted, nodes]);
  const { length } = nodes;
  useEffect(() => {
    if (isFitted && length > 0) void flow.current?.fitView(FIT);
  }, [flow, isFitted, length]);
}

const NOWHERE = { clientX: 0, clientY: 0 };
