import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ENDPOINTS } from './endpoint-names.js';
import { countFilters, RANGES, type RequestSearch } from './request-search.js';

const OUTCOMES = ['success', 'refused', 'failed', 'cancelled'];

const KINDS = ['call', 'read', 'write', 'all'];

const TEXTS = ['request_id', 'model', 'team', 'provider', 'status'] as const;

interface Props {
  readonly search: RequestSearch;
  readonly onChange: (patch: Partial<RequestSearch>) => void;
}

/** The filters of the list. Choices apply at once, texts with Enter or when the field is left. */
export function RequestFilters({ search, onChange }: Props) {
  const { t } = useTranslation('requests');
  const form = useForm({ initialValues: textsOf(search) });
  const inUrl = JSON.stringify(textsOf(search));
  // The address may change without the fields, by the back button or a filter of the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same in every render.
  useEffect(() => form.setValues(JSON.parse(inUrl)), [inUrl]);
  const apply = () => onChange(form.getValues());
  const isFiltered = countFilters(search) > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Group gap="xs" mb="md" align="flex-end">
        <TextInput
          {...form.getInputProps('request_id')}
          onBlur={apply}
          label={t('filters.requestId')}
          placeholder={t('filters.exact')}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={{ base: '100%', sm: 190 }}
        />
        <Select
          label={t('filters.range')}
          placeholder={t('filters.anyTime')}
          data={Object.keys(RANGES).map((value) => ({ value, label: t(`range.${value}`) }))}
          value={search.range ?? null}
          onChange={(range) => onChange({ range: range ?? undefined, from: undefined, to: undefined })}
          clearable
          w={118}
        />
        <Select
          label={t('field.outcome')}
          placeholder={t('filters.any')}
          data={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          value={search.outcome ?? null}
          onChange={(outcome) => onChange({ outcome: outcome ?? undefined })}
          clearable
          w={118}
        />
        <Select
          label={t('field.endpoint')}
          placeholder={t('filters.any')}
          data={ENDPOINTS}
          value={search.endpoint ?? null}
          onChange={(endpoint) => onChange({ endpoint: endpoint ?? undefined })}
          clearable
          w={150}
        />
        <MultiSelect
          label={t('filters.without')}
          placeholder={search.exclude_endpoint === undefined ? t('filters.nothing') : undefined}
          data={ENDPOINTS}
          value={search.exclude_endpoint?.split(',') ?? []}
          onChange={(names) => onChange({ exclude_endpoint: names.join(',') || undefined })}
          clearable
          miw={150}
          maw={320}
        />
        <Select
          label={t('field.kind')}
          data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={search.kind ?? (search.request_id === undefined ? 'call' : 'all')}
          onChange={(kind) =>
            onChange({ kind: kind === 'call' && search.request_id === undefined ? undefined : (kind ?? undefined) })
          }
          allowDeselect={false}
          w={118}
        />
        <TextInput {...form.getInputProps('model')} onBlur={apply} label={t('field.model')} w={130} />
        <TextInput {...form.getInputProps('team')} onBlur={apply} label={t('field.team')} w={100} />
        <TextInput {...form.getInputProps('provider')} onBlur={apply} label={t('field.provider')} w={100} />
        <TextInput
          {...form.getInputProps('status')}
          onBlur={apply}
          label={t('field.status')}
          inputMode="numeric"
          w={64}
        />
        <Button type="submit" variant="default">
          {t('filters.apply')}
        </Button>
        {isFiltered && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onChange(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))}
          >
            {t('filters.clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function textsOf(search: RequestSearch): Record<(typeof TEXTS)[number], string> {
  return Object.fromEntries(TEXTS.map((name) => [name, search[name] ?? ''])) as Record<(typeof TEXTS)[number], string>;
}
