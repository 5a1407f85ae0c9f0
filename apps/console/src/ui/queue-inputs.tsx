import { NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_QUEUE, type QueueValues } from './queue-values.js';

interface QueueInputsProps {
  /** Left out in drafts of an earlier version. */
  readonly value: QueueValues | undefined;
  readonly error?: ReactNode;
  onChange(value: QueueValues): void;
}

/** Inputs of the queue of a limit of requests at the same time. */
export function QueueInputs({ error, onChange, value = NO_QUEUE }: QueueInputsProps): ReactNode {
  const { t } = useTranslation('common');
  const input = (name: keyof QueueValues, max: number, suffix = ''): ReactNode => (
    <NumberInput
      label={t(`parallel.${name}`)}
      placeholder={t(`parallel.empty.${name}`)}
      min={1}
      max={max}
      suffix={suffix}
      allowDecimal={false}
      hideControls
      error={name === 'max_wait_ms' && error}
      value={value[name]}
      onChange={(count) => onChange({ ...value, [name]: typeof count === 'number' ? count : '' })}
    />
  );
  return (
    <>
      {input('max_wait_ms', 600_000, ' ms')}
      {input('max_length', 10_000)}
    </>
  );
}

const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const;

interface PriorityInputProps {
  readonly name: 'priority' | 'max_priority';
  readonly value?: string | null;
  readonly error?: ReactNode;
  onChange?(value: string | null): void;
}

/** Input of a priority in queues. Empty: as the team has it. */
export function PriorityInput({ error, name, onChange, value = null }: PriorityInputProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Select
      label={t(`queue.${name}`)}
      placeholder={t(`queue.empty.${name}`)}
      clearable
      data={PRIORITIES.map((each) => ({ value: each, label: t(`queue.level.${each}`) }))}
      error={error}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}
