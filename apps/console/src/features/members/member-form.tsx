import { Alert, Anchor, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findPeople, findTeams } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { NameText } from '../../ui/name-text.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { MemberValues } from './member-values.js';
import type { Member } from './queries.js';

interface MemberFormProps {
  readonly form: UseFormReturnType<MemberValues>;
  /** The membership that is changed; undefined: a new one. */
  readonly member?: Member;
}

export function MemberForm({ form, member }: MemberFormProps): ReactNode {
  const { t } = useTranslation('members');
  const choice = form.values.team_choice;
  return (
    <Stack gap={16}>
      {member === undefined && <PersonField form={form} />}
      <Select
        label={t('field.role')}
        description={t(`hint.${form.values.role}`)}
        allowDeselect={false}
        data={(['viewer', 'editor', 'admin'] as const).map((value) => ({ value, label: t(`role.${value}`) }))}
        {...form.getInputProps('role')}
      />
      {member?.team_removed_at !== undefined && (
        <Alert color="orange" variant="light">
          {t('lost.long')}
        </Alert>
      )}
      <Radio.Group
        label={t('field.team')}
        description={t('hint.team')}
        value={choice}
        onChange={(value) => form.setFieldValue('team_choice', value as MemberValues['team_choice'])}
      >
        <Stack gap={8} mt={8}>
          {member !== undefined && (
            <Radio
              value="keep"
              label={
                member.team_id === null ? (
                  t(member.team_removed_at === undefined ? 'keep.none' : 'keep.lost')
                ) : (
                  <>
                    {t('keep.team')} <NameText id={member.team_id} name={member.team} />
                  </>
                )
              }
            />
          )}
          <Radio value="none" label={t('noTeam')} />
          <Radio value="team" label={t('ofTeam')} />
        </Stack>
      </Radio.Group>
      {choice === 'team' && (
        <SearchSelect
          label={t('field.whichTeam')}
          description={t('hint.whichTeam')}
          required
          queryKey={['teams']}
          load={findTeams}
          {...form.getInputProps('team')}
          error={form.errors.team ?? form.errors.team_id}
        />
      )}
    </Stack>
  );
}

/** Choice of a person; an id field for those who cannot list the people of the organization. */
function PersonField({ form }: Pick<MemberFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('members');
  const { can } = useSession();
  const workspace = useWorkspace();
  if (!can('org.members.read')) {
    return (
      <TextInput
        label={t('field.personId')}
        description={t('hint.personId')}
        required
        {...form.getInputProps('user_id')}
        value={form.values.user_id ?? ''}
      />
    );
  }
  return (
    <div>
      <SearchSelect
        label={t('field.person')}
        description={t('hint.person')}
        required
        queryKey={['people']}
        load={findPeople}
        {...form.getInputProps('user_id')}
      />
      {can('org.members.manage') && (
        <Anchor
          component={Link}
          size="sm"
          {...({ to: '/org/people', search: { open: 'invite', workspace: workspace.id } } as object)}
        >
          {t('invite')}
        </Anchor>
      )}
    </div>
  );
}
