import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { FigureTiles } from '../../ui/figure-tiles.js';
import { MoneyText } from '../../ui/money-text.js';
import { ChangeText } from './change-text.js';
import { METRICS, type Metric, type Totals } from './usage-rows.js';

interface Props {
  readonly totals: Totals | undefined;
  readonly before: Totals | undefined;
  /** Decimals of the table's amounts. */
  readonly decimals: number;
  readonly chosen: Metric;
  readonly onChoose: (metric: Metric) => void;
}

/** The sums of the period. The chosen one is drawn. */
export function TotalTiles({ before, chosen, decimals, onChoose, totals }: Props) {
  const { t } = useTranslation('usage');
  const tiles = METRICS.map((metric) => ({
    name: metric,
    label: t(`metric.${metric}`),
    figure:
      totals &&
      (metric === 'cost_usd' ? (
        <MoneyText usd={totals.cost_usd} decimals={decimals} />
      ) : (
        <CountText n={totals[metric]} />
      )),
    note: before && totals && <ChangeText now={totals[metric]} before={before[metric]} />,
  }));
  return <FigureTiles tiles={tiles} chosen={chosen} onChoose={onChoose} />;
}
