import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useConnection, useConnectionActions } from './queries.js';
import type { McpServer } from './server-values.js';

/** One's own account at a server that wants one of each person: whether it is connected, and how to change that. */
export function AccountPanel({ server }: { readonly server: McpServer }): ReactNode {
  const { t } = useTranslation('mcp');
  const { data: connection, error, refetch } = useConnection(server.id);
  return (
    <section aria-label={t('account.title')}>
      <Title order={3} size="h5" mb={4}>
        {t('account.title')}
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {t('account.text')}
      </Text>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {connection === undefined && !error && <Skeleton h={32} />}
      {connection === null && <Unconnected server={server} />}
      {connection && <Connected server={server} since={connection.connected_at} />}
    </section>
  );
}

function Unconnected({ server }: { readonly server: McpServer }): ReactNode {
  const { t } = useTranslation('mcp');
  const { begin } = useConnectionActions(server.id);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const connect = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const address = new URL(await begin());
      // The service only answers addresses of the web. No other is opened, whatever a server made of it.
      if (!['https:', 'http:'].includes(address.protocol)) throw new TypeError('not an address of the web');
      // The page goes away: the button stays busy until then.
      location.assign(address);
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  };
  return (
    <>
      <Group gap={12}>
        <StateBadge state="off" label={t('account.off')} />
        <Button
          size="xs"
          loading={isBusy}
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => void connect()}
        >
          {t('account.connect')}
        </Button>
      </Group>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </>
  );
}

interface ConnectedProps {
  readonly server: McpServer;
  readonly since: string;
}

function Connected({ server, since }: ConnectedProps): ReactNode {
  const { t } = useTranslation('mcp');
  const { remove } = useConnectionActions(server.id);
  const [isAsked, setAsked] = useState(false);
  return (
    <Group gap={12}>
      <StateBadge state="ok" label={t('account.on')} />
      <Text size="sm" c="dimmed">
        <TimeText at={since} />
      </Text>
      <ActionButton icon={IconPlugConnectedX} onClick={() => setAsked(true)}>
        {t('account.disconnect')}
      </ActionButton>
      <ConfirmDialog
        opened={isAsked}
        title={t('account.ask', { name: server.name })}
        consequence={t('account.consequence')}
        confirmLabel={t('account.disconnect')}
        danger
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await remove();
          setAsked(false);
          notify.success(t('done.disconnect'));
        }}
      />
    </Group>
  );
}
