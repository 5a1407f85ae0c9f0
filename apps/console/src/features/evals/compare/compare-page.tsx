import { Group, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { Page } from '../../../ui/page.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { type EvalRunSummary, useComparison, useRun, useRunChoices } from '../queries.js';
import { type CompareSearch, readTarget } from './compare-search.js';
import { ComparisonView } from './comparison-view.js';

/** Two runs, or two targets of one, case by case. */
export default function ComparePage(): ReactNode {
  const { t } = useTranslation('evals');
  const [search, change] = useUrlSearch<CompareSearch>();
  const comparison = useComparison(search);
  return (
    <Page title={t('compare.title')} description={t('compare.description')}>
      <Stack gap={24}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Side
            label={t('compare.baseline')}
            placeholder={t('compare.before')}
            runId={search.baseline}
            shownId={comparison.data?.baseline_id}
            isClearable
            target={search.baseline_target ?? search.target}
            onChange={(baseline, baseline_target) => change({ baseline, baseline_target, case: undefined })}
          />
          <Side
            label={t('compare.run')}
            placeholder={t('compare.choose')}
            runId={search.run}
            target={search.target}
            onChange={(run, target) => change({ run, target, case: undefined })}
          />
        </SimpleGrid>
        {search.run === undefined ? (
          <EmptyState sentence={t('compare.empty')} />
        ) : (
          <Compared search={search} comparison={comparison} />
        )}
      </Stack>
    </Page>
  );
}

interface ComparedProps {
  readonly search: CompareSearch;
  readonly comparison: ReturnType<typeof useComparison>;
}

function Compared({ comparison, search }: ComparedProps): ReactNode {
  const { data, error, refetch } = comparison;
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={240} />;
  return <ComparisonView comparison={data} search={search} />;
}

interface SideProps {
  readonly label: string;
  readonly placeholder: string;
  readonly runId: string | undefined;
  /** The run that is compared where none is chosen. */
  readonly shownId?: string | undefined;
  readonly target: string | undefined;
  readonly isClearable?: boolean;
  readonly onChange: (run: string | undefined, target: string | undefined) => void;
}

/** Choice of a run to compare, and of its target. */
function Side({ isClearable = false, label, onChange, placeholder, runId, shownId, target }: SideProps): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const { data: choices } = useRunChoices();
  const { data: run } = useRun(runId ?? shownId);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  const labelOf = ({ created_at, status, suite_name }: EvalRunSummary): string =>
    [suite_name, time.format(new Date(created_at)), t(`status.${status}`)].join(' · ');
  const listed = choices?.data ?? [];
  // An address can name a run that is older than those that are listed.
  const runs = run === undefined || listed.some(({ id }) => id === run.id) ? listed : [run, ...listed];
  const figures = run?.figures ?? [];
  return (
    <Group gap={8} align="flex-end" role="group" aria-label={label}>
      <Select
        label={label}
        placeholder={placeholder}
        clearable={isClearable}
        allowDeselect={isClearable}
        searchable
        flex="1 1 260px"
        data={runs.map((each) => ({ value: each.id, label: labelOf(each) }))}
        value={runId ?? null}
        nothingFoundMessage={t('noRuns')}
        onChange={(value) => onChange(value ?? undefined, undefined)}
      />
      {figures.length > 1 && (
        <Select
          label={t('field.target')}
          allowDeselect={false}
          flex="1 1 160px"
          data={figures.map((each) => ({ value: String(each.target), label: each.name }))}
          value={String(Math.min(readTarget(target), figures.length - 1))}
          onChange={(value) => onChange(runId, value ?? undefined)}
        />
      )}
    </Group>
  );
}
