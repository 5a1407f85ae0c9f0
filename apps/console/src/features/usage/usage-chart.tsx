import { Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { Chart } from '../../ui/chart.js';
import type { ChartSeries } from '../../ui/chart-props.js';
import { CountText } from '../../ui/count-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { useGroupName } from './group-name.js';
import { daysOf, type Period } from './periods.js';
import type { DrawnGroup, UsageData } from './queries.js';
import { OTHERS, stackDays } from './stack-days.js';
import type { Metric } from './usage-rows.js';
import { filterOf, toTimes } from './usage-search.js';

interface Props {
  readonly data: UsageData;
  /** The largest groups; none while they load, and for two groups at once. */
  readonly drawn: readonly DrawnGroup[];
  readonly period: Period;
  readonly before: Period | undefined;
  readonly metric: Metric;
  /** Bars on top of each other, or a line for each group. Default: bars. */
  readonly kind?: 'bar' | 'line';
  /** Filters of the list of requests that a bar leads to. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** The chosen sum by day: in all beside the period before, or stacked by group. A bar or day leads to its requests. */
export function UsageChart(props: Props) {
  const { before, data, drawn, filters, kind = 'bar', metric, period } = props;
  const { t } = useTranslation('usage');
  const nameOfGroup = useGroupName();
  const navigate = useNavigate();
  const { id } = useWorkspace();
  const maySeeRequests = useSession().can('gateway.audit.read', id);
  const { groups, tag } = data.asked;
  const [group] = groups;
  if (before !== undefined) return <ComparedChart {...props} before={before} />;
  const isStacked = groups.length === 1 && drawn.length > 0;
  const { hasOthers, points } = stackDays(data.days.rows, isStacked ? drawn : [], period, metric);
  const series = [
    ...(isStacked ? drawn.map(({ row }, index) => ({ name: `g${index}`, label: nameOfGroup(row, group) })) : []),
    ...(hasOthers || !isStacked ? [{ name: OTHERS, label: t(isStacked ? 'others' : `metric.${metric}`) }] : []),
  ];
  const searchOf = (day: string, name?: string) => {
    const chosen = drawn[Number(name?.slice(1))];
    return {
      ...filters,
      ...(chosen && filterOf(chosen.row, group, tag)),
      ...toTimes({ ...period, from: day, to: day }),
    };
  };
  const open = (at: number, name: string): void => {
    const day = String(points[at]?.x ?? '');
    void navigate({ to: `/w/${id}/requests`, search: searchOf(day, name) as never });
  };
  return (
    <DrawnChart
      kind={kind}
      metric={metric}
      series={series}
      points={points}
      dayOf={(day) => <RequestsLink search={searchOf(day)}>{day}</RequestsLink>}
      {...(kind === 'bar' && maySeeRequests && group !== 'workspace' && { onChoose: open })}
    />
  );
}

function ComparedChart({ before, data, metric, period }: Props & { readonly before: Period }) {
  const { t } = useTranslation('usage');
  const now = new Map(data.days.rows.map((row) => [row.day, row[metric]]));
  const then = new Map(data.daysBefore.rows.map((row) => [row.day, row[metric]]));
  const earlier = daysOf(before);
  const points = daysOf(period).map((day, index) => ({
    x: day,
    now: now.get(day) ?? 0,
    before: then.get(earlier[index] ?? '') ?? 0,
  }));
  const series = [
    { name: 'now', label: t(`metric.${metric}`) },
    { name: 'before', label: t('before') },
  ];
  return <DrawnChart kind="line" metric={metric} series={series} points={points} dayOf={(day) => day} />;
}

interface DrawnChartProps {
  readonly kind: 'bar' | 'line';
  readonly metric: Metric;
  readonly series: readonly ChartSeries[];
  readonly points: readonly Readonly<Record<string, string | number>>[];
  readonly dayOf: (day: string) => ReactNode;
  readonly onChoose?: (at: number, name: string) => void;
}

function DrawnChart({ dayOf, metric, points, series, ...props }: DrawnChartProps) {
  const { i18n, t } = useTranslation('usage');
  const figure = (value: number) => (metric === 'cost_usd' ? <MoneyText usd={value} /> : <CountText n={value} />);
  const table = (
    <Table.ScrollContainer minWidth={0} type="native">
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
              <Table.Td>{dayOf(String(point.x))}</Table.Td>
              {series.map(({ name }) => (
                <Table.Td key={name} ta="end">
                  {figure(Number(point[name] ?? 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
  const format = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    ...(metric === 'cost_usd' && { style: 'currency', currency: 'USD' }),
  });
  return (
    <Chart
      {...props}
      series={series}
      points={points}
      label={t(`metric.${metric}`)}
      table={table}
      format={(value) => format.format(value)}
    />
  );
}
