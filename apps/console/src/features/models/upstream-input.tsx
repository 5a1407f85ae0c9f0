import { Autocomplete, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';
import { fillFromCatalog } from './fill-from-catalog.js';
import type { ModelValues } from './model-values.js';
import { type CatalogModel, useCatalog } from './queries.js';

interface Props {
  readonly form: UseFormReturnType<ModelValues & Record<string, unknown>>;
}

/** The name of the model at its provider: typed, or chosen from those that the price table knows, which fills in the rest. */
export function UpstreamInput({ form }: Props): ReactNode {
  const { t } = useTranslation('models');
  const { provider_id: providerId, upstream_model: text } = form.values;
  const [asked] = useDebouncedValue(text.trim(), 200);
  const [filled, setFilled] = useState<CatalogModel>();
  const { data = [] } = useCatalog(providerId, asked);
  const byId = new Map(data.map((model) => [model.id, model]));
  const known = byId.get(text.trim());
  return (
    <Stack gap={4}>
      <Autocomplete
        label={t('field.upstream')}
        description={t('hint.upstream')}
        required
        maxLength={512}
        dir="ltr"
        data={[...byId.keys()]}
        // The service has searched.
        filter={({ options }) => options}
        maxDropdownHeight={280}
        renderOption={({ option: { value } }) => <Option id={value} model={byId.get(value)} />}
        {...form.getInputProps('upstream_model')}
        onOptionSubmit={(id) => {
          const model = byId.get(id);
          if (model === undefined) return;
          form.setValues(fillFromCatalog(form.getValues(), model, filled));
          setFilled(model);
        }}
      />
      {known !== undefined && <Facts model={known} />}
    </Stack>
  );
}

function Option({ id, model }: { readonly id: string; readonly model: CatalogModel | undefined }): ReactNode {
  const { t, i18n } = useTranslation('models');
  const { context_window: window, deprecated, input_per_million: input, output_per_million: output } = model ?? {};
  const dollars = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  });
  const facts = [
    ...(window == null ? [] : [t('catalog.window', { number: window.toLocaleString(i18n.language) })]),
    ...(input == null || output == null
      ? []
      : [t('catalog.price', { input: dollars.format(input), output: dollars.format(output) })]),
  ];
  return (
    <Stack gap={0}>
      <Text size="sm" ff="monospace" dir="ltr">
        {id}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {deprecated && <StateBadge state="warning" label={t('catalog.badge')} />}
    </Stack>
  );
}

function Facts({ model }: { readonly model: CatalogModel }): ReactNode {
  const { t, i18n } = useTranslation('models');
  const { deprecated, input_per_million: input, output_per_million: output } = model;
  const dollars = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  });
  return (
    <>
      {deprecated && <StateBadge state="warning" label={t('catalog.deprecated')} />}
      {input !== null && output !== null && (
        <Text size="xs" c="dimmed">
          {t('catalog.follows', { input: dollars.format(input), output: dollars.format(output) })}
        </Text>
      )}
    </>
  );
}
