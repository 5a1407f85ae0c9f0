import { SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { ChangeText } from './change-text.js';
import classes from './usage.module.css';
import { METRICS, type Metric, type Totals } from './usage-rows.js';

interface Props {
  readonly totals: Totals | undefined;
  readonly before: Totals | undefined;
  readonly chosen: Metric;
  readonly onChoose: (metric: Metric) => void;
}

/** The sums of the period. The chosen one is drawn. */
export function TotalTiles({ before, chosen, onChoose, totals }: Props) {
  const { t } = useTranslation('usage');
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {METRICS.map((metric) => (
        <UnstyledButton
          key={metric}
          className={classes.tile}
          aria-pressed={metric === chosen}
          onClick={() => onChoose(metric)}
        >
          <Text size="xs" c="dimmed">
            {t(`metric.${metric}`)}
          </Text>
          {totals ? (
            <Text size="xl" fw={600} component="div">
              {metric === 'cost_usd' ? <MoneyText usd={totals.cost_usd} /> : <CountText n={totals[metric]} />}
            </Text>
          ) : (
            <Skeleton h={28} w="60%" />
          )}
          {before && totals && <ChangeText now={totals[metric]} before={before[metric]} />}
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
