import { SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findAccounts, findKeys, findMembers, findModels, findPeople, findTeams } from '../../api/lookups.js';
import { LimitInput } from '../../ui/limit-input.js';
import { QueueInputs } from '../../ui/queue-inputs.js';
import { SearchSelect } from '../../ui/search-select.js';
import { CEILINGS, countersFor, type RateLimitValues, type Subject, subjectsFor } from './rate-limit-values.js';

interface RateLimitFormProps {
  readonly form: UseFormReturnType<RateLimitValues>;
  readonly workspaceId: string;
  readonly isNew: boolean;
  /** True if policies of the organization may be created. */
  readonly canWiden: boolean;
}

export function RateLimitForm(props: RateLimitFormProps): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { form, isNew } = props;
  return (
    <Stack gap={16}>
      <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      {isNew && <FixedFields {...props} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {CEILINGS.map((name) => (
          <LimitInput key={name} label={t(`ceiling.${name}`)} {...form.getInputProps(name)} />
        ))}
        {form.values.max_parallel > 0 && <QueueInputs {...form.getInputProps('queue')} value={form.values.queue} />}
      </SimpleGrid>
      {form.errors.ceilings && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {form.errors.ceilings}
        </Text>
      )}
      <Switch
        label={t('field.enabled')}
        description={t('hint.enabled')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

/** Fields that cannot be changed later. */
function FixedFields({ form, workspaceId, canWiden }: RateLimitFormProps): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { scope, subject } = form.values;
  const setSubject = (next: Subject): void => form.setValues({ subject: next, identity: null, applies_per: 'shared' });
  return (
    <>
      {canWiden && (
        <div>
          <Text size="sm" fw={500} mb={4} id="scope-of-limit">
            {t('field.scope')}
          </Text>
          <SegmentedControl
            aria-labelledby="scope-of-limit"
            value={scope}
            onChange={(value) => {
              form.setFieldValue('scope', value as typeof scope);
              setSubject('everybody');
            }}
            data={(['workspace', 'organization'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
          />
        </div>
      )}
      <Select
        label={t('field.subject')}
        allowDeselect={false}
        data={subjectsFor(scope).map((value) => ({ value, label: t(`subject.${value}`) }))}
        value={subject}
        onChange={(value) => setSubject((value ?? 'everybody') as Subject)}
      />
      {subject !== 'everybody' && (
        <SearchSelect
          key={subject}
          label={t(`subject.${subject}`)}
          required
          queryKey={['subjects', subject, scope, workspaceId]}
          load={(q) => findSubjects(subject, scope === 'organization' ? undefined : workspaceId, q)}
          {...form.getInputProps('identity')}
          error={form.errors.identity ?? form.errors[`${subject}_id`]}
        />
      )}
      <SearchSelect
        label={t('field.model')}
        placeholder={t('everyModel')}
        clearable
        queryKey={['models', workspaceId]}
        load={(q) => findModels(workspaceId, q)}
        {...form.getInputProps('model')}
      />
      <Select
        label={t('field.appliesPer')}
        description={t('hint.appliesPer')}
        allowDeselect={false}
        data={countersFor(subject).map((value) => ({ value, label: t(`appliesPer.${value}`) }))}
        {...form.getInputProps('applies_per')}
      />
    </>
  );
}

function findSubjects(subject: Exclude<Subject, 'everybody'>, workspaceId: string | undefined, q: string) {
  switch (subject) {
    case 'team':
      return findTeams(q);
    case 'user':
      return workspaceId === undefined ? findPeople(q) : findMembers(workspaceId, q);
    case 'service_account':
      return findAccounts(workspaceId ?? '', q);
    case 'api_key':
      return findKeys(workspaceId ?? '', q);
  }
}
