import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findTeams } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { ExpiryInput } from '../../ui/expiry-input.js';
import { KeyScopeInput } from '../../ui/key-scope-input.js';
import { LimitInput } from '../../ui/limit-input.js';
import { PriorityInput, QueueInputs } from '../../ui/queue-inputs.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { KeyValues } from './key-values.js';
import { useOwners } from './queries.js';

interface KeyFormProps {
  readonly form: UseFormReturnType<KeyValues>;
  readonly isNew: boolean;
}

/** The fields of a key. Fixed fields are shown for a new key only. */
export function KeyForm({ form, isNew }: KeyFormProps): ReactNode {
  const { t } = useTranslation('keys');
  const roles = (['member', 'editor', 'admin'] as const).map((role) => ({ value: role, label: t(`role.${role}`) }));
  return (
    <Stack gap={16}>
      <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      {isNew && <NewKeyFields form={form} />}
      <Select
        label={t('field.role')}
        description={t('hint.role')}
        data={roles}
        allowDeselect={false}
        {...form.getInputProps('role')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <LimitInput label={t('field.rpm')} {...form.getInputProps('rpm_limit')} />
        <LimitInput label={t('field.tpm')} {...form.getInputProps('tpm_limit')} />
        <LimitInput label={t('field.parallel')} {...form.getInputProps('max_parallel')} />
        <LimitInput label={t('field.budget')} prefix="$" decimals={6} {...form.getInputProps('budget_usd_monthly')} />
        <Select
          label={t('field.period')}
          allowDeselect={false}
          data={(['daily', 'weekly', 'monthly', 'never'] as const).map((value) => ({
            value,
            label: t(`period.${value}`),
          }))}
          {...form.getInputProps('budget_reset_period')}
        />
        {form.values.max_parallel > 0 && <QueueInputs {...form.getInputProps('queue')} value={form.values.queue} />}
        <PriorityInput name="priority" {...form.getInputProps('priority')} />
        <PriorityInput name="max_priority" {...form.getInputProps('max_priority')} />
      </SimpleGrid>
      <ExpiryInput label={t('field.expires')} {...form.getInputProps('expires_at')} />
    </Stack>
  );
}

function NewKeyFields({ form }: Pick<KeyFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('keys');
  const { can } = useSession();
  const seesPeople = can('org.members.read') && can('gateway.teams.read');
  const owners = useOwners(form.values.team, seesPeople);
  return (
    <>
      <SearchSelect
        label={t('field.team')}
        description={t('hint.team')}
        required
        queryKey={['teams']}
        load={findTeams}
        {...form.getInputProps('team')}
        onChange={(team) => form.setValues({ team, user_id: null })}
      />
      <KeyScopeInput {...form.getInputProps('workspace_id')} />
      {seesPeople && (
        <Select
          label={t('field.owner')}
          description={t('hint.owner')}
          placeholder={t('nobody')}
          clearable
          searchable
          disabled={form.values.team === null}
          data={owners.data ?? []}
          nothingFoundMessage={t('noMembers')}
          {...form.getInputProps('user_id')}
        />
      )}
    </>
  );
}
