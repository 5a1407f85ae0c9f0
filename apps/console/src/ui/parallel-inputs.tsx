import { NumberInput, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParallelValues } from './parallel-values.js';

interface ParallelInputsProps {
  readonly value: ParallelValues;
  onChange(value: ParallelValues): void;
}

/** Inputs of a limit of requests at the same time; those of its queue appear with the limit. */
export function ParallelInputs({ value, onChange }: ParallelInputsProps): ReactNode {
  const { t } = useTranslation('common');
  const input = (
    name: keyof ParallelValues,
    props: { readonly max?: number; readonly suffix?: string } = {},
  ): ReactNode => (
    <NumberInput
      label={t(`parallel.${name}`)}
      min={1}
      allowDecimal={false}
      hideControls
      placeholder={t(`parallel.empty.${name}`)}
      {...props}
      value={value[name]}
      onChange={(count) => onChange({ ...value, [name]: typeof count === 'number' ? count : '' })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={8} w="100%">
      {input('max_parallel')}
      {value.max_parallel !== '' && input('max_wait_ms', { max: 600_000, suffix: ' ms' })}
      {value.max_parallel !== '' && input('max_length', { max: 10_000 })}
    </SimpleGrid>
  );
}
