import { Input, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toIsoTime, toLocalInput } from '../../ui/local-time.js';
import type { RaiseValues } from './rule-values.js';

interface RaiseFieldProps {
  /** Null: no raise. */
  readonly value: RaiseValues | null;
  readonly error: ReactNode;
  readonly onChange: (raise: RaiseValues | null) => void;
}

const NO_RAISE: RaiseValues = { amount: '', until: null, reason: '' };

/** Another amount until a time. */
export function RaiseField({ value, error, onChange }: RaiseFieldProps): ReactNode {
  const { t } = useTranslation('budget-rules');
  return (
    <Stack gap={8}>
      <Switch
        label={t('field.raise')}
        description={t('hint.raise')}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? NO_RAISE : null)}
      />
      {value !== null && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <NumberInput
              label={t('raise.amount')}
              required
              min={0}
              max={1e12}
              decimalScale={6}
              thousandSeparator=" "
              hideControls
              value={value.amount}
              onChange={(next) => onChange({ ...value, amount: next === '' ? '' : Number(next) })}
            />
            <TextInput
              type="datetime-local"
              label={t('raise.until')}
              required
              value={value.until === null ? '' : toLocalInput(value.until)}
              onChange={({ currentTarget }) => onChange({ ...value, until: toIsoTime(currentTarget.value) })}
            />
          </SimpleGrid>
          <TextInput
            label={t('raise.reason')}
            maxLength={500}
            dir="auto"
            value={value.reason}
            onChange={({ currentTarget }) => onChange({ ...value, reason: currentTarget.value })}
          />
          {error && <Input.Error role="alert">{error}</Input.Error>}
        </>
      )}
    </Stack>
  );
}
