import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ReactNode } from 'react';
import type { ChartProps } from './chart-props.js';

/** Colours that people with any kind of colour vision tell apart (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a7a7a', '#b5a800'];

export default function ChartDrawn({ kind, label, series, points, format, height = 240 }: ChartProps): ReactNode {
  const shared = {
    h: height,
    data: points.map((point) => ({ ...point })),
    dataKey: 'x',
    series: series.map(({ name, label: text }, index) => ({
      name,
      label: text,
      color: COLOURS[index % COLOURS.length] ?? '#0072b2',
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    'aria-label': label,
    role: 'img' as const,
    tickLine: 'none' as const,
    // Days and hours that touch cannot be read.
    xAxisProps: { minTickGap: 32 },
    // Small amounts of money have many digits.
    yAxisProps: { width: 'auto' as const },
  };
  if (kind === 'bar') return <BarChart {...shared} type="stacked" />;
  if (kind === 'area') return <AreaChart {...shared} type="stacked" withDots={false} />;
  return <LineChart {...shared} withDots={false} curveType="linear" />;
}
