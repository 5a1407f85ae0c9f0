import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeOf } from './periods.js';

/** By how many percent a figure rose or fell, in words that do not need colour. */
export function ChangeText({ before, now }: { readonly now: number; readonly before: number }) {
  const { i18n, t } = useTranslation('usage');
  const change = changeOf(now, before);
  if (change === undefined)
    return (
      <Text size="xs" c="dimmed">
        {now === 0 ? t('same') : t('new')}
      </Text>
    );
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return (
    <Text size="xs" c="dimmed">
      {change === 0 ? '=' : change > 0 ? '▲' : '▼'} {percent.format(change)}
    </Text>
  );
}
