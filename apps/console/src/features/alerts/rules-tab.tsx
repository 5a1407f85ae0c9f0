import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
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
import { StateBadge } from '../../ui/state-badge.js';
import { RowName } from '../../ui/table/row-name.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { type AlertRule, useAlertActions, useAlertChannels, useAlertRules } from './queries.js';
import { RuleForm } from './rule-form.js';
import { NEW_RULE, toRuleBody, toRuleValues } from './rule-values.js';

/** Conditions that are watched. */
export function RulesTab(): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [{ open }, change] = useUrlSearch<AlertsSearch>();
  const list = useAlertRules(workspaceId);
  const channels = useAlertChannels(workspaceId);
  const actions = useAlertActions(workspaceId);
  const { can } = useSession();
  const mayManage = can('gateway.teamalerts.manage', workspaceId);
  const [removed, setRemoved] = useState<AlertRule>();
  const edited = list.rows.find(({ id }) => id === open);
  const close = (): void => change({ open: undefined });
  const nameOfChannel = (id: string): string => channels.rows.find((channel) => channel.id === id)?.name ?? id;
  const button = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createRule')}
    </Button>
  );
  const toggle = (rule: AlertRule): void =>
    void actions
      .updateRule(rule.id, { enabled: !rule.enabled })
      .then(() => notify.success(t(rule.enabled ? 'done.disable' : 'done.enable')), notify.failure);
  const actionsOf = (rule: AlertRule) => [
    { label: t('action.edit'), icon: IconPencil, onClick: () => change({ open: rule.id }, { push: true }) },
    {
      label: t(rule.enabled ? 'action.disable' : 'action.enable'),
      icon: rule.enabled ? IconPlayerPause : IconPlayerPlay,
      onClick: () => toggle(rule),
    },
    { label: t('action.delete'), icon: IconTrash, onClick: () => setRemoved(rule), danger: true },
  ];
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
            cell: ({ kind, name, problem, source, workspace_id: place }) => (
              <>
                <RowName name={name} mark={source === 'config' && <ConfigLock />} />
                <Text size="xs" c="dimmed">
                  {t(`kind.${kind}`)} · {t(`scope.${place === null ? 'organization' : 'workspace'}`)}
                </Text>
                {problem !== null && (
                  <Text size="xs" c="var(--mantine-color-error)" lang="en">
                    {problem}
                  </Text>
                )}
              </>
            ),
          },
          {
            id: 'channels',
            header: t('field.channels'),
            cell: ({ channel_ids: ids }) => (ids.length === 0 ? t('inboxOnly') : ids.map(nameOfChannel).join(', ')),
            hideBelow: 'sm',
          },
          {
            id: 'state',
            header: t('field.state'),
            cell: ({ enabled }) => <StateBadge state={enabled ? 'ok' : 'off'} label={t(enabled ? 'on' : 'off')} />,
          },
          {
            id: 'actions',
            header: '',
            align: 'end',
            cell: (rule) => (
              <RowMenu
                label={t('actionsOf', { name: rule.name })}
                actions={mayManage && rule.source === 'database' ? actionsOf(rule) : []}
              />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty.rules'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && mayManage}
        title={t('action.createRule')}
        onClose={close}
        draftKey={`alert-rule:${workspaceId}:new`}
        row={undefined}
        initialValues={NEW_RULE}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
        submitLabel={t('action.createRule')}
        onSubmit={async (values) => {
          await actions.createRule(toRuleBody(values));
          close();
          notify.success(t('done.createRule'));
        }}
      >
        {(form) => (
          <RuleForm
            form={form}
            isNew
            workspaceId={workspaceId}
            channels={channels.rows}
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
        row={edited}
        initialValues={edited === undefined ? NEW_RULE : toRuleValues(edited)}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          const { kind: _kind, scope: _scope, team_id: _team, ...body } = toRuleBody(values);
          await actions.updateRule(edited?.id ?? '', body);
          close();
          notify.success(t('done.save'));
        }}
      >
        {(form) => (
          <RuleForm
            form={form}
            isNew={false}
            workspaceId={workspaceId}
            channels={channels.rows}
            canWiden={false}
            mustChooseTeam={false}
          />
        )}
      </FormDrawer>
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('delete.title', { name: removed?.name })}
        consequence={t('delete.rule')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await actions.removeRule(removed?.id ?? '');
          setRemoved(undefined);
          notify.success(t('done.delete'));
        }}
      />
    </>
  );
}
