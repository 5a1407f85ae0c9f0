import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { DurationText } from '../../../ui/duration-text.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../../ui/money-text.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { StateBadge } from '../../../ui/state-badge.js';
import type { ResourceColumn } from '../../../ui/table/resource-table-props.js';
import { StatusFilter } from '../../../ui/table/status-filter.js';
import { TimeText } from '../../../ui/time-text.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { type EvalRunSummary, useRuns } from '../queries.js';
import { ShareText } from '../share-text.js';
import { RUN_BADGES, RUN_STATUSES } from './run-state.js';

interface RunsTableProps {
  /** Only runs of this suite. */
  readonly suiteId?: string;
  readonly empty: { readonly sentence: string; readonly action?: ReactNode };
}

/** Runs of the workspace or of one suite, newest first, with a filter that is in the address. */
export function RunsTable({ empty, suiteId }: RunsTableProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const [{ status }, change] = useUrlSearch<{ readonly status?: string }>();
  const list = useRuns({ suite_id: suiteId, status: RUN_STATUSES.find((name) => name === status) });
  const columns = useRunColumns(suiteId);
  return (
    <>
      <StatusFilter
        label={t('field.status')}
        placeholder={t('everyStatus')}
        data={RUN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={(next) => change({ status: next })}
      />
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({ to: '/w/$workspace/evals/runs/$run', params: { workspace, run: id } } as never)
        }
        empty={status ? { sentence: t('noRunMatches') } : empty}
      />
    </>
  );
}

/** Columns of the runs of the workspace, or of those of one suite. */
function useRunColumns(suiteId: string | undefined): ResourceColumn<EvalRunSummary>[] {
  const { t } = useTranslation('evals');
  const first: ResourceColumn<EvalRunSummary> =
    suiteId === undefined
      ? {
          id: 'suite',
          header: t('field.suite'),
          cell: ({ suite_name }) => (
            <Text size="sm" fw={500} dir="auto" lineClamp={2}>
              {suite_name}
            </Text>
          ),
        }
      : {
          id: 'started',
          header: t('field.started'),
          cell: ({ created_at }) => (
            <Text size="sm" fw={500} span>
              <TimeText at={created_at} />
            </Text>
          ),
        };
  return [
    first,
    {
      id: 'status',
      header: t('field.status'),
      cell: (run) => <StateBadge state={RUN_BADGES[run.status]} label={t(`status.${run.status}`)} />,
    },
    {
      id: 'answers',
      header: t('field.answers'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ done, total }) => (
        <>
          <CountText n={done} /> / <CountText n={total} />
        </>
      ),
    },
    {
      id: 'pass',
      header: t('figure.passRate'),
      align: 'end',
      cell: ({ pass_rate }) => <ShareText share={pass_rate} />,
    },
    {
      id: 'latency',
      header: t('figure.median'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ latency_p50_ms: ms }) => (ms === null ? '–' : <DurationText ms={ms} />),
    },
    {
      id: 'version',
      header: t('field.datasetVersion'),
      align: 'end',
      hideBelow: 'lg',
      cell: ({ dataset_version }) => <CountText n={dataset_version} />,
    },
    {
      id: 'cost',
      header: t('field.cost'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ cost_usd }) => (cost_usd === null ? '–' : <MoneyText usd={cost_usd} decimals={DECIMALS_OF_REQUESTS} />),
    },
    ...(suiteId === undefined
      ? [
          {
            id: 'started',
            header: t('field.started'),
            hideBelow: 'md' as const,
            cell: ({ created_at }: EvalRunSummary) => <TimeText at={created_at} />,
          },
        ]
      : []),
  ];
}
