import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeNode } from './canvas/describe-node.js';
import { AddMenu, NodeActions } from './route-actions.js';
import classes from './route-editor.module.css';
import { RouteForm } from './route-form.js';
import {
  addNode,
  changeNode,
  duplicateNode,
  moveTarget,
  placeOf,
  type RouteConfig,
  type RouteGraph,
  type RouteNode,
  removeNode,
  targetId,
  targetsOf,
  toConfig,
  toGraph,
} from './route-graph.js';
import { RouteList } from './route-list.js';
import type { RouteEdits, RouteViewProps } from './route-view-props.js';
import { marksOf } from './trial/trial-marks.js';
import type { useRouteTrial } from './trial/use-route-trial.js';
import { useNested } from './use-nested.js';
import type { RouteStore, useRouteDraft } from './use-route-draft.js';
import { useRouteProblems } from './use-route-problems.js';

/** With the library that draws it, loaded when a graph is first shown. */
const RouteCanvas = lazy(() => import('./canvas/route-canvas.js'));

interface RoutePanelsProps {
  readonly draft: ReturnType<typeof useRouteDraft>;
  /** Config in the text of the draft. */
  readonly config: RouteConfig;
  readonly trial: ReturnType<typeof useRouteTrial>;
  readonly store: RouteStore;
  readonly view: 'graph' | 'list';
  /** Beside the graph. */
  readonly side: ReactNode;
}

/** The graph or the list of a route, with what can be done to it, and the fields of the node that is selected. */
export function RoutePanels({ config, draft, side, store, trial, view }: RoutePanelsProps): ReactNode {
  const { t } = useTranslation('routing');
  const { members } = store.kind;
  const [selected, onSelect] = useState<string>();
  const graph = useMemo(() => toGraph(config, members), [config, members]);
  const nested = useNested(graph);
  const problems = useRouteProblems(graph, members, draft.refusal, trial);
  const { isCurrent, result } = trial;
  const marks = useMemo(() => (result && isCurrent ? marksOf(graph, result) : undefined), [graph, isCurrent, result]);
  const take = ({ graph: next, id }: ReturnType<typeof addNode>): void => {
    draft.write(toConfig(next));
    onSelect(id);
  };
  const edits: RouteEdits = {
    onAdd: (kind, place) => take(addNode(graph, kind, place)),
    onDuplicate: (id) => take(duplicateNode(graph, id)),
    onMove: (id, place) => {
      const moved = moveTarget(graph, id, place);
      draft.write(toConfig(moved.graph));
      onSelect(selected === id ? moved.id : undefined);
    },
    onRemove: (ids) => {
      // From the last one on, as the ids of targets count.
      const last = ids.toSorted((one, other) => placeOf(graph, other) - placeOf(graph, one));
      const left = last.reduce(removeNode, graph);
      draft.write(toConfig(left));
      onSelect(selected !== undefined && ids.includes(selected) ? neighbourOf(graph, left, selected) : undefined);
    },
    onChange: (id, fields) =>
      draft.write(toConfig(changeNode(graph, id, fields)), `${id} ${Object.keys(fields).join()}`),
  };
  const node = graph.nodes.find(({ id }) => id === selected);
  const shown: RouteViewProps = { graph, members, nested, problems, marks, selected: node?.id, onSelect, edits };
  const count = [...problems.values()].flat().length;
  return (
    <div className={classes.columns}>
      <Stack gap={12} miw={0}>
        <Group justify="space-between" gap={8}>
          <AddMenu graph={graph} members={members} onAdd={edits.onAdd} />
          <Text size="sm" role="status" c={count > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
            {count === 0 ? t('problem.none') : t('problem.count', { count })}
          </Text>
        </Group>
        {view === 'list' ? (
          <RouteList {...shown} />
        ) : (
          <Suspense fallback={<Skeleton h={560} />}>
            <RouteCanvas {...shown} />
          </Suspense>
        )}
      </Stack>
      <Stack gap={24} miw={0} className={classes.side}>
        {view === 'graph' && <Selected {...shown} node={node} />}
        {side}
      </Stack>
    </div>
  );
}

/** The fields of the node that is selected in the graph. */
function Selected({ node, ...props }: RouteViewProps & { readonly node: RouteNode | undefined }): ReactNode {
  const { edits, graph, members, problems } = props;
  const { t } = useTranslation('routing');
  return (
    <Box component="section" aria-label={t('nodeForm')}>
      {node === undefined || edits === undefined ? (
        <Text size="sm" c="dimmed">
          {t('chooseNode')}
        </Text>
      ) : (
        <Paper withBorder p="md">
          <Group justify="space-between" wrap="nowrap" align="start" mb={12}>
            <Text fw={600} size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {t(`kind.${node.kind}`)}: {describeNode(node, members, t).title}
            </Text>
            <NodeActions id={node.id} graph={graph} members={members} edits={edits} />
          </Group>
          <RouteForm
            node={node}
            members={members}
            problems={problems.get(node.id) ?? []}
            onChange={(fields) => edits.onChange(node.id, fields)}
          />
        </Paper>
      )}
    </Box>
  );
}

/** Returns the node to select after a removal: the target in its place, or the choice. */
function neighbourOf(before: RouteGraph, left: RouteGraph, removed: string): string {
  const place = Math.min(placeOf(before, removed), targetsOf(left).length - 1);
  return place < 0 ? 'choice' : targetId(place);
}
