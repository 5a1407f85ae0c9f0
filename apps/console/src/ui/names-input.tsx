import { Input, SegmentedControl, Stack, TagsInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface NamesInputProps {
  readonly label: string;
  readonly description?: string;
  /** Null: every name. An empty list: none. */
  readonly value?: readonly string[] | null;
  readonly onChange: (value: string[] | null) => void;
  readonly suggestions?: readonly string[];
  readonly error?: ReactNode;
}

type Mode = 'all' | 'some';

/** Choice of the allowed names: all of them, or those of a list, which may be empty. */
export function NamesInput({
  label,
  description,
  value = null,
  onChange,
  suggestions = [],
  error,
}: NamesInputProps): ReactNode {
  const { t } = useTranslation('fields');
  const id = useId();
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
            data={[...suggestions]}
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
