import { Paper, Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { FigureList } from './figure-list.js';
import type { TargetFigures } from './queries.js';
import { formatShare, ShareText } from './share-text.js';

/** The figures of each target, side by side. */
export function FiguresView({ figures }: { readonly figures: readonly TargetFigures[] }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {t('figures')}
      </Title>
      <SimpleGrid cols={{ base: 1, md: Math.min(figures.length, 2) }} spacing="md">
        {figures.map((each) => (
          <TargetCard key={each.target} figures={each} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function TargetCard({ figures }: { readonly figures: TargetFigures }): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const { graded_cases, interval, name, pass_rate, passes } = figures;
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap={16}>
        <div>
          <Title order={3} size="h5" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="xl" fw={600} component="div">
            <ShareText share={pass_rate} />
            <Text span size="sm" c="dimmed" fw={400}>
              {' '}
              {t('pass')}
            </Text>
          </Text>
          {pass_rate !== null && <Progress value={pass_rate * 100} size="sm" my={4} aria-hidden />}
          <Text size="xs" c="dimmed">
            {interval === null
              ? t('nothingGraded')
              : t('intervalOf', {
                  low: formatShare(interval.low, i18n.language),
                  high: formatShare(interval.high, i18n.language),
                  count: graded_cases,
                })}
          </Text>
        </div>
        <Counts figures={figures} />
        <Graders figures={figures} />
        {passes.length > 1 && <Passes figures={figures} />}
      </Stack>
    </Paper>
  );
}

function Counts({ figures }: { readonly figures: TargetFigures }): ReactNode {
  const { t } = useTranslation('evals');
  const { cost_usd, errors, failed, grader_errors, judge_cost_usd, latency_p50_ms, latency_p95_ms, passed } = figures;
  const money = (usd: number | null): ReactNode => (usd === null ? '–' : <MoneyText usd={usd} />);
  const time = (ms: number | null): ReactNode => (ms === null ? '–' : <DurationText ms={ms} />);
  return (
    <FigureList
      figures={[
        { label: t('figure.passed'), value: <CountText n={passed} /> },
        { label: t('figure.failed'), value: <CountText n={failed} /> },
        { label: t('figure.errors'), value: <CountText n={errors} /> },
        { label: t('figure.graderErrors'), value: <CountText n={grader_errors} /> },
        { label: t('figure.cost'), value: money(cost_usd) },
        { label: t('figure.judgeCost'), value: money(judge_cost_usd) },
        { label: t('figure.median'), value: time(latency_p50_ms) },
        { label: t('figure.slowest'), value: time(latency_p95_ms) },
      ]}
    />
  );
}

function Graders({ figures: { graders, name } }: { readonly figures: TargetFigures }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <Table aria-label={t('gradersOf', { name })} verticalSpacing={4} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('field.grader')}</Table.Th>
          <Table.Th ta="end">{t('figure.passRate')}</Table.Th>
          <Table.Th ta="end">{t('figure.failed')}</Table.Th>
          <Table.Th ta="end">{t('figure.noGrade')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {graders.map((grader) => (
          <Table.Tr key={grader.name}>
            <Table.Th fw={400} style={{ overflowWrap: 'anywhere' }}>
              {grader.name === grader.type ? t(`grader.type.${grader.type}`) : grader.name}
            </Table.Th>
            <Table.Td ta="end">
              <ShareText share={grader.pass_rate} />
            </Table.Td>
            <Table.Td ta="end">
              <CountText n={grader.failed} />
            </Table.Td>
            <Table.Td ta="end">
              <CountText n={grader.errors} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Passes({ figures: { name, passes } }: { readonly figures: TargetFigures }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <Table aria-label={t('passesOf', { name })} verticalSpacing={4} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('figure.k')}</Table.Th>
          <Table.Th ta="end">{t('figure.passAtK')}</Table.Th>
          <Table.Th ta="end">{t('figure.passPowerK')}</Table.Th>
          <Table.Th ta="end">{t('field.cases')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {passes.map(({ cases, k, pass_at_k, pass_power_k }) => (
          <Table.Tr key={k}>
            <Table.Th fw={400}>{k}</Table.Th>
            <Table.Td ta="end">
              <ShareText share={pass_at_k} />
            </Table.Td>
            <Table.Td ta="end">
              <ShareText share={pass_power_k} />
            </Table.Td>
            <Table.Td ta="end">
              <CountText n={cases} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
