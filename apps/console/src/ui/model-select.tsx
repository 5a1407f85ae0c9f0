import { Select } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly models: readonly string[];
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly isDisabled: boolean;
}

/** Most options that are drawn at a time; typing finds the others. */
const MOST_OPTIONS = 60;

/** One of the models that can be asked, found by typing. */
export function ModelSelect({ isDisabled, label, models, onChange, placeholder, value }: Props) {
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
      miw={0}
    />
  );
}
