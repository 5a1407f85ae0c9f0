import { NumberInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExpiryInput } from '../../ui/expiry-input.js';
import type { TokenValues } from './account-values.js';

export function TokenForm({ form }: { readonly form: UseFormReturnType<TokenValues> }): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const days = form.values.rotate_every_days;
  return (
    <Stack gap={16}>
      <TextInput label={t('field.tokenName')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      <ExpiryInput label={t('field.expires')} {...form.getInputProps('expires_at')} />
      <NumberInput
        label={t('field.rotateEvery')}
        description={t('hint.rotateEvery')}
        placeholder={t('noSchedule')}
        min={1}
        max={3650}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('rotate_every_days')}
        value={days === 0 ? '' : days}
        onChange={(value) => form.setFieldValue('rotate_every_days', Number(value) || 0)}
      />
    </Stack>
  );
}
