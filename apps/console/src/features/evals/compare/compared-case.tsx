import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { CaseView } from '../datasets/case-view.js';
import { useRun } from '../queries.js';
import { AnswersView } from '../runs/answers-view.js';
import { type CompareSearch, readTarget } from './compare-search.js';

interface ComparedCaseProps {
  readonly search: CompareSearch;
  /** The run that is compared with. */
  readonly baselineId: string;
  readonly caseId: string;
}

/** Input of a case, and the answers of both sides beside each other. */
export function ComparedCase({ baselineId, caseId, search }: ComparedCaseProps): ReactNode {
  const { t } = useTranslation('evals');
  const run = useRun(search.run);
  const baseline = useRun(baselineId);
  const failure = run.error ?? baseline.error;
  if (failure) return <FailureNotice failure={failure} />;
  if (run.data === undefined || baseline.data === undefined) return <Skeleton h={240} />;
  const target = readTarget(search.target);
  const before = search.baseline_target === undefined ? target : readTarget(search.baseline_target);
  const titleOf = (label: string, { figures }: typeof run.data, at: number): string =>
    t('compare.sideOf', { side: label, name: figures[at]?.name ?? String(at) });
  return (
    <Stack gap={24}>
      <CaseView datasetId={run.data.dataset_id} version={run.data.dataset_version} caseId={caseId} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AnswersView
          run={baseline.data}
          caseId={caseId}
          target={before}
          title={titleOf(t('compare.baseline'), baseline.data, before)}
        />
        <AnswersView
          run={run.data}
          caseId={caseId}
          target={target}
          title={titleOf(t('compare.run'), run.data, target)}
        />
      </SimpleGrid>
    </Stack>
  );
}
