import { VisuallyHidden } from '@mantine/core';
import { type Edge, MarkerType } from '@xyflow/react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSoon } from '../graph/focus-soon.js';
import { GraphCanvas } from '../graph/graph-canvas.js';
import { describeNode } from './describe-node.js';
import classes from './route-canvas.module.css';
import { isRemovable, placeOf, targetsOf } from './route-graph.js';
import { ASKED, edgesOf, placeAt, placeNodes } from './route-layout.js';
import { type DrawnNode, RouteNodeView } from './route-node.js';
import type { RouteViewProps } from './route-view-props.js';

const NODE_TYPES = { route: RouteNodeView };
const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 };
/** It grows with its line. */
const TAKEN_MARKER = { type: MarkerType.ArrowClosed, width: 9, height: 9 };
const HERE = { x: 0, y: 0 };

/** Places in the list, by the key that moves a target. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * A route as a graph. Lines follow from the config. A target that is dragged above or below another takes its place; the arrow keys
 * do the same. A line that is drawn from the choice to nowhere adds a target there.
 */
export default function RouteCanvas(props: RouteViewProps): ReactNode {
  const { edits, graph, marks, members, nested, onSelect, problems, selected } = props;
  const { i18n, t } = useTranslation('routing');
  const isKeyed = useRef(false);
  const [drops, setDrops] = useState(0);
  const places = useMemo(() => placeNodes(graph, nested), [graph, nested]);
  const percent = useMemo(
    () => new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }),
    [i18n.language],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped goes back to its place in the picture
  const nodes = useMemo((): DrawnNode[] => {
    const why = (id: string): Pick<DrawnNode['data'], 'why' | 'isTaken'> => {
      const mark = marks?.get(id);
      if (mark === undefined) return {};
      const share = mark.share === undefined ? '' : ` · ${percent.format(mark.share)}`;
      const rank = mark.rank === undefined ? '' : `${mark.rank}. `;
      return { why: `${rank}${t(`why.${mark.reason}`)}${share}`, isTaken: mark.isTaken };
    };
    const draw = (
      id: string,
      data: Omit<DrawnNode['data'], 'why' | 'isTaken'>,
      more: Partial<DrawnNode>,
    ): DrawnNode => {
      const told = { ...data, ...why(id) };
      const wrong = told.problems > 0 ? t('problem.count', { count: told.problems }) : undefined;
      const words = [told.title, told.kind, ...told.facts, told.why, wrong].filter((word) => word !== undefined);
      return { id, type: 'route', position: places.get(id) ?? HERE, data: told, ariaLabel: words.join(', '), ...more };
    };
    const elsewhere = { selectable: false, focusable: false, draggable: false, deletable: false } as const;
    return [
      ...graph.nodes.map((node) =>
        draw(
          node.id,
          {
            ...describeNode(node, members, t),
            kind: t(`kind.${node.kind}`),
            problems: problems.get(node.id)?.length ?? 0,
            isStart: node.kind === 'choice',
          },
          {
            selected: node.id === selected,
            draggable: edits !== undefined && node.kind === 'target',
            deletable: isRemovable(node),
            connectable: node.kind === 'choice',
          },
        ),
      ),
      ...(places.has(ASKED)
        ? [
            draw(
              ASKED,
              { title: t('lanes.anyModel'), facts: [], kind: t('kind.target'), problems: 0, isElsewhere: true },
              elsewhere,
            ),
          ]
        : []),
      ...nested.map(({ id, model, weight }) =>
        draw(
          id,
          {
            title: model,
            facts: [t('lanes.weight', { weight })],
            kind: t('kind.nested'),
            problems: 0,
            isElsewhere: true,
          },
          elsewhere,
        ),
      ),
    ];
  }, [drops, edits === undefined, graph, marks, members, nested, percent, places, problems, selected, t]);
  const edges = useMemo(
    () =>
      edgesOf(graph, nested).map(({ from, kind, share, to }): Edge => {
        const isTaken = kind !== 'part' && [from, to].every((id) => marks?.get(id)?.isTaken);
        const label = kind === 'next' ? t('lanes.next') : share === undefined ? '' : percent.format(share);
        const isDown = kind === 'next' || kind === 'part';
        return {
          id: `${from}>${to}`,
          source: from,
          target: to,
          sourceHandle: isDown ? 'bottom' : 'out',
          targetHandle: isDown ? 'top' : 'in',
          className: `${kind} ${isTaken ? 'taken' : ''}`,
          label,
          ...markOf(kind, isTaken),
          selectable: false,
          focusable: false,
          deletable: false,
          ariaLabel: t(`graph.edge.${kind}`, { from: nameOf(nodes, from), to: nameOf(nodes, to), share: label }),
        };
      }),
    [graph, marks, nested, nodes, percent, t],
  );
  // The focus follows a target that is moved by the keys.
  useEffect(() => {
    if (!isKeyed.current || selected === undefined) return;
    isKeyed.current = false;
    focusSoon(`.react-flow__node[data-id="${CSS.escape(selected)}"]`);
  }, [selected]);
  const press = (event: KeyboardEvent): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset.id;
    if (edits === undefined || at === undefined || at !== selected) return;
    // The canvas removes it.
    if (event.key === 'Delete' || event.key === 'Backspace') isKeyed.current = true;
    const isCopy = event.key === 'd' && (event.ctrlKey || event.metaKey);
    if (!isCopy && !event.key.startsWith('Arrow')) return;
    // Without it the canvas moves the node by some pixels.
    event.stopPropagation();
    event.preventDefault();
    isKeyed.current = true;
    const step = STEPS[event.key];
    const place = placeOf(graph, at);
    if (isCopy) edits.onDuplicate(at);
    else if (step !== undefined && place >= 0) edits.onMove(at, place + step);
  };
  const place = selected === undefined ? -1 : placeOf(graph, selected);
  return (
    <div className={classes.holder} onKeyDownCapture={press}>
      <GraphCanvas<DrawnNode>
        label={t('graph.label')}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        help={{ node: t('graph.nodeHelp'), edge: '' }}
        onSelect={onSelect}
        isFitted
        edits={
          edits && {
            onMove: (id, { y }) => {
              setDrops((before) => before + 1);
              edits.onMove(id, placeAt(graph, places, y, id));
            },
            onConnectNothing: (from, { y }) => {
              if (from === 'choice') edits.onAdd('target', placeAt(graph, places, y));
            },
            onRemove: edits.onRemove,
          }
        }
      />
      <VisuallyHidden role="status">
        {place >= 0 && t('graph.place', { place: place + 1, count: targetsOf(graph).length })}
      </VisuallyHidden>
    </div>
  );
}

/** A setting has no direction. */
function markOf(kind: string, isTaken: boolean): Pick<Edge, 'markerEnd'> {
  return kind === 'part' ? {} : { markerEnd: isTaken ? TAKEN_MARKER : MARKER };
}

function nameOf(nodes: readonly DrawnNode[], id: string): string {
  return nodes.find((node) => node.id === id)?.data.title ?? id;
}
