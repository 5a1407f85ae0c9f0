import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { StateBadge } from '../../ui/state-badge.js';
import { RowName } from '../../ui/table/row-name.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { ChannelForm } from './channel-form.js';
import { newChannel, toChannelBody, toChannelValues } from './channel-values.js';
import { type AlertChannel, useAlertActions, useAlertChannels } from './queries.js';

const HIDDEN = ['url', 'secret', 'routing_key'];

/** Receivers of alerts. Addresses are typed here and never shown again. */
export function ChannelsTab(): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [{ open }, change] = useUrlSearch<AlertsSearch>();
  const list = useAlertChannels(workspaceId);
  const actions = useAlertActions(workspaceId);
  const { can } = useSession();
  const mayManage = can('gateway.teamalerts.manage', workspaceId);
  const [removed, setRemoved] = useState<AlertChannel>();
  const [secret, setSecret] = useState<string>();
  const edited = list.rows.find(({ id }) => id === open);
  const close = (): void => change({ open: undefined });
  const button = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createChannel')}
    </Button>
  );
  const test = (channel: AlertChannel): void =>
    void actions.testChannel(channel.id).then(() => {
      notify.success(t('done.test'));
      change({ tab: 'deliveries', open: undefined }, { push: true });
    }, notify.failure);
  const changesOf = (channel: AlertChannel) => [
    { label: t('action.edit'), icon: IconPencil, onClick: () => change({ open: channel.id }, { push: true }) },
    { label: t('action.delete'), icon: IconTrash, onClick: () => setRemoved(channel), danger: true },
  ];
  const validate = { name: (name: string) => (name.trim() === '' ? t('required.name') : null) };
  return (
    <>
      <Group justify="flex-end" mb="md">
        {button}
      </Group>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'name',
            header: t('field.name'),
            cell: ({ hint, kind, name, source }) => (
              <>
                <RowName name={name} mark={source === 'config' && <ConfigLock />} />
                <Text size="xs" c="dimmed">
                  {t(`channel.${kind}`)} · {hint}
                </Text>
              </>
            ),
          },
          {
            id: 'quiet',
            header: t('field.quiet'),
            cell: ({ quiet_hours: quiet }) =>
              quiet === null ? t('never') : `${quiet.from}–${quiet.to} ${quiet.timezone}`,
            hideBelow: 'md',
          },
          {
            id: 'state',
            header: t('field.state'),
            cell: ({ enabled }) => <StateBadge state={enabled ? 'ok' : 'off'} label={t(enabled ? 'on' : 'off')} />,
            hideBelow: 'sm',
          },
          {
            id: 'actions',
            header: '',
            align: 'end',
            cell: (channel) => (
              <RowMenu
                label={t('actionsOf', { name: channel.name })}
                actions={
                  mayManage
                    ? [
                        { label: t('action.test'), icon: IconSend, onClick: () => test(channel) },
                        ...(channel.source === 'database' ? changesOf(channel) : []),
                      ]
                    : []
                }
              />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty.channels'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && mayManage}
        title={t('action.createChannel')}
        onClose={close}
        draftKey={`alert-channel:${workspaceId}:new`}
        secrets={HIDDEN}
        row={undefined}
        initialValues={newChannel()}
        validate={validate}
        submitLabel={t('action.createChannel')}
        onSubmit={async (values) => {
          const made = await actions.createChannel(toChannelBody(values, true));
          close();
          notify.success(t('done.createChannel'));
          if (made.secret !== null) setSecret(made.secret);
        }}
      >
        {(form) => (
          <ChannelForm
            form={form}
            isNew
            canWiden={can('gateway.alerts.manage')}
            mustChooseTeam={!can('gateway.alerts.manage', workspaceId)}
          />
        )}
      </FormDrawer>
      <FormDrawer
        key={edited?.id}
        opened={edited !== undefined && mayManage}
        title={t('edit', { name: edited?.name })}
        onClose={close}
        secrets={HIDDEN}
        row={edited}
        initialValues={edited === undefined ? newChannel() : toChannelValues(edited)}
        validate={validate}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          const made = await actions.updateChannel(edited?.id ?? '', toChannelBody(values, false));
          close();
          notify.success(t('done.save'));
          if (made.secret !== null) setSecret(made.secret);
        }}
      >
        {(form) => <ChannelForm form={form} isNew={false} canWiden={false} mustChooseTeam={false} />}
      </FormDrawer>
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
