import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart-props.js';
import { late } from './late.js';

const Drawn = late(
  () => import('./chart-drawn.js').then((loaded) => loaded.default),
  ({ height = 240 }: ChartProps) => <Skeleton h={height} />,
);

/** For a page whose chart comes with its data: the browser reads what draws it while the data are on their way. */
export const loadChartSoon = Drawn.loadSoon;

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
      {view === 'table' ? props.table : <Drawn {...props} />}
    </Stack>
  );
}
