import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { StatusFilter } from '../../ui/table/status-filter.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { useRuns, type Workflow } from './queries.js';
import { BADGES, RUN_STATUSES } from './run-state.js';
import { RunView } from './run-view.js';
import type { WorkflowSearch } from './workflow-search.js';

interface RunsPanelProps {
  readonly workflow: Workflow;
  readonly mayRun: boolean;
}

/** The runs of a workflow, newest first. */
export function RunsPanel({ mayRun, workflow }: RunsPanelProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [{ run, status }, change] = useUrlSearch<WorkflowSearch>();
  const list = useRuns(
    workflow.id,
    RUN_STATUSES.find((name) => name === status),
  );
  return (
    <>
      <StatusFilter
        label={t('field.status')}
        placeholder={t('everyStatus')}
        data={RUN_STATUSES.map((value) => ({ value, label: t(`runStatus.${value}`) }))}
        value={status}
        onChange={(next) => change({ status: next })}
      />
      <ResourceTable
        {...list}
        columns={[
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
            cell: (row) => <StateBadge state={BADGES[row.status]} label={t(`runStatus.${row.status}`)} />,
          },
          {
            id: 'version',
            header: t('field.version'),
            hideBelow: 'sm',
            cell: ({ dry_run, version }) => (dry_run || version === null ? t('dryRun') : t('versionOf', { version })),
          },
          { id: 'trigger', header: t('field.trigger'), hideBelow: 'sm', cell: (row) => t(`trigger.${row.trigger}`) },
          {
            id: 'by',
            header: t('field.by'),
            hideBelow: 'md',
            cell: ({ started_by }) => <span dir="auto">{started_by}</span>,
          },
        ]}
        getRowId={({ id }) => id}
        onOpen={({ id }) => change({ run: id }, { push: true })}
        empty={{ sentence: status ? t('noMatch') : t('noRuns') }}
      />
      <DetailDrawer
        opened={run !== undefined}
        title={t('runOf', { name: workflow.name })}
        onClose={() => change({ run: undefined })}
        size={900}
      >
        {run !== undefined && <RunView key={run} workflow={workflow} runId={run} mayRun={mayRun} />}
      </DetailDrawer>
    </>
  );
}
