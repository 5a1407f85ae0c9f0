import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphCanvas } from '../../graph/graph-canvas.js';
import { placeOf, targetsOf } from '../route-graph.js';
import { placeAt, placeNodes } from '../route-layout.js';
import type { RouteViewProps } from '../route-view-props.js';
import classes from './route-canvas.module.css';
import { type DrawnNode, RouteNodeView } from './route-node.js';
import { useDrawnEdges, useDrawnNodes } from './use-drawn-route.js';
import { useKeys } from './use-keys.js';

const NODE_TYPES = { route: RouteNodeView };

/**
 * A route as a graph. Lines follow from the config. A target that is dragged above or below another takes its place; the arrow keys
 * do the same. A line that is drawn from the choice to nowhere adds a target there.
 */
export default function RouteCanvas(props: RouteViewProps): ReactNode {
  const { edits, graph, nested, onSelect, selected } = props;
  const { t } = useTranslation('routing');
  const [drops, setDrops] = useState(0);
  const places = useMemo(() => placeNodes(graph, nested), [graph, nested]);
  const nodes = useDrawnNodes(props, places, drops);
  const edges = useDrawnEdges(props, nodes);
  const press = useKeys(props);
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
