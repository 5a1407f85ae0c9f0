import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANGED_PRICES, type ModelValues, type PriceChange } from './model-values.js';

const MOST_CHANGES = 24;

interface PriceChangesProps {
  readonly form: UseFormReturnType<ModelValues & Record<string, unknown>>;
}

/** Prices that hold from a later day on. */
export function PriceChanges({ form }: PriceChangesProps): ReactNode {
  const { t } = useTranslation('models');
  const { price_changes: changes } = form.values;
  const set = (next: readonly PriceChange[]): void => form.setFieldValue('price_changes', next as never);
  const change = (at: number, patch: Partial<PriceChange>): void =>
    set(changes.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <Stack gap={8} mt={24} role="group" aria-label={t('changes.title')}>
      <Text size="sm" fw={500}>
        {t('changes.title')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('changes.hint')}
      </Text>
      {changes.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change has no name, and its day is being typed.
        <Group key={index} gap={8} align="flex-end" wrap="wrap">
          <TextInput
            type="date"
            required
            label={t('changes.from')}
            value={each.from}
            onChange={({ currentTarget: { value } }) => change(index, { from: value })}
            w={150}
          />
          {CHANGED_PRICES.map((name) => (
            <NumberInput
              key={name}
              label={t(`price.${name}`)}
              prefix="$"
              min={0}
              decimalScale={8}
              hideControls
              value={each[name] ?? ''}
              onChange={(price) => change(index, { [name]: typeof price === 'number' ? price : undefined })}
              w={130}
            />
          ))}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('changes.remove', { day: each.from })}
            onClick={() => set(changes.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {changes.length < MOST_CHANGES && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set([...changes, { ...form.values.prices, from: firstOfNextMonth() }])}
          >
            {t('changes.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The first day of the next month of UTC. */
function firstOfNextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
