import { Select, SimpleGrid, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type RuleForm, WEEKDAYS, WINDOWS } from './rule-values.js';

/** Zones that are drawn at a time; typing finds the others. */
const MOST_ZONES = 60;

const A_DAY_MS = 86_400_000;

/** Length of the window, its calendar, and what becomes of its rest. */
export function WindowFields({ form }: { readonly form: RuleForm }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { rolling, window } = form.values;
  const hasEnd = window !== 'total';
  const isOfCalendar = hasEnd && !rolling;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <Select
          label={t('field.window')}
          allowDeselect={false}
          data={WINDOWS.map((value) => ({ value, label: t(`window.${value}`) }))}
          {...form.getInputProps('window')}
        />
        {isOfCalendar && <ZoneField form={form} />}
        {isOfCalendar && <CalendarFields form={form} />}
      </SimpleGrid>
      {hasEnd && (
        <Switch
          label={t('field.rolling')}
          description={t('hint.rolling')}
          {...form.getInputProps('rolling', { type: 'checkbox' })}
        />
      )}
      {isOfCalendar && (
        <Switch
          label={t('field.carry_over')}
          description={t('hint.carry_over')}
          {...form.getInputProps('carry_over', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function ZoneField({ form }: { readonly form: RuleForm }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const { time_zone: zone } = form.values;
  return (
    <Select
      label={t('field.time_zone')}
      searchable
      allowDeselect={false}
      limit={MOST_ZONES}
      data={known.includes(zone) ? known : [zone, ...known]}
      {...form.getInputProps('time_zone')}
    />
  );
}

function CalendarFields({ form }: { readonly form: RuleForm }): ReactNode {
  const { i18n, t } = useTranslation('budget-rules');
  const { fiscal_year_start: month, window } = form.values;
  // The third of January 2000 was a Monday.
  const nameDay = (place: number): string =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2000, 0, 3) + place * A_DAY_MS,
    );
  const nameMonth = (place: number): string =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, place, 1));
  if (window === 'week') {
    return (
      <Select
        label={t('field.week_start')}
        allowDeselect={false}
        data={WEEKDAYS.map((value, place) => ({ value, label: nameDay(place) }))}
        {...form.getInputProps('week_start')}
      />
    );
  }
  if (window !== 'quarter' && window !== 'year') return null;
  return (
    <Select
      label={t('field.fiscal_year_start')}
      allowDeselect={false}
      data={Array.from({ length: 12 }, (_, place) => ({ value: String(place + 1), label: nameMonth(place) }))}
      value={String(month)}
      error={form.errors.fiscal_year_start}
      onChange={(next) => form.setFieldValue('fiscal_year_start', Number(next))}
    />
  );
}
