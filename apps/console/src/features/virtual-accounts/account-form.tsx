import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findModels, findProviderNames } from '../../api/lookups.js';
import { NamesInput } from '../../ui/names-input.js';
import type { AccountValues } from './account-values.js';

export function AccountForm({
  form,
  workspaceId,
}: {
  readonly form: UseFormReturnType<AccountValues>;
  readonly workspaceId: string;
}): ReactNode {
  const { t } = useTranslation('virtual-accounts');
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
      <NamesInput
        label={t('field.models')}
        source={{ queryKey: ['models', workspaceId], load: (text) => findModels(workspaceId, text) }}
        {...form.getInputProps('allowed_models')}
      />
      <NamesInput
        label={t('field.providers')}
        source={{ queryKey: ['provider-names', workspaceId], load: (text) => findProviderNames(workspaceId, text) }}
        {...form.getInputProps('allowed_providers')}
      />
      <Select
        label={t('field.knowledge')}
        description={t('hint.knowledge')}
        allowDeselect={false}
        data={(['viewer', 'editor'] as const).map((value) => ({ value, label: t(`knowledge.${value}`) }))}
        {...form.getInputProps('role')}
      />
    </Stack>
  );
}
