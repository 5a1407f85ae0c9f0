import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, SearchSelect } from '../search-select.js';

interface FilterPickerProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly queryKey: readonly unknown[];
  readonly load: (text: string) => Promise<readonly Choice[]>;
  /** Reads the name of a value that came with the address; without it, the value is its own name. */
  readonly nameOf?: (value: string) => Promise<string>;
  readonly width?: number | string;
}

/** A filter of a list: the server searches its choices, so that none is out of reach. */
export function FilterPicker({
  label,
  value,
  onChange,
  queryKey,
  load,
  nameOf,
  width = 170,
}: FilterPickerProps): ReactNode {
  const { t } = useTranslation('common');
  const named = useQuery({
    queryKey: [...queryKey, 'name', value],
    queryFn: () => (nameOf === undefined || value === undefined ? Promise.resolve(value ?? '') : nameOf(value)),
    enabled: value !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  // A value that names nothing any more is shown as it is.
  const selected = value === undefined ? undefined : { value, label: named.data ?? value };
  return (
    <SearchSelect
      label={label}
      placeholder={t('table.any')}
      clearable
      w={width}
      value={value ?? null}
      {...(selected && { selected })}
      queryKey={queryKey}
      load={load}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
