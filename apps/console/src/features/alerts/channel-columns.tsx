import { Text } from '@mantine/core';
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfigLock } from '../../ui/config-lock.js';
import { RowMenu } from '../../ui/row-menu.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import type { AlertChannel } from './queries.js';

interface ChannelColumnsProps {
  readonly mayManage: (row: AlertChannel) => boolean;
  readonly onEdit: (channel: AlertChannel) => void;
  readonly onTest: (channel: AlertChannel) => void;
  readonly onRemove: (channel: AlertChannel) => void;
}

/** Columns of the channels, and the actions on each. */
export function useChannelColumns({
  mayManage,
  onEdit,
  onTest,
  onRemove,
}: ChannelColumnsProps): readonly ResourceColumn<AlertChannel>[] {
  const { t } = useTranslation('alerts');
  const changesOf = (channel: AlertChannel) => [
    { label: t('action.edit'), icon: IconPencil, onClick: () => onEdit(channel) },
    { label: t('action.delete'), icon: IconTrash, onClick: () => onRemove(channel), danger: true },
  ];
  return [
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
      cell: ({ quiet_hours: quiet }) => (quiet === null ? t('never') : `${quiet.from}–${quiet.to} ${quiet.timezone}`),
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
            mayManage(channel)
              ? [
                  { label: t('action.test'), icon: IconSend, onClick: () => onTest(channel) },
                  ...(channel.source === 'database' ? changesOf(channel) : []),
                ]
              : []
          }
        />
      ),
    },
  ];
}
