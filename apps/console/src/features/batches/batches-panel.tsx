import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceTable } from '../../ui/resource-table.js';
import { TimeText } from '../../ui/time-text.js';
import { type Batch, useBatches } from './queries.js';
import { RequestProgress, StatusText } from './status-text.js';

interface PanelProps {
  readonly workspaceId: string;
  readonly onOpen: (id: string) => void;
  /** The button that makes the first one. */
  readonly action: ReactNode;
}

export function BatchesPanel({ action, onOpen, workspaceId }: PanelProps): ReactNode {
  const { t } = useTranslation('batches');
  return (
    <ResourceTable<Batch>
      {...useBatches(workspaceId)}
      columns={[
        { id: 'id', header: t('field.id'), cell: ({ id }) => <code>{id}</code> },
        { id: 'status', header: t('field.status'), cell: ({ status }) => <StatusText status={status} /> },
        {
          id: 'requests',
          header: t('field.requests'),
          cell: ({ request_counts: counts }) => <RequestProgress counts={counts} />,
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
          cell: ({ created_at: at }) => <TimeText at={new Date(at * 1000).toISOString()} />,
          hideBelow: 'md',
        },
      ]}
      getRowId={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={{ sentence: t('empty.batches'), action }}
    />
  );
}
