import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { ChangeText } from './change-text.js';
import { GroupName } from './group-name.js';
import type { Period } from './periods.js';
import type { UsageData } from './queries.js';
import { type ComparedRow, compareRows, keyOf, type Metric } from './usage-rows.js';
import type { Asked } from './usage-search.js';

interface Props {
  readonly data: UsageData | undefined;
  readonly asked: Asked;
  readonly period: Period;
  /** Filters of the list of requests that a name leads to. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly metric: Metric;
  readonly isCompared: boolean;
  readonly isLoading: boolean;
  readonly failure: Error | undefined;
}

const FIGURES = [
  'requests',
  'refused_requests',
  'failed_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cost_usd',
] as const;

/** Usage of each group, highest first. A name leads to the requests. */
export function GroupTable({ asked, data, failure, filters, isCompared, isLoading, metric, period }: Props) {
  const { t } = useTranslation('usage');
  // Rows of the groups before stay until those that are asked for come.
  const { groups, tag } = data?.asked ?? asked;
  const rows = data ? compareRows(data.groups.rows, data.groupsBefore.rows, groups, metric) : [];
  const decimals = decimalsOf(rows.map(({ row }) => row.cost_usd));
  return (
    <ResourceTable
      columns={[
        ...groups.map((group) => ({
          id: `group-${group}`,
          header: group === 'tag' ? (tag ?? '') : t(`group.${group}`),
          cell: ({ row }: ComparedRow) => (
            <GroupName row={row} groups={groups} shown={group} tag={tag} period={period} filters={filters} />
          ),
        })),
        ...FIGURES.map((figure) => ({
          id: figure,
          header: t(`metric.${figure}`),
          align: 'end' as const,
          hideBelow: figure === 'requests' || figure === 'cost_usd' ? undefined : ('md' as const),
          cell: ({ before, row }: ComparedRow) => (
            <Stack gap={0} align="flex-end">
              {figure === 'cost_usd' ? (
                <MoneyText usd={row.cost_usd} decimals={decimals} />
              ) : (
                <CountText n={row[figure]} />
              )}
              {isCompared && figure === metric && <ChangeText now={row[figure]} before={before?.[figure] ?? 0} />}
            </Stack>
          ),
        })),
      ]}
      rows={rows}
      getRowId={({ row }) => keyOf(row, groups)}
      isLoading={isLoading}
      failure={failure}
      hasMore={false}
      loadMore={() => undefined}
      empty={{ sentence: t('none') }}
    />
  );
}
