import { Button, Group, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { describeDevice } from './describe-device.js';
import { type MySession, useMySessionActions, useMySessions } from './queries.js';

/** Sessions of the person. */
export default function SessionsPage(): ReactNode {
  const { t } = useTranslation('me');
  const list = useMySessions();
  const { endOthers } = useMySessionActions();
  const [isAsking, setAsking] = useState(false);
  const columns = useSessionColumns();
  const others = list.rows.length > 1 && (
    <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={() => setAsking(true)}>
      {t('sessions.endOthers')}
    </Button>
  );
  return (
    <Page title={t('sessions.title')} description={t('sessions.description')} actions={others}>
      <ResourceTable {...list} columns={columns} getRowId={({ id }) => id} empty={{ sentence: t('sessions.empty') }} />
      <ConfirmDialog
        opened={isAsking}
        title={t('sessions.confirm')}
        consequence={t('sessions.consequence')}
        confirmLabel={t('sessions.endOthers')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await endOthers();
          setAsking(false);
          notify.success(t('sessions.ended'));
        }}
      />
    </Page>
  );
}

function useSessionColumns(): ResourceColumn<MySession>[] {
  const { t } = useTranslation('me');
  const { end } = useMySessionActions();
  const endOne = async (id: string): Promise<void> => {
    try {
      await end(id);
      notify.success(t('sessions.ended'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return [
    {
      id: 'started',
      header: t('sessions.started'),
      cell: ({ created_at: at, current }) => (
        <Group gap={8}>
          <TimeText at={at} />
          {current && <StateBadge state="ok" label={t('sessions.current')} />}
        </Group>
      ),
    },
    {
      id: 'device',
      header: t('sessions.device'),
      cell: ({ user_agent: agent }) => (
        <Text size="sm" dir="auto" title={agent ?? undefined} lineClamp={2}>
          {agent === null ? t('sessions.unknown') : describeDevice(agent)}
        </Text>
      ),
    },
    {
      id: 'address',
      header: t('sessions.address'),
      cell: ({ address }) => (
        <Text size="sm" ff="monospace" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {address ?? t('sessions.unknown')}
        </Text>
      ),
      hideBelow: 'sm',
    },
    {
      id: 'seen',
      header: t('sessions.seen'),
      cell: ({ last_seen_at: at }) => <TimeText at={at} />,
      hideBelow: 'md',
    },
    {
      id: 'ends',
      header: t('sessions.ends'),
      cell: ({ expires_at: at }) => <TimeText at={at} />,
      hideBelow: 'lg',
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: ({ id, current }) =>
        current ? (
          <Text size="sm" c="dimmed">
            {t('sessions.here')}
          </Text>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => void endOne(id)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
}
