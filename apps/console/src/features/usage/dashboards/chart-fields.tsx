import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { METRICS, type Metric } from '../usage-rows.js';
import { type ChartKind, type ChartSpan, type DashboardChart, KINDS, SPANS } from './chart-search.js';

export type ChartFacts = Pick<DashboardChart, 'kind' | 'measure' | 'span' | 'title'>;

interface Props {
  readonly facts: ChartFacts;
  readonly onChange: (patch: Partial<ChartFacts>) => void;
}

/** Heading, form, sum and days of a chart. */
export function ChartFields({ facts, onChange }: Props) {
  const { t } = useTranslation(['dashboards', 'usage']);
  return (
    <>
      <TextInput
        label={t('field.title')}
        value={facts.title}
        maxLength={100}
        required
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Select
        label={t('field.kind')}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={facts.kind}
        allowDeselect={false}
        onChange={(kind) => onChange({ kind: kind as ChartKind })}
      />
      <Select
        label={t('field.measure')}
        data={METRICS.map((value) => ({ value, label: t(`usage:metric.${value}`) }))}
        value={facts.measure}
        allowDeselect={false}
        onChange={(measure) => onChange({ measure: measure as Metric })}
      />
      <Select
        label={t('usage:period')}
        data={SPANS.map((value) => ({ value, label: t(`usage:range.${value}`) }))}
        value={facts.span}
        allowDeselect={false}
        onChange={(span) => onChange({ span: span as ChartSpan })}
      />
    </>
  );
}
