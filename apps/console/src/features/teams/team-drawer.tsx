import { Group, Stack } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { type Team, useTeam, useTeamActions, valuesOfTeam } from './queries.js';
import { TeamForm } from './team-form.js';
import { TeamMembers } from './team-members.js';

/** A team with its limits and its people. */
export function TeamDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('teams');
  const { can } = useSession();
  const { data: team, error, refetch } = useTeam(id);
  const limit = (n: number): ReactNode => (n === 0 ? t('unlimited') : <CountText n={n} />);
  return (
    <DetailDrawer opened title={team?.name ?? t('title')} onClose={onClose}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {team && (
        <Stack gap={16}>
          {team.source === 'config' && <ConfigLock />}
          {team.source === 'database' && can('gateway.teams.manage') && <TeamButtons team={team} onClose={onClose} />}
          <FactList
            facts={[
              {
                label: t('field.models'),
                value: team.allowed_models === null ? t('allModels') : team.allowed_models.join(', ') || t('noModels'),
              },
              { label: t('field.rpm'), value: limit(team.rpm_limit) },
              { label: t('field.tpm'), value: limit(team.tpm_limit) },
              { label: t('field.parallel'), value: limit(team.max_parallel) },
              { label: t('field.budget'), value: limit(team.token_budget_monthly) },
              { label: t('field.created'), value: <TimeText at={team.created_at} /> },
              { label: t('field.id'), value: <IdText id={team.id} /> },
            ]}
          />
          <TeamMembers team={team} />
        </Stack>
      )}
    </DetailDrawer>
  );
}

function TeamButtons({ team, onClose }: { readonly team: Team; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('teams');
  const { update, remove } = useTeamActions();
  const [intent, setIntent] = useState<'edit' | 'remove'>();
  const { id, name } = team;
  return (
    <Group gap={8}>
      <ActionButton icon={IconPencil} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </ActionButton>
      <ActionButton icon={IconTrash} c="red" onClick={() => setIntent('remove')}>
        {t('action.delete')}
      </ActionButton>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name })}
        onClose={() => setIntent(undefined)}
        draftKey={`team:${id}`}
        row={team}
        initialValues={valuesOfTeam(team)}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await update(id, values);
          setIntent(undefined);
          notify.success(t('done.save'));
        }}
      >
        {(form) => <TeamForm form={form} />}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('remove.title', { name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.delete')}
        danger
        onClose={() => setIntent(undefined)}
        onConfirm={async () => {
          await remove(id);
          onClose();
          notify.success(t('done.remove'));
        }}
      />
    </Group>
  );
}
