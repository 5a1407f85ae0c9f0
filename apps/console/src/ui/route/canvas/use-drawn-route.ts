import { type Edge, MarkerType } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isRemovable } from '../route-graph.js';
import { ASKED, edgesOf, type Place } from '../route-layout.js';
import type { RouteViewProps } from '../route-view-props.js';
import { describeNode } from './describe-node.js';
import type { DrawnNode } from './route-node.js';

const MARKER = { type: MarkerType.ArrowClosed, width: 18, height: 18 };
/** It grows with its line. */
const TAKEN_MARKER = { type: MarkerType.ArrowClosed, width: 9, height: 9 };
const HERE = { x: 0, y: 0 };

/**
 * Nodes of a route as they are drawn, in words.
 *
 * @param drops Number of targets that were dropped so far
 */
export function useDrawnNodes(props: RouteViewProps, places: ReadonlyMap<string, Place>, drops: number): DrawnNode[] {
  const { edits, graph, marks, members, nested, problems, selected } = props;
  const { t } = useTranslation('routing');
  const percent = usePercent();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped goes back to its place in the picture
  return useMemo((): DrawnNode[] => {
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
}

/** Lines of a route as they are drawn. */
export function useDrawnEdges({ graph, marks, nested }: RouteViewProps, nodes: readonly DrawnNode[]): Edge[] {
  const { t } = useTranslation('routing');
  const percent = usePercent();
  return useMemo(
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
}

function usePercent(): Intl.NumberFormat {
  const { i18n } = useTranslation();
  return useMemo(
    () => new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }),
    [i18n.language],
  );
}

/** A setting has no direction. */
function markOf(kind: string, isTaken: boolean): Pick<Edge, 'markerEnd'> {
  return kind === 'part' ? {} : { markerEnd: isTaken ? TAKEN_MARKER : MARKER };
}

function nameOf(nodes: readonly DrawnNode[], id: string): string {
  return nodes.find((node) => node.id === id)?.data.title ?? id;
}
