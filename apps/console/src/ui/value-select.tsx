import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SearchSelect } from './search-select.js';
import type { ChoiceSource } from './use-choices.js';

interface ValueSelectProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly source: ChoiceSource;
  /** Empty: none. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

/** One of many, of which the server finds the names; a stored id has its name too. */
export function ValueSelect({ source, value, onChange, ...texts }: ValueSelectProps): ReactNode {
  const { data } = useQuery({
    queryKey: [...source.queryKey, 'first'],
    queryFn: () => source.load(''),
    enabled: value !== '',
  });
  // A stored id that is not among the first is shown as it is.
  const stored = data?.find((choice) => choice.value === value) ?? { value, label: value };
  return (
    <SearchSelect
      {...texts}
      {...source}
      clearable
      value={value === '' ? null : value}
      {...(value !== '' && data !== undefined && { selected: stored })}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
