import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart-props.js';

const load = () => import('./chart-drawn.js');

const Drawn = lazy(load);

/** Begins to load what draws charts, for a page whose chart comes with its data: both are on their way at once then. */
export function useChartSoon(): void {
  useEffect(() => {
    // A failure shows where the chart is drawn.
    load().catch(() => undefined);
  }, []);
}

/** A chart, loaded when it is first shown, and the table behind it. */
export function Chart(props: ChartProps): ReactNode {
  const { t } = useTranslation('common');
  const [view, setView] = useState('chart');
  return (
    <Stack gap={8}>
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'end' }}
        aria-label={t('chart.view', { label: props.label })}
        value={view}
        onChange={setView}
        data={[
          { value: 'chart', label: t('chart.chart') },
          { value: 'table', label: t('chart.table') },
        ]}
      />
      {view === 'table' ? (
        props.table
      ) : (
        <Suspense fallback={<Skeleton h={props.height ?? 240} />}>
          <Drawn {...props} />
        </Suspense>
      )}
    </Stack>
  );
}
