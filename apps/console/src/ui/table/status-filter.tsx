import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterBar } from '../filter-bar.js';

interface StatusFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly data: { readonly value: string; readonly label: string }[];
  /** Undefined: every status. */
  readonly value: string | undefined;
  readonly onChange: (status: string | undefined) => void;
}

/** Filter of a list by status. */
export function StatusFilter({ value, onChange, ...props }: StatusFilterProps): ReactNode {
  return (
    <FilterBar>
      <Select {...props} clearable value={value ?? null} onChange={(status) => onChange(status ?? undefined)} />
    </FilterBar>
  );
}
