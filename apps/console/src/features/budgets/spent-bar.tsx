import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountText } from '../../ui/amount-text.js';
import { decimalsOf } from '../../ui/money-text.js';
import { ShareBar } from '../../ui/share-bar.js';
import { levelOf, partSpent } from './budget-level.js';

const COLOURS = { within: 'lane', near: 'orange', spent: 'red' } as const;

interface SpentBarProps {
  readonly name: string;
  readonly unit: string;
  readonly spent: number;
  readonly limit: number;
  /** Further lines below the bar. */
  readonly children?: ReactNode;
}

/** Spent of a budget, as a sentence and as a bar. */
export function SpentBar({ name, unit, spent, limit, children }: SpentBarProps): ReactNode {
  const { t } = useTranslation('budgets');
  const decimals = decimalsOf([limit]);
  return (
    <Stack gap={4} maw={320}>
      <Text size="sm">
        <AmountText unit={unit} amount={spent} decimals={decimals} /> {t('outOf')}{' '}
        <AmountText unit={unit} amount={limit} decimals={decimals} /> {unit !== 'usd' && t(unit)}
      </Text>
      <ShareBar
        share={partSpent({ spent, limit })}
        color={COLOURS[levelOf({ spent, limit })]}
        aria-label={t('bar', { name })}
      />
      {children}
    </Stack>
  );
}
