import { Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toIsoTime, toLocalInput } from './local-time.js';

const DAY_MS = 86_400_000;
const PRESET_DAYS = [7, 30, 90, 365];

export interface ExpiryInputProps {
  readonly label: string;
  readonly description?: string;
  /** A time in ISO form; null: never. */
  readonly value?: string | null;
  readonly onChange: (value: string | null) => void;
  readonly canBeNever?: boolean;
  /** The longest lifetime, in days. */
  readonly maxDays?: number;
  readonly error?: ReactNode;
}

/** Expiry: a preset, a date and time, or never. */
export function ExpiryInput(props: ExpiryInputProps): ReactNode {
  const {
    label,
    description,
    value = null,
    onChange,
    canBeNever = true,
    maxDays = Number.POSITIVE_INFINITY,
    error,
  } = props;
  const { t } = useTranslation('fields');
  const [choice, setChoice] = useState(value === null ? 'never' : 'custom');
  const days = PRESET_DAYS.filter((count) => count <= maxDays);
  const choose = (next: string | null): void => {
    if (next === null) return;
    setChoice(next);
    if (next === 'never') onChange(null);
    else if (next !== 'custom') onChange(new Date(Date.now() + Number(next) * DAY_MS).toISOString());
    else if (value === null) onChange(new Date(Date.now() + Math.min(30, maxDays) * DAY_MS).toISOString());
  };
  return (
    <Stack gap={8}>
      <Select
        label={label}
        description={description}
        error={choice === 'custom' ? undefined : error}
        value={choice}
        onChange={choose}
        allowDeselect={false}
        data={[
          ...(canBeNever ? [{ value: 'never', label: t('expiry.never') }] : []),
          ...days.map((count) => ({ value: String(count), label: t('expiry.days', { count }) })),
          { value: 'custom', label: t('expiry.custom') },
        ]}
      />
      {choice === 'custom' && (
        <TextInput
          type="datetime-local"
          aria-label={t('expiry.at', { label })}
          value={value === null ? '' : toLocalInput(value)}
          onChange={({ currentTarget }) => onChange(toIsoTime(currentTarget.value))}
          error={error}
        />
      )}
    </Stack>
  );
}
