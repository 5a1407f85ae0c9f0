import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LimitInput } from '../../ui/limit-input.js';
import { NamesInput } from '../../ui/names-input.js';
import { PriorityInput, QueueInputs } from '../../ui/queue-inputs.js';
import type { TeamValues } from './queries.js';

export function TeamForm({ form }: { readonly form: UseFormReturnType<TeamValues> }): ReactNode {
  const { t } = useTranslation('teams');
  return (
    <Stack gap={16}>
      <TextInput
        label={t('field.name')}
        description={t('hint.name')}
        required
        data-autofocus
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <NamesInput label={t('field.models')} description={t('hint.models')} {...form.getInputProps('allowed_models')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <LimitInput label={t('field.rpm')} {...form.getInputProps('rpm_limit')} />
        <LimitInput label={t('field.tpm')} {...form.getInputProps('tpm_limit')} />
        <LimitInput label={t('field.parallel')} {...form.getInputProps('max_parallel')} />
        <LimitInput label={t('field.budget')} {...form.getInputProps('token_budget_monthly')} />
        {form.values.max_parallel > 0 && <QueueInputs {...form.getInputProps('queue')} value={form.values.queue} />}
        <PriorityInput name="priority" {...form.getInputProps('priority')} />
        <PriorityInput name="max_priority" {...form.getInputProps('max_priority')} />
      </SimpleGrid>
    </Stack>
  );
}
