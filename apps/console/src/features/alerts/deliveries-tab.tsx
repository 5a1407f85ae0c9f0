import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { useAlertDeliveries } from './queries.js';

const STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;
const BADGES = { pending: 'pending', delivered: 'ok', failed: 'error', skipped: 'off' } as const;

/** Messages to channels, and what came of them. */
export function DeliveriesTab(): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [search, change] = useUrlSearch<AlertsSearch>();
  const status = STATUSES.find((name) => name === search.status);
  const list = useAlertDeliveries(workspaceId, { status });
  return (
    <>
      <FilterBar>
        <Select
          aria-label={t('filter.status')}
          placeholder={t('filter.status')}
          clearable
          w={200}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
          data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </FilterBar>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'title',
            header: t('field.message'),
            width: '45%',
            cell: ({ event, title }) => (
              <>
                <Text size="sm" fw={500} dir="auto" lang="en">
                  {title}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`event.${event}`)}
                </Text>
              </>
            ),
          },
          {
            id: 'channel',
            header: t('field.channel'),
            cell: ({ channel_kind: kind, channel_name: name }) => (
              <>
                <Text size="sm" dir="auto">
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`channel.${kind}`)}
                </Text>
              </>
            ),
            hideBelow: 'sm',
          },
          {
            id: 'status',
            header: t('field.status'),
            cell: ({ attempts, failure, status: now }) => (
              <>
                <StateBadge state={BADGES[now]} label={t(`status.${now}`)} />
                {failure !== null && (
                  <Text size="xs" c="dimmed" lang="en">
                    {failure} {t('attempts', { count: attempts })}
                  </Text>
                )}
              </>
            ),
          },
          {
            id: 'created',
            header: t('field.created'),
            cell: ({ created_at: at }) => <TimeText at={at} />,
            hideBelow: 'md',
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty.deliveries') }}
      />
    </>
  );
}
