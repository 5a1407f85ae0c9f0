import { NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CacheValues } from './cache-values.js';

const MOST_TURNS = 5;

/** Fields of the mode that compares questions by their meaning; the mode alone while it is another one. */
export function SemanticFields({
  form,
}: {
  readonly form: UseFormReturnType<CacheValues & Record<string, unknown>>;
}): ReactNode {
  const { t } = useTranslation('cache');
  const { mode, shared_by: sharedBy } = form.values;
  return (
    <Stack gap={16}>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t('field.mode')}
        </Text>
        <SegmentedControl
          aria-label={t('field.mode')}
          data={(['exact', 'semantic'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          {...form.getInputProps('mode')}
          value={mode}
        />
        <Text size="xs" c="dimmed">
          {t(`hint.${mode}`)}
        </Text>
      </Stack>
      {mode === 'semantic' && (
        <>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('field.shared_by')}
            </Text>
            <SegmentedControl
              aria-label={t('field.shared_by')}
              data={(['caller', 'team'] as const).map((value) => ({ value, label: t(`sharedBy.${value}`) }))}
              {...form.getInputProps('shared_by')}
              value={sharedBy}
            />
            <Text size="xs" c="dimmed">
              {t('hint.sharedBy')}
            </Text>
          </Stack>
          <TextInput
            label={t('field.embedding_model')}
            description={t('hint.embeddingModel')}
            maxLength={512}
            {...form.getInputProps('embedding_model')}
          />
          <NumberInput
            label={t('field.threshold')}
            description={t('hint.threshold')}
            min={0}
            max={1}
            step={0.05}
            decimalScale={3}
            {...form.getInputProps('threshold')}
          />
          <NumberInput
            label={t('field.turns')}
            description={t('hint.turns')}
            min={1}
            max={MOST_TURNS}
            allowDecimal={false}
            {...form.getInputProps('turns')}
          />
        </>
      )}
    </Stack>
  );
}
