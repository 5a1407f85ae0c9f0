import { Accordion, NumberInput, Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ParallelInputs } from '../../ui/parallel-inputs.js';
import { SearchSelect } from '../../ui/search-select.js';
import { MEDIA_PRICES, type ModelValues, TOKEN_PRICES, TYPES } from './model-values.js';
import { PriceChanges } from './price-changes.js';
import { findProviders } from './queries.js';
import { UpstreamInput } from './upstream-input.js';

type Form = UseFormReturnType<ModelValues & Record<string, unknown>>;

interface ModelFormProps {
  readonly form: Form;
  readonly workspaceId: string;
  /** The names of providers that are known already. */
  readonly providers: ReadonlyMap<string, string>;
}

export function ModelForm({ form, workspaceId, providers }: ModelFormProps): ReactNode {
  const { t } = useTranslation('models');
  const { provider_id: id } = form.values;
  const selected = id === null ? undefined : { value: id, label: providers.get(id) ?? id };
  return (
    <Stack gap={16}>
      <SearchSelect
        key={selected?.label}
        label={t('field.provider')}
        required
        queryKey={['providers', workspaceId]}
        load={(text) => findProviders(workspaceId, text)}
        {...(selected && { selected })}
        {...form.getInputProps('provider_id')}
        value={id}
      />
      <UpstreamInput form={form} />
      <TextInput
        label={t('field.name')}
        description={t('hint.name')}
        required
        maxLength={512}
        dir="auto"
        {...form.getInputProps('logical_name')}
      />
      <Select
        label={t('field.type')}
        allowDeselect={false}
        data={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.getInputProps('type')}
      />
      <TagsInput
        label={t('field.aliases')}
        description={t('hint.aliases')}
        {...form.getInputProps('aliases')}
        value={[...form.values.aliases]}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {TOKEN_PRICES.slice(0, 2).map((name) => (
          <Price key={name} form={form} group="prices" name={name} />
        ))}
      </SimpleGrid>
      <Accordion variant="default" chevronPosition="left" order={3} multiple>
        <Accordion.Item value="prices">
          <Accordion.Control>{t('section.prices')}</Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
              {TOKEN_PRICES.slice(2).map((name) => (
                <Price key={name} form={form} group="prices" name={name} />
              ))}
              {MEDIA_PRICES.map((name) => (
                <Price key={name} form={form} group="media_prices" name={name} />
              ))}
            </SimpleGrid>
            <PriceChanges form={form} />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="abilities">
          <Accordion.Control>{t('section.abilities')}</Accordion.Control>
          <Accordion.Panel>
            <Abilities form={form} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

interface PriceProps {
  readonly form: Form;
  readonly group: 'prices' | 'media_prices';
  readonly name: string;
}

function Price({ form, group, name }: PriceProps): ReactNode {
  const { t } = useTranslation('models');
  const prices = form.values[group] as Readonly<Record<string, number | undefined>>;
  return (
    <NumberInput
      label={t(`price.${name}`)}
      prefix="$"
      min={0}
      decimalScale={8}
      hideControls
      placeholder={t('price.none')}
      value={prices[name] ?? ''}
      onChange={(price) =>
        form.setFieldValue(group, { ...prices, [name]: typeof price === 'number' ? price : undefined } as never)
      }
    />
  );
}

function Abilities({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation('models');
  const flag = (name: 'structured_output' | 'beyond_reference'): ReactNode => (
    <Select
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      clearable
      placeholder={t('byKind')}
      data={['true', 'false'].map((value) => ({ value, label: t(`boolean.${value}`) }))}
      value={form.values[name]?.toString() ?? null}
      onChange={(value) => form.setFieldValue(name, (value === null ? null : value === 'true') as never)}
    />
  );
  return (
    <Stack gap={16}>
      <NumberInput
        label={t('field.context')}
        min={1}
        allowDecimal={false}
        thousandSeparator=" "
        hideControls
        placeholder={t('unknown')}
        {...form.getInputProps('context_window')}
      />
      <ParallelInputs
        value={form.values.parallel}
        onChange={(parallel) => form.setFieldValue('parallel', parallel as never)}
      />
      <TagsInput
        label={t('field.drop')}
        description={t('hint.drop')}
        {...form.getInputProps('drop')}
        value={[...form.values.drop]}
      />
      <TagsInput
        label={t('field.efforts')}
        description={t('hint.efforts')}
        {...form.getInputProps('reasoning_efforts')}
        value={[...form.values.reasoning_efforts]}
      />
      <Select
        label={t('field.thinking')}
        clearable
        placeholder={t('byKind')}
        data={['budget', 'adaptive'].map((value) => ({ value, label: t(`thinking.${value}`) }))}
        {...form.getInputProps('thinking')}
      />
      {flag('structured_output')}
      {flag('beyond_reference')}
      <Textarea
        label={t('field.voices')}
        description={t('hint.voices')}
        placeholder="alloy = JBFqnCBsd6RMkjVDRZzb"
        autosize
        minRows={2}
        dir="ltr"
        {...form.getInputProps('voices')}
      />
    </Stack>
  );
}
