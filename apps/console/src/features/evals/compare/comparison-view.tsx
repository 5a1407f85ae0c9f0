import { Alert, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../../ui/count-text.js';
import { DetailDrawer } from '../../../ui/detail-drawer.js';
import { FilterBar } from '../../../ui/filter-bar.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { FigureList } from '../figure-list.js';
import { IntervalBar } from '../interval-bar.js';
import type { Comparison } from '../queries.js';
import { CHANGE_BADGES, CHANGES, VERDICT_BADGES } from '../runs/run-state.js';
import { ShareText } from '../share-text.js';
import type { CompareSearch } from './compare-search.js';
import { ComparedCase } from './compared-case.js';
import { ComparedGraders } from './compared-graders.js';

const PAGE = 50;

interface ComparisonViewProps {
  readonly comparison: Comparison;
  readonly search: CompareSearch;
}

/** Comparison of two runs, and the cases that changed. */
export function ComparisonView({ comparison, search }: ComparisonViewProps): ReactNode {
  const { t } = useTranslation('evals');
  const [, change] = useUrlSearch<CompareSearch>();
  const [shown, setShown] = useState(PAGE);
  const { changed_cases, truncated } = comparison;
  const only = CHANGES.find((name) => name === search.change);
  const found = changed_cases.filter((each) => only === undefined || each.change === only);
  return (
    <Stack gap={24}>
      <Verdict comparison={comparison} />
      <ComparedGraders graders={comparison.graders} />
      <section>
        <Title order={2} size="h4" mb={8}>
          {t('compare.cases')}
        </Title>
        <FilterBar>
          <Select
            label={t('field.change')}
            placeholder={t('compare.everyChange')}
            clearable
            data={CHANGES.map((value) => ({ value, label: t(`change.${value}`) }))}
            value={only ?? null}
            onChange={(value) => change({ change: value ?? undefined })}
          />
        </FilterBar>
        {truncated && (
          <Alert color="gray" variant="light" mb={16}>
            {t('compare.truncated', { count: changed_cases.length })}
          </Alert>
        )}
        <ResourceTable
          rows={found.slice(0, shown)}
          isLoading={false}
          hasMore={found.length > shown}
          loadMore={() => setShown(shown + PAGE)}
          columns={[
            {
              id: 'case',
              header: t('field.case'),
              cell: ({ case_id }) => (
                <Text size="sm" fw={500} dir="auto">
                  {case_id}
                </Text>
              ),
            },
            {
              id: 'change',
              header: t('field.change'),
              cell: (each) => <StateBadge state={CHANGE_BADGES[each.change]} label={t(`change.${each.change}`)} />,
            },
            {
              id: 'before',
              header: t('compare.baseline'),
              align: 'end',
              cell: ({ before }) => <ShareText share={before} />,
            },
            { id: 'after', header: t('compare.run'), align: 'end', cell: ({ after }) => <ShareText share={after} /> },
          ]}
          getRowId={({ case_id }) => case_id}
          onOpen={({ case_id }) => change({ case: case_id }, { push: true })}
          empty={{ sentence: t(only === undefined ? 'compare.nothingChanged' : 'compare.noSuchChange') }}
        />
      </section>
      <DetailDrawer
        opened={search.case !== undefined}
        title={t('caseOf', { id: search.case })}
        onClose={() => change({ case: undefined })}
        size={1080}
      >
        {search.case !== undefined && (
          <ComparedCase key={search.case} search={search} baselineId={comparison.baseline_id} caseId={search.case} />
        )}
      </DetailDrawer>
    </Stack>
  );
}

function Verdict({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { t } = useTranslation('evals');
  const { counts, difference, interval, verdict, words } = comparison;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('compare.verdict')}>
      <Stack gap={12}>
        <Group gap={8}>
          <StateBadge state={VERDICT_BADGES[verdict]} label={t(`verdict.${verdict}`)} />
        </Group>
        {/* In the words of the service, which are English. */}
        <Text size="sm" lang="en">
          {words}
        </Text>
        {interval !== null && difference !== null && <IntervalBar interval={interval} difference={difference} />}
        <FigureList
          figures={(['fixed', 'broken', 'same', 'missing'] as const).map((name) => ({
            label: t(`change.${name}`),
            value: <CountText n={counts[name]} />,
          }))}
        />
      </Stack>
    </Paper>
  );
}
