import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SearchSelectProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly clearable?: boolean;
  readonly w?: number | string;
  readonly error?: ReactNode;
  readonly value?: string | null;
  readonly onChange: (value: string | null) => void;
  /** Key that the answers are cached by. */
  readonly queryKey: readonly unknown[];
  /** The first choices whose names contain the text: the server searches, so that nothing is out of reach. */
  readonly load: (text: string) => Promise<readonly Choice[]>;
  /** The label of the value, where it may be missing from what `load` returns. */
  readonly selected?: Choice;
}

/** A select whose choices the server searches. */
export function SearchSelect({
  queryKey,
  load,
  value = null,
  onChange,
  selected,
  ...props
}: SearchSelectProps): ReactNode {
  const { t } = useTranslation('fields');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 200);
  const [picked, setPicked] = useState<Choice>();
  // The name of a value that came with the address may come later.
  const known = [picked, selected].find((choice) => choice?.value === value);
  // The label of the choice itself is not searched for, nor the value that stands in its place.
  const wanted = [known?.label, known?.value].includes(asked) ? '' : asked;
  const answer = useQuery({
    queryKey: [...queryKey, 'choices', wanted],
    queryFn: () => load(wanted),
    placeholderData: keepPreviousData,
  });
  const found = answer.data ?? [];
  const isMissing = known !== undefined && !found.some((choice) => choice.value === value);
  const choices = isMissing ? [known, ...found] : found;
  return (
    <Select
      {...props}
      searchable
      data={choices.map((choice) => ({ ...choice }))}
      value={value}
      onChange={(next) => {
        setPicked(choices.find((choice) => choice.value === next));
        onChange(next);
      }}
      onSearchChange={setText}
      nothingFoundMessage={answer.isError ? t('select.failed') : t('select.nothing')}
      maxDropdownHeight={240}
    />
  );
}
