import { Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NameInput } from '../../ui/name-input.js';

type Named = { name: string; description: string } & Record<string, unknown>;

/** The name and the description of a dataset. */
export function NameFields({ form }: { readonly form: UseFormReturnType<Named> }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      <Textarea
        label={t('field.description')}
        autosize
        maxLength={1000}
        dir="auto"
        {...form.getInputProps('description')}
      />
    </Stack>
  );
}
