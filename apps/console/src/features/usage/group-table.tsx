import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { CountText } from '../../ui/count-text.js';
import { decimalsOf, MoneyText } from '../../ui/money-text.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { ChangeText } from './change-text.js';
import type { useUsage } from './queries.js';
import { type ComparedRow, compareRows, type Group, idOf, type Metric, nameOf } from './usage-rows.js';

interface Props {
  readonly data: ReturnType<typeof useUsage>['data'];
  readonly group: Group;
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

/** Usage of each group, highest first. */
export function GroupTable({ data, failure, group, isCompared, isLoading, metric }: Props) {
  const { t } = useTranslation('usage');
  const { workspaces } = useSession();
  const rows = data ? compareRows(data.groups.rows, data.groupsBefore.rows, group, metric) : [];
  const decimals = decimalsOf(rows.map(({ row }) => row.cost_usd));
  const name = ({ row }: ComparedRow) =>
    (group === 'workspace' && workspaces.find(({ id }) => id === row.workspace_id)?.name) ||
    nameOf(row, group) ||
    t(`without.${group}`);
  return (
    <ResourceTable
      columns={[
        {
          id: 'name',
          header: t(`group.${group}`),
          cell: (compared: ComparedRow) => (
            <Text size="sm" truncate="end" maw={320} title={name(compared)} dir="auto">
              {name(compared)}
            </Text>
          ),
        },
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
      getRowId={({ row }) => idOf(row, group)}
      isLoading={isLoading}
      failure={failure}
      hasMore={false}
      loadMore={() => undefined}
      empty={{ sentence: t('none') }}
    />
  );
}
