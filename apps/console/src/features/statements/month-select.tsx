import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listMonths, nameMonth } from './months.js';

interface MonthSelectProps {
  readonly month: string;
  readonly onChange: (month: string | undefined) => void;
}

/** Choice of a month of statements. */
export function MonthSelect({ month, onChange }: MonthSelectProps): ReactNode {
  const { i18n, t } = useTranslation('statements');
  return (
    <Select
      label={t('month')}
      data={listMonths(new Date()).map((value) => ({ value, label: nameMonth(value, i18n.language) }))}
      value={month}
      allowDeselect={false}
      w={180}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}
