import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { NameOf } from '../../ui/name-of.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { type Invite, useInviteActions, useInvites } from './queries.js';

const STATES = { pending: 'pending', accepted: 'ok', expired: 'off' } as const;

export function InviteList({ action }: { readonly action: ReactNode }): ReactNode {
  const { t } = useTranslation('people');
  const { can } = useSession();
  const list = useInvites();
  const { revoke } = useInviteActions();
  const [revoked, setRevoked] = useState<Invite>();
  return (
    <>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'email',
            header: t('field.email'),
            cell: ({ email }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {email}
              </Text>
            ),
          },
          {
            id: 'state',
            header: t('field.state'),
            cell: ({ status }) => <StateBadge state={STATES[status]} label={t(`inviteState.${status}`)} />,
          },
          { id: 'role', header: t('field.role'), cell: ({ role }) => t(`role.${role}`), hideBelow: 'sm' },
          {
            id: 'workspace',
            header: t('field.workspace'),
            cell: ({ workspace_id: id }) => (id === null ? '—' : <NameOf kind="workspace" id={id} />),
            hideBelow: 'md',
          },
          {
            id: 'expires',
            header: t('field.expires'),
            // An accepted invitation has no end any more.
            cell: ({ expires_at: at, status }) => (status === 'accepted' ? '—' : <TimeText at={at} />),
            hideBelow: 'md',
          },
          {
            id: 'actions',
            header: '',
            align: 'end',
            cell: (invite) => (
              <RowMenu
                label={t('actionsOf', { name: invite.email })}
                actions={
                  can('org.members.manage') && invite.status === 'pending'
                    ? [{ label: t('action.revoke'), icon: IconTrash, onClick: () => setRevoked(invite), danger: true }]
                    : []
                }
              />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t('noInvites'), action }}
      />
      <ConfirmRow
        row={revoked}
        title={t('revoke.title', { email: revoked?.email })}
        consequence={t('revoke.text')}
        confirmLabel={t('action.revoke')}
        danger
        done={t('done.revoke')}
        onConfirm={({ id }) => revoke(id)}
        onEnd={() => setRevoked(undefined)}
      />
    </>
  );
}
