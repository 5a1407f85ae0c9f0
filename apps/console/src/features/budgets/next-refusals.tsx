import { Box, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../ui/time-text.js';
import { type BudgetStatus, nextToRefuse } from './rule-states.js';
import { PartText } from './rule-text.js';
import { SpentBar } from './spent-bar.js';

const SHOWN = 3;

/** Budgets that refuse requests next, or do already; of keys and teams too. */
export function NextRefusals({ states }: { readonly states: readonly BudgetStatus[] }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const next = nextToRefuse(states, SHOWN);
  if (next.length === 0) return null;
  return (
    <Box component="section" mb={24} aria-label={t('next.title')}>
      <Title order={2} size="h5" mb={8}>
        {t('next.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: SHOWN }} spacing={24}>
        {next.map((state) => (
          <StateOf key={`${state.id}:${state.key}`} state={state} />
        ))}
      </SimpleGrid>
    </Box>
  );
}

/** Rules of gateway.yaml, which the console shows and does not change. */
export function DeclaredRules({ states }: { readonly states: readonly BudgetStatus[] }): ReactNode {
  const { t } = useTranslation('budget-rules');
  if (states.length === 0) return null;
  return (
    <Box component="section" mt={32} aria-label={t('declared.title')}>
      <Title order={2} size="h5" mb={8}>
        {t('declared.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: SHOWN }} spacing={24}>
        {states.map((state) => (
          <StateOf key={`${state.id}:${state.key}`} state={state} />
        ))}
      </SimpleGrid>
    </Box>
  );
}

function StateOf({ state }: { readonly state: BudgetStatus }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { name, key, limit, source, spent, unit, window_end: end } = state;
  return (
    <div>
      <Text size="sm" fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {name}
        {key !== null && ' · '}
        <PartText state={state} />
      </Text>
      <Text size="xs" c="dimmed">
        {t(`source.${source}`)}
      </Text>
      <SpentBar name={name} unit={unit} spent={spent} limit={limit}>
        {end !== null && (
          <Text size="xs" c="dimmed" component="div">
            {t('ends')} <TimeText at={end} />
          </Text>
        )}
      </SpentBar>
    </div>
  );
}
