import { Select, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../ui/detail-drawer.js';
import { DurationText } from '../../../ui/duration-text.js';
import { FilterBar } from '../../../ui/filter-bar.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../../ui/money-text.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { StateBadge } from '../../../ui/state-badge.js';
import type { ResourceColumn } from '../../../ui/table/resource-table-props.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { CaseView } from '../datasets/case-view.js';
import { type EvalResult, type EvalRun, type TargetFigures, useResults } from '../queries.js';
import { ShareText } from '../share-text.js';
import { AnswersView } from './answers-view.js';
import { RESULT_BADGES, RESULT_STATUSES } from './run-state.js';

interface RunSearch {
  readonly target?: string;
  readonly status?: string;
  readonly case?: string;
}

/** Every answer of a run, with filters, and all answers to a case in a drawer. */
export function ResultsPanel({ run }: { readonly run: EvalRun }): ReactNode {
  const { t } = useTranslation('evals');
  const [search, change] = useUrlSearch<RunSearch>();
  const { figures } = run;
  const target = figures.find((each) => String(each.target) === search.target)?.target;
  const status = RESULT_STATUSES.find((name) => name === search.status);
  const list = useResults(run.id, { target, status }, run.done);
  const columns = useResultColumns(figures);
  return (
    <section aria-label={t('results')}>
      <Title order={2} size="h4" mb={8}>
        {t('results')}
      </Title>
      <ResultFilters figures={figures} target={target} status={status} onChange={change} />
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={(result) => `${result.target}.${result.case_id}.${result.repeat}`}
        onOpen={({ case_id }) => change({ case: case_id }, { push: true })}
        empty={{ sentence: t(target === undefined && status === undefined ? 'noResults' : 'noResultMatches') }}
      />
      <DetailDrawer
        opened={search.case !== undefined}
        title={t('caseOf', { id: search.case })}
        onClose={() => change({ case: undefined })}
        size={760}
      >
        {search.case !== undefined && (
          <Stack gap={24} key={search.case}>
            <CaseView datasetId={run.dataset_id} version={run.dataset_version} caseId={search.case} />
            <AnswersView run={run} caseId={search.case} />
          </Stack>
        )}
      </DetailDrawer>
    </section>
  );
}

interface ResultFiltersProps {
  readonly figures: readonly TargetFigures[];
  readonly target: number | undefined;
  readonly status: EvalResult['status'] | undefined;
  readonly onChange: (search: RunSearch) => void;
}

function ResultFilters({ figures, onChange, status, target }: ResultFiltersProps): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <FilterBar>
      <Select
        label={t('field.target')}
        placeholder={t('everyTarget')}
        clearable
        data={figures.map((each) => ({ value: String(each.target), label: each.name }))}
        value={target === undefined ? null : String(target)}
        onChange={(value) => onChange({ target: value ?? undefined })}
      />
      <Select
        label={t('field.result')}
        placeholder={t('everyResult')}
        clearable
        data={RESULT_STATUSES.map((value) => ({ value, label: t(`result.${value}`) }))}
        value={status ?? null}
        onChange={(value) => onChange({ status: value ?? undefined })}
      />
    </FilterBar>
  );
}

function useResultColumns(figures: readonly TargetFigures[]): ResourceColumn<EvalResult>[] {
  const { t } = useTranslation('evals');
  const nameOf = (at: number): string => figures[at]?.name ?? String(at);
  const repeats = figures[0]?.passes.length ?? 1;
  return [
    {
      id: 'case',
      header: t('field.case'),
      cell: ({ case_id, repeat }) => (
        <Text size="sm" fw={500} dir="auto">
          {repeats > 1 ? t('caseAnswer', { id: case_id, number: repeat + 1 }) : case_id}
        </Text>
      ),
    },
    {
      id: 'target',
      header: t('field.target'),
      hideBelow: figures.length > 1 ? 'xs' : 'sm',
      cell: (result) => (
        <Text size="sm" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {nameOf(result.target)}
        </Text>
      ),
    },
    {
      id: 'result',
      header: t('field.result'),
      cell: (result) => <StateBadge state={RESULT_BADGES[result.status]} label={t(`result.${result.status}`)} />,
    },
    {
      id: 'score',
      header: t('field.score'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ score }) => <ShareText share={score} />,
    },
    {
      id: 'time',
      header: t('field.time'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ latency_ms }) => <DurationText ms={latency_ms} />,
    },
    {
      id: 'cost',
      header: t('field.cost'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ cost_usd }) => (cost_usd === null ? '–' : <MoneyText usd={cost_usd} decimals={DECIMALS_OF_REQUESTS} />),
    },
  ];
}
