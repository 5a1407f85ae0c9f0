import { Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly models: readonly string[];
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly isDisabled: boolean;
  /** Fact that tells models apart, such as a price. */
  readonly factOf?: (model: string) => ReactNode;
}

/** Most options that are drawn at a time; typing finds the others. */
const MOST_OPTIONS = 60;

/** One of the models that can be asked, found by typing. */
export function ModelSelect({ factOf, isDisabled, label, models, onChange, placeholder, value }: Props) {
  const options = models.includes(value) || value === '' ? models : [value, ...models];
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={[...options]}
      value={value || null}
      onChange={(model) => model !== null && onChange(model)}
      searchable
      limit={MOST_OPTIONS}
      disabled={isDisabled}
      allowDeselect={false}
      flex={1}
      {...(factOf && {
        renderOption: ({ option }) => (
          <Group justify="space-between" gap={8} flex={1} wrap="nowrap">
            <span dir="auto">{option.label}</span>
            <Text size="xs" c="dimmed" span>
              {factOf(option.value)}
            </Text>
          </Group>
        ),
      })}
      miw={0}
    />
  );
}
