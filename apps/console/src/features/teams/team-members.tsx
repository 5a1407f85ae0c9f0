import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findPeople } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { NameText } from '../../ui/name-text.js';
import { notify } from '../../ui/notify.js';
import { SearchSelect } from '../../ui/search-select.js';
import { TimeText } from '../../ui/time-text.js';
import { type Team, useTeamActions, useTeamMembers } from './queries.js';

/** The people of a team. */
export function TeamMembers({ team }: { readonly team: Team }): ReactNode {
  const { t } = useTranslation('teams');
  const { can } = useSession();
  const { data, error, refetch } = useTeamMembers(team.id, can('gateway.teams.read'));
  const { removeMember } = useTeamActions();
  const [removed, setRemoved] = useState<string>();
  const canManage = can('gateway.teammembers.manage');
  if (!can('gateway.teams.read')) return null;
  return (
    <Stack gap={8}>
      <Title order={3} size="h5">
        {t('members')}
      </Title>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noMembers')}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Table>
          <Table.Tbody>
            {data.data.map(({ user, user_id, created_at }) => (
              <Table.Tr key={user_id}>
                <Table.Td>
                  <NameText id={user_id} name={user} />
                  <Text size="xs" c="dimmed">
                    {t('since')} <TimeText at={created_at} />
                  </Text>
                </Table.Td>
                {canManage && (
                  <Table.Td ta="end">
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconTrash size={14} aria-hidden />}
                      onClick={() => setRemoved(user_id)}
                    >
                      {t('action.removeMember')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {canManage && can('org.members.read') && <AddMember team={team} />}
      <ConfirmRow
        row={removed}
        title={t('removeMember.title')}
        consequence={t('removeMember.text')}
        confirmLabel={t('action.removeMember')}
        danger
        done={t('done.removeMember')}
        onConfirm={(id) => removeMember(team.id, id)}
        onEnd={() => setRemoved(undefined)}
      />
    </Stack>
  );
}

function AddMember({ team }: { readonly team: Team }): ReactNode {
  const { t } = useTranslation('teams');
  const { addMember } = useTeamActions();
  const [person, setPerson] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    try {
      await addMember(team.id, person ?? '');
      setPerson(null);
      notify.success(t('done.addMember'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <Group align="end" gap={8}>
      <div style={{ flex: '1 1 200px' }}>
        <SearchSelect
          label={t('field.person')}
          queryKey={['people']}
          load={findPeople}
          value={person}
          onChange={setPerson}
          clearable
        />
      </div>
      <Button variant="default" disabled={person === null} onClick={() => void add()}>
        {t('action.addMember')}
      </Button>
    </Group>
  );
}
