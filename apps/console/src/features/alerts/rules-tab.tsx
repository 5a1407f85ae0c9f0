import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { type AlertRule, useAlertActions, useAlertChannels, useAlertRules } from './queries.js';
import { useRuleColumns } from './rule-columns.js';
import { RuleDrawers } from './rule-drawers.js';
import { useMayManage } from './use-may-manage.js';

/** Conditions that are watched. */
export function RulesTab(): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [, change] = useUrlSearch<AlertsSearch>();
  const list = useAlertRules(workspaceId);
  const channels = useAlertChannels(workspaceId);
  const { removeRule } = useAlertActions(workspaceId);
  const mayCreate = useSession().can('gateway.teamalerts.manage', workspaceId);
  const mayManage = useMayManage();
  const [removed, setRemoved] = useState<AlertRule>();
  const button = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createRule')}
    </Button>
  );
  const columns = useRuleColumns({
    channels: channels.rows,
    mayManage,
    onEdit: ({ id }) => change({ open: id }, { push: true }),
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
        empty={{ sentence: t('empty.rules'), action: button }}
      />
      <RuleDrawers rows={list.rows} channels={channels.rows} mayCreate={mayCreate} mayManage={mayManage} />
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('delete.title', { name: removed?.name })}
        consequence={t('delete.rule')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await removeRule(removed?.id ?? '');
          setRemoved(undefined);
          notify.success(t('done.delete'));
        }}
      />
    </>
  );
}
