import { Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { notify } from '../../ui/notify.js';
import { RowMenu } from '../../ui/row-menu.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { type AlertChannel, type AlertRule, useAlertActions } from './queries.js';

interface RuleColumnsProps {
  readonly channels: readonly AlertChannel[];
  readonly mayManage: (row: AlertRule) => boolean;
  readonly onEdit: (rule: AlertRule) => void;
  readonly onRemove: (rule: AlertRule) => void;
}

/** Columns of the rules, and the actions on each. */
export function useRuleColumns({
  channels,
  mayManage,
  onEdit,
  onRemove,
}: RuleColumnsProps): readonly ResourceColumn<AlertRule>[] {
  const { t } = useTranslation('alerts');
  const { updateRule } = useAlertActions(useWorkspace().id);
  const nameOfChannel = (id: string): string => channels.find((channel) => channel.id === id)?.name ?? id;
  const toggle = (rule: AlertRule): void =>
    void updateRule(rule.id, { enabled: !rule.enabled }).then(
      () => notify.success(t(rule.enabled ? 'done.disable' : 'done.enable')),
      notify.failure,
    );
  const actionsOf = (rule: AlertRule) => [
    { label: t('action.edit'), icon: IconPencil, onClick: () => onEdit(rule) },
    {
      label: t(rule.enabled ? 'action.disable' : 'action.enable'),
      icon: rule.enabled ? IconPlayerPause : IconPlayerPlay,
      onClick: () => toggle(rule),
    },
    { label: t('action.delete'), icon: IconTrash, onClick: () => onRemove(rule), danger: true },
  ];
  return [
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
          actions={mayManage(rule) && rule.source === 'database' ? actionsOf(rule) : []}
        />
      ),
    },
  ];
}
