import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, type ChoiceSource, useChoices } from './use-choices.js';

export type { Choice } from './use-choices.js';

export interface SearchSelectProps extends ChoiceSource {
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
  const [picked, setPicked] = useState<Choice>();
  // The name of a value that came with the address may come later.
  const known = [picked, selected].find((choice) => choice?.value === value);
  // The label of the choice itself is not searched for, nor the value that stands in its place.
  const wanted = [known?.label, known?.value].includes(text) ? '' : text;
  const { choices: found, isError } = useChoices({ queryKey, load }, wanted);
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
      nothingFoundMessage={isError ? t('select.failed') : t('select.nothing')}
      maxDropdownHeight={240}
    />
  );
}
