import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { useChannelColumns } from './channel-columns.js';
import { ChannelDrawers } from './channel-drawers.js';
import { type AlertChannel, useAlertActions, useAlertChannels } from './queries.js';
import { useMayManage } from './use-may-manage.js';

/** Receivers of alerts. Addresses are typed here and never shown again. */
export function ChannelsTab(): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [, change] = useUrlSearch<AlertsSearch>();
  const list = useAlertChannels(workspaceId);
  const actions = useAlertActions(workspaceId);
  const mayCreate = useSession().can('gateway.teamalerts.manage', workspaceId);
  const mayManage = useMayManage();
  const [removed, setRemoved] = useState<AlertChannel>();
  const [secret, setSecret] = useState<string>();
  const button = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createChannel')}
    </Button>
  );
  const test = (channel: AlertChannel): void =>
    void actions.testChannel(channel.id).then(() => {
      notify.success(t('done.test'));
      change({ tab: 'deliveries', open: undefined }, { push: true });
    }, notify.failure);
  const columns = useChannelColumns({
    mayManage,
    onEdit: ({ id }) => change({ open: id }, { push: true }),
    onTest: test,
    onRemove: setRemoved,
  });
  return (
    <>
      <Group justify="flex-end" mb="md">
        {button}
      </Group>
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty.channels'), action: button }}
      />
      <ChannelDrawers rows={list.rows} mayCreate={mayCreate} mayManage={mayManage} onSecret={setSecret} />
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('delete.title', { name: removed?.name })}
        consequence={t('delete.channel')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await actions.removeChannel(removed?.id ?? '');
          setRemoved(undefined);
          notify.success(t('done.delete'));
        }}
      />
      {secret !== undefined && (
        <SecretOnce secret={secret} label={t('field.secret')} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
