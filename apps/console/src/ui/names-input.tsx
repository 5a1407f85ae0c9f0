import { Input, SegmentedControl, Stack, TagsInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChoiceSource, useChoices } from './use-choices.js';

export interface NamesInputProps {
  readonly label: string;
  readonly description?: string;
  /** Null: every name. An empty list: none. */
  readonly value?: readonly string[] | null;
  readonly onChange: (value: string[] | null) => void;
  /** Source of names to choose from; names that it lacks can be typed. */
  readonly source?: ChoiceSource;
  readonly error?: ReactNode;
}

const NO_NAMES: ChoiceSource = { queryKey: ['no-names'], load: () => Promise.resolve([]) };

type Mode = 'all' | 'some';

/** Choice of the allowed names: all of them, or those of a list, which may be empty. */
export function NamesInput({
  label,
  description,
  value = null,
  onChange,
  source = NO_NAMES,
  error,
}: NamesInputProps): ReactNode {
  const { t } = useTranslation('fields');
  const id = useId();
  const [text, setText] = useState('');
  const { choices } = useChoices(source, text, source !== NO_NAMES && value !== null);
  const mode: Mode = value === null ? 'all' : 'some';
  return (
    <Input.Wrapper label={label} description={description} error={error} labelProps={{ id }} labelElement="div">
      <Stack gap={8} mt={4}>
        <SegmentedControl
          aria-labelledby={id}
          value={mode}
          onChange={(next) => onChange(next === 'all' ? null : [])}
          data={[
            { value: 'all', label: t('names.all') },
            { value: 'some', label: t('names.some') },
          ]}
        />
        {value !== null && (
          <TagsInput
            aria-labelledby={id}
            value={[...value]}
            onChange={onChange}
            data={choices.map(({ label }) => label)}
            onSearchChange={setText}
            placeholder={value.length === 0 ? t('names.none') : undefined}
            description={t('names.hint')}
            splitChars={[',', ' ']}
            maxDropdownHeight={240}
            clearable
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
