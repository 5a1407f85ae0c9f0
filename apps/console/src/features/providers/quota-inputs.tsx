import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuotaValues } from './quota-values.js';

interface QuotaInputsProps {
  readonly value: QuotaValues;
  onChange(value: QuotaValues): void;
}

const PRIORITIES = ['normal', 'high', 'critical'];

/** Inputs of the declared limits of a provider's keys; those of the reserve appear with a limit. */
export function QuotaInputs({ value, onChange }: QuotaInputsProps): ReactNode {
  const { t } = useTranslation(['providers', 'common']);
  const input = (name: 'rpm' | 'tpm' | 'percent', min: number, max?: number): ReactNode => (
    <NumberInput
      label={t(`quota.${name}`)}
      description={t(`quota.hint.${name}`)}
      min={min}
      {...(max !== undefined && { max })}
      allowDecimal={name === 'percent'}
      hideControls
      placeholder={t(`quota.empty.${name}`)}
      value={value[name]}
      onChange={(amount) => onChange({ ...value, [name]: typeof amount === 'number' ? amount : '' })}
    />
  );
  const hasLimit = value.rpm !== '' || value.tpm !== '';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} w="100%">
      {input('rpm', 1)}
      {input('tpm', 1)}
      {hasLimit && input('percent', 0, 99)}
      {hasLimit && value.percent !== '' && (
        <Select
          label={t('quota.priority')}
          description={t('quota.hint.priority')}
          allowDeselect={false}
          data={PRIORITIES.map((priority) => ({ value: priority, label: t(`common:queue.level.${priority}`) }))}
          value={value.priority}
          onChange={(priority) => onChange({ ...value, priority: priority ?? value.priority })}
        />
      )}
    </SimpleGrid>
  );
}
