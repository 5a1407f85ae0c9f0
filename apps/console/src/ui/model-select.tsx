import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly models: readonly string[];
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly isDisabled: boolean;
}

/** Most options that are drawn at a time; typing finds the others. */
const MOST_OPTIONS = 60;

export function ModelSelect({ isDisabled, models, onChange, value }: Props) {
  const { t } = useTranslation('playground');
  const options = models.includes(value) || value === '' ? models : [value, ...models];
  return (
    <Select
      aria-label={t('model')}
      placeholder={t('chooseModel')}
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
