import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { DurationText } from '../../ui/duration-text.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../ui/money-text.js';
import { NameOf } from '../../ui/name-of.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { StatusFilter } from '../../ui/table/status-filter.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AgentSearch } from './agent-search.js';
import type { Agent } from './agent-values.js';
import { type AgentRunSummary, useRuns } from './queries.js';
import { RUN_BADGES, RUN_STATUSES } from './run-state.js';
import { RunView } from './run-view.js';

/** The runs of an agent that the person may see: their own, or all of them with the permission to approve. */
export function RunsPanel({ agent }: { readonly agent: Agent }): ReactNode {
  const { t } = useTranslation('agents');
  const [{ run, status }, change] = useUrlSearch<AgentSearch>();
  const list = useRuns(
    agent.id,
    RUN_STATUSES.find((name) => name === status),
  );
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
        columns={useRunColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => change({ run: id }, { push: true })}
        empty={{ sentence: status ? t('noMatch') : t('noRuns') }}
      />
      <DetailDrawer
        opened={run !== undefined}
        title={t('runOf', { name: agent.name })}
        onClose={() => change({ run: undefined })}
        size={760}
      >
        {run !== undefined && <RunView key={run} agent={agent} runId={run} />}
      </DetailDrawer>
    </>
  );
}

function useRunColumns(): readonly ResourceColumn<AgentRunSummary>[] {
  const { t } = useTranslation('agents');
  return [
    {
      id: 'created',
      header: t('field.started'),
      cell: ({ created_at }) => (
        <Text size="sm" fw={500} span>
          <TimeText at={created_at} />
        </Text>
      ),
    },
    {
      id: 'status',
      header: t('field.status'),
      cell: (row) => <StateBadge state={RUN_BADGES[row.status]} label={t(`status.${row.status}`)} />,
    },
    {
      id: 'version',
      header: t('field.version'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ version }) => <CountText n={version} />,
    },
    {
      id: 'by',
      header: t('field.by'),
      hideBelow: 'md',
      cell: ({ user_id, workspace_id }) =>
        user_id !== null && <NameOf kind="user" id={user_id} workspaceId={workspace_id} />,
    },
    {
      id: 'steps',
      header: t('field.steps'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ usage }) => <CountText n={usage.steps} />,
    },
    {
      id: 'cost',
      header: t('field.cost'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ usage }) =>
        usage.cost_usd === null ? '–' : <MoneyText usd={usage.cost_usd} decimals={DECIMALS_OF_REQUESTS} />,
    },
    {
      id: 'time',
      header: t('field.time'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ usage }) => <DurationText ms={usage.active_ms} />,
    },
  ];
}
