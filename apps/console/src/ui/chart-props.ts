import type { ReactNode } from 'react';

export interface ChartSeries {
  readonly name: string;
  readonly label: string;
}

export interface ChartProps {
  readonly kind: 'line' | 'area' | 'bar';
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** One point for each place on the axis: `x`, and a number for the name of each series. */
  readonly points: readonly Readonly<Record<string, string | number | null>>[];
  /** The same data as a table. */
  readonly table: ReactNode;
  readonly format?: (value: number) => string;
  readonly height?: number;
  /** Called with the place of a point that was clicked, and the name of the series of its bar. */
  readonly onChoose?: (at: number, name: string) => void;
}
