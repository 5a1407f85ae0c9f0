import { Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PERIOD_NAMES, type Period } from './periods.js';

interface Search {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
}

interface Props {
  readonly search: Search;
  readonly period: Period;
  readonly onChange: (patch: Search) => void;
}

/** Days that are summed: a common range, or two days. */
export function PeriodPicker({ onChange, period, search }: Props) {
  const { t } = useTranslation('usage');
  const range = PERIOD_NAMES.find((name) => name === search.range) ?? 'month';
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t('period')}
        data={PERIOD_NAMES.map((value) => ({ value, label: t(`range.${value}`) }))}
        value={range}
        allowDeselect={false}
        w={160}
        onChange={(value) =>
          onChange(
            value === 'custom'
              ? { range: value, ...period }
              : { range: value ?? undefined, from: undefined, to: undefined },
          )
        }
      />
      {range === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(name)}
            value={search[name] ?? period[name]}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
          />
        ))}
    </Group>
  );
}
