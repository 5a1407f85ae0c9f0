import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart.js';
import { CountText } from '../../ui/count-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { daysOf, type Period } from './periods.js';
import type { Metric, UsageRow } from './usage-rows.js';

interface Props {
  readonly days: readonly UsageRow[];
  readonly daysBefore: readonly UsageRow[];
  readonly period: Period;
  readonly before: Period | undefined;
  readonly metric: Metric;
}

/** The chosen sum by day, with the same day of the period before beside it. */
export function UsageChart({ before, days, daysBefore, metric, period }: Props) {
  const { i18n, t } = useTranslation('usage');
  const now = new Map(days.map((row) => [row.day, row[metric]]));
  const then = new Map(daysBefore.map((row) => [row.day, row[metric]]));
  const earlier = before ? daysOf(before) : [];
  const points = daysOf(period).map((day, index) => ({
    x: day,
    now: now.get(day) ?? 0,
    ...(before && { before: then.get(earlier[index] ?? '') ?? 0 }),
  }));
  const series = [
    { name: 'now', label: t(`metric.${metric}`) },
    ...(before ? [{ name: 'before', label: t('before') }] : []),
  ];
  const figure = (value: number) => (metric === 'cost_usd' ? <MoneyText usd={value} /> : <CountText n={value} />);
  const table = (
    <Table aria-label={t(`metric.${metric}`)}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('day')}</Table.Th>
          {series.map(({ label, name }) => (
            <Table.Th key={name} ta="end">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map((point) => (
          <Table.Tr key={point.x}>
            <Table.Td>{point.x}</Table.Td>
            <Table.Td ta="end">{figure(point.now)}</Table.Td>
            {point.before !== undefined && <Table.Td ta="end">{figure(point.before)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  const format = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    ...(metric === 'cost_usd' && { style: 'currency', currency: 'USD' }),
  });
  return (
    <Chart
      kind={before ? 'line' : 'bar'}
      series={series}
      points={points}
      label={t(`metric.${metric}`)}
      table={table}
      format={(value) => format.format(value)}
    />
  );
}
