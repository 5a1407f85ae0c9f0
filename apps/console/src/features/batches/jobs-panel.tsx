import { Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceTable } from '../../ui/resource-table.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { type Job, useJobs } from './queries.js';
import { StatusText } from './status-text.js';

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled', 'expired'];

interface PanelProps {
  readonly workspaceId: string;
  readonly onOpen: (id: string) => void;
}

export function JobsPanel({ onOpen, workspaceId }: PanelProps): ReactNode {
  const { t } = useTranslation('batches');
  const [search, setSearch] = useUrlState();
  const status = STATUSES.find((each) => each === search.status);
  return (
    <Stack gap={16}>
      <Select
        label={t('field.status')}
        placeholder={t('anyStatus')}
        clearable
        w={200}
        data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status ?? null}
        onChange={(value) => setSearch({ status: value ?? undefined }, { replace: true })}
      />
      <ResourceTable<Job>
        {...useJobs(workspaceId, status)}
        columns={[
          { id: 'id', header: t('field.id'), cell: ({ job_id: id }) => <code>{id}</code> },
          { id: 'status', header: t('field.status'), cell: (job) => <StatusText status={job.status} /> },
          {
            id: 'model',
            header: t('field.model'),
            cell: ({ model }) => <span dir="auto">{model}</span>,
            hideBelow: 'sm',
          },
          {
            id: 'endpoint',
            header: t('field.endpoint'),
            cell: ({ endpoint }) => <code>{endpoint}</code>,
            hideBelow: 'lg',
          },
          {
            id: 'created',
            header: t('field.created'),
            cell: ({ created_at: at }) => <TimeText at={at} />,
            hideBelow: 'md',
          },
        ]}
        getRowId={({ job_id: id }) => id}
        onOpen={({ job_id: id }) => onOpen(id)}
        empty={{ sentence: t(status === undefined ? 'empty.jobs' : 'empty.noMatch') }}
      />
    </Stack>
  );
}
