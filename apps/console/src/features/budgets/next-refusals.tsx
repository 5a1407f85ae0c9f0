import { Box, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../ui/time-text.js';
import { type BudgetStatus, findRefusing } from './rule-states.js';
import { PartText } from './rule-text.js';
import { SpentBar } from './spent-bar.js';

const SHOWN = 3;

/** Budgets that refuse requests now, and those that do next; of keys and teams too. */
export function NextRefusals({ states }: { readonly states: readonly BudgetStatus[] }): ReactNode {
  const { t } = useTranslation('budget-rules');
  const { next, now } = findRefusing(states, SHOWN);
  return (
    <>
      <Box mb={now.length === 0 ? 0 : 24}>
        <States title={t('next.now')} states={now} />
      </Box>
      <Box mb={next.length === 0 ? 0 : 24}>
        <States title={t('next.title')} states={next} />
      </Box>
    </>
  );
}

/** Rules of gateway.yaml, which the console shows and does not change. */
export function DeclaredRules({ states }: { readonly states: readonly BudgetStatus[] }): ReactNode {
  const { t } = useTranslation('budget-rules');
  return (
    <Box mt={states.length === 0 ? 0 : 32}>
      <States title={t('declared.title')} states={states} />
    </Box>
  );
}

interface StatesProps {
  readonly title: string;
  readonly states: readonly BudgetStatus[];
}

function States({ states, title }: StatesProps): ReactNode {
  if (states.length === 0) return null;
  return (
    <Box component="section" aria-label={title}>
      <Title order={2} size="h5" mb={8}>
        {title}
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
