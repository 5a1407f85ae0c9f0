import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BenchSection } from '../../ui/bench-section.js';
import { NameInput } from '../../ui/name-input.js';
import { EnabledField, ScopeField } from '../../ui/policy-fields.js';
import { type CustomEntity, ENTITIES, INPUTS, MOST_CUSTOM, OUTPUTS, type PiiValues } from './pii-values.js';

const PiiBench = lazy(() => import('./pii-bench.js'));

type Form = UseFormReturnType<PiiValues & Record<string, unknown>>;

interface PiiFormProps {
  readonly form: Form;
  readonly hasScope: boolean;
}

export function PiiForm({ form, hasScope }: PiiFormProps): ReactNode {
  const { t } = useTranslation('pii');
  const entities = form.getInputProps('entities');
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      {hasScope && <ScopeField {...form.getInputProps('scope')} value={form.values.scope} />}
      <MultiSelect
        label={t('field.entities')}
        data={ENTITIES.map((value) => ({ value, label: t(`entity.${value}`) }))}
        {...entities}
        value={[...form.values.entities]}
        clearable
      />
      <CustomEntities form={form} />
      <Select
        label={t('field.input')}
        description={t('hint.input')}
        allowDeselect={false}
        data={INPUTS.map((value) => ({ value, label: t(`input.${value}`) }))}
        {...form.getInputProps('input')}
      />
      <Select
        label={t('field.output')}
        description={t('hint.output')}
        allowDeselect={false}
        data={OUTPUTS.map((value) => ({ value, label: t(`output.${value}`) }))}
        {...form.getInputProps('output')}
      />
      <TextInput
        label={t('field.placeholder')}
        description={t('hint.placeholder')}
        maxLength={64}
        dir="ltr"
        {...form.getInputProps('placeholder')}
      />
      <Switch
        label={t('field.restore')}
        description={t('hint.restore')}
        {...form.getInputProps('restore', { type: 'checkbox' })}
      />
      <EnabledField value={form.values.enabled} onChange={form.getInputProps('enabled').onChange} />
      <BenchSection>
        <PiiBench policies={[{ ...form.values, id: 'form' }]} isOfForm />
      </BenchSection>
    </Stack>
  );
}

function CustomEntities({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation('pii');
  const rows = form.values.custom_entities;
  const write = (next: readonly CustomEntity[]): void => form.setFieldValue('custom_entities', next as never);
  const change = (index: number, part: Partial<CustomEntity>): void =>
    write(rows.map((row, each) => (each === index ? { ...row, ...part } : row)));
  return (
    <Fieldset legend={t('field.custom')}>
      <Stack gap={12}>
        <Text size="xs" c="dimmed">
          {t('hint.custom')}
        </Text>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their position, and fields hold no state
          <Group key={index} gap={8} align="end">
            <TextInput
              label={t('custom.name')}
              placeholder="employee_id"
              size="xs"
              maxLength={32}
              dir="ltr"
              style={{ flex: '1 1 120px' }}
              value={row.name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <TextInput
              label={t('custom.pattern')}
              placeholder="EMP-\d{6}"
              size="xs"
              maxLength={500}
              dir="ltr"
              style={{ flex: '2 1 160px' }}
              value={row.pattern}
              onChange={({ currentTarget }) => change(index, { pattern: currentTarget.value })}
            />
            <Checkbox
              size="xs"
              label={t('custom.ignoreCase')}
              pb={8}
              checked={row.ignore_case}
              onChange={({ currentTarget }) => change(index, { ignore_case: currentTarget.checked })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={2}
              aria-label={t('custom.remove', { name: row.name || index + 1 })}
              onClick={() => write(rows.filter((_, each) => each !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {form.errors.custom_entities && (
          <Text size="xs" c="red" role="alert">
            {form.errors.custom_entities}
          </Text>
        )}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={rows.length >= MOST_CUSTOM}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => write([...rows, { name: '', pattern: '', ignore_case: false }])}
        >
          {t('custom.add')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
