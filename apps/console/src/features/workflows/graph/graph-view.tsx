import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { GraphViewProps } from './graph-view-props.js';

const Drawn = lazy(() => import('./graph-drawn.js'));

/** A graph of steps, loaded when it is first shown. */
export function GraphView(props: GraphViewProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton h={420} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
