import {
  Autocomplete,
  Badge,
  Button,
  Group,
  NumberInput,
  Popover,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toIsoTime, toLocalInput } from '../../ui/local-time.js';
import { RATING_FILTERS, type RequestSearch } from './request-search.js';

/** Error codes that are offered; any other can be typed. */
const CODES = [
  'rpm_exceeded',
  'concurrency_exceeded',
  'tpm_exceeded',
  'key_budget_exceeded',
  'model_not_found',
  'invalid_value',
  'context_length_exceeded',
  'permission_denied',
  'provider_error',
  'provider_rate_limited',
  'provider_timeout',
  'overloaded',
];

const NAMES = [
  'from',
  'to',
  'status',
  'error_code',
  'min_duration_ms',
  'max_duration_ms',
  'min_cost_usd',
  'max_cost_usd',
  'rating',
] as const;

type Draft = { [name in (typeof NAMES)[number]]?: string | undefined };

interface MoreFiltersProps {
  readonly search: RequestSearch;
  readonly onChange: (patch: Partial<RequestSearch>) => void;
}

/** Ranges of time, duration and cost, and codes: behind a button that counts those in effect. */
export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const { t } = useTranslation('requests');
  const [isOpen, setOpen] = useState(false);
  const count = NAMES.filter((name) => search[name] !== undefined).length;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={count > 0 ? <Badge size="sm">{count}</Badge> : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t('filters.more')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <MoreForm
          search={search}
          onApply={(draft) => {
            setOpen(false);
            onChange(draft);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function MoreForm({ search, onApply }: { readonly search: RequestSearch; readonly onApply: (draft: Draft) => void }) {
  const { t } = useTranslation('requests');
  const [draft, setDraft] = useState<Draft>(() => Object.fromEntries(NAMES.map((name) => [name, search[name]])));
  const set = (name: keyof Draft, value: string | number | null): void =>
    setDraft((before) => ({ ...before, [name]: value === null || value === '' ? undefined : String(value) }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isCustom = draft.from !== undefined || draft.to !== undefined;
    onApply({ ...draft, ...(isCustom && { range: undefined }) });
  };
  const time = (name: 'from' | 'to') => (
    <TextInput
      type="datetime-local"
      label={t(`filters.${name}`)}
      value={toLocalInput(draft[name] ?? '')}
      onChange={({ currentTarget }) => set(name, toIsoTime(currentTarget.value))}
    />
  );
  const measure = (name: 'min_duration_ms' | 'max_duration_ms' | 'min_cost_usd' | 'max_cost_usd') => (
    <NumberInput
      label={t(`filters.${name}`)}
      value={draft[name] ?? ''}
      onChange={(value) => set(name, value)}
      min={0}
      hideControls
      decimalScale={name.endsWith('usd') ? 8 : 0}
      style={{ flex: 1 }}
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        {time('from')}
        {time('to')}
        <Text size="xs" c="dimmed">
          {t('filters.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        </Text>
        <Group gap={8} wrap="nowrap">
          {measure('min_duration_ms')}
          {measure('max_duration_ms')}
        </Group>
        <Group gap={8} wrap="nowrap">
          {measure('min_cost_usd')}
          {measure('max_cost_usd')}
        </Group>
        <Select
          label={t('annotation.title')}
          placeholder={t('filters.any')}
          data={RATING_FILTERS.map((value) => ({ value, label: t(`annotation.${value}`) }))}
          comboboxProps={{ withinPortal: false }}
          value={draft.rating ?? null}
          onChange={(value) => set('rating', value)}
          clearable
        />
        <Autocomplete
          label={t('field.errorCode')}
          data={CODES}
          comboboxProps={{ withinPortal: false }}
          value={draft.error_code ?? ''}
          onChange={(value) => set('error_code', value.trim())}
        />
        <TextInput
          label={t('field.status')}
          inputMode="numeric"
          value={draft.status ?? ''}
          onChange={({ currentTarget }) => set('status', currentTarget.value.trim())}
        />
        <Group justify="flex-end">
          <Button type="submit">{t('filters.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
