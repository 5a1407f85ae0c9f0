import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.js';
import { DurationText } from '../../../ui/duration-text.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { IdText } from '../../../ui/id-text.js';
import { MoneyText } from '../../../ui/money-text.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { ClippedText } from '../clipped-text.js';
import { asText } from '../datasets/case-text.js';
import { type EvalResult, type EvalRun, useResults } from '../queries.js';
import { formatShare } from '../share-text.js';
import { RESULT_BADGES } from './run-state.js';

interface AnswersViewProps {
  readonly run: Pick<EvalRun, 'id' | 'figures' | 'done'>;
  readonly caseId: string;
  /** Only answers of this target. */
  readonly target?: number;
  /** Instead of a general one. */
  readonly title?: string;
}

/** All answers of a run to one case, each with what its graders said. */
export function AnswersView({ caseId, run, target, title }: AnswersViewProps): ReactNode {
  const { t } = useTranslation('evals');
  const { failure, hasMore, isLoading, isLoadingMore, loadMore, onRetry, rows } = useResults(
    run.id,
    { case_id: caseId, target },
    run.done,
  );
  const heading = title ?? t('answersToCase');
  return (
    <section aria-label={heading}>
      <Title order={3} size="h5" mb={8} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {heading}
      </Title>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={onRetry} />}
      {isLoading && failure === undefined && <Skeleton h={160} />}
      {!isLoading && rows.length === 0 && failure === undefined && (
        <Text size="sm" c="dimmed">
          {t('noAnswers')}
        </Text>
      )}
      <Stack gap={12}>
        {rows.map((result) => (
          <AnswerView key={`${result.target}.${result.repeat}`} result={result} run={run} />
        ))}
        {hasMore && (
          <Group justify="center">
            <Button variant="default" size="xs" loading={isLoadingMore} onClick={loadMore}>
              {t('action.moreAnswers')}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}

interface AnswerViewProps {
  readonly result: EvalResult;
  readonly run: Pick<EvalRun, 'figures'>;
}

function AnswerView({ result, run: { figures } }: AnswerViewProps): ReactNode {
  const { t } = useTranslation('evals');
  const own = figures[result.target];
  const name = own?.name ?? String(result.target);
  const repeats = own?.passes.length ?? 1;
  const title = repeats > 1 ? t('answerOf', { name, number: result.repeat + 1, count: repeats }) : name;
  const hasCalls = Array.isArray(result.tool_calls) && result.tool_calls.length > 0;
  return (
    <Paper withBorder p="sm" component="article" aria-label={title}>
      <Stack gap={8}>
        <Group justify="space-between" gap={8}>
          <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <StateBadge state={RESULT_BADGES[result.status]} label={t(`result.${result.status}`)} />
        </Group>
        {result.error !== null && (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {result.error.message}
          </Text>
        )}
        {result.output !== null && result.output !== '' && <ClippedText text={result.output} />}
        {result.output === '' && !hasCalls && (
          <Text size="sm" c="dimmed">
            {t('emptyAnswer')}
          </Text>
        )}
        {hasCalls && (
          <CodeText label={t('callsOf', { name: title })} language="json" text={asText(result.tool_calls)} />
        )}
        {result.grades.length > 0 && <Grades grades={result.grades} label={t('gradesOf', { name: title })} />}
        <AnswerFooter result={result} />
      </Stack>
    </Paper>
  );
}

function Grades({ grades, label }: { readonly grades: EvalResult['grades']; readonly label: string }): ReactNode {
  const { t, i18n } = useTranslation('evals');
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {grades.map(({ name, reason, score, status, type }) => (
        <li key={name}>
          <Group gap={8}>
            <StateBadge state={RESULT_BADGES[status]} label={name === type ? t(`grader.type.${type}`) : name} />
            <Text size="xs" c="dimmed">
              {t(`grade.${status}`)}
              {score !== null && ` · ${formatShare(score, i18n.language)}`}
            </Text>
          </Group>
          {reason !== null && (
            <Text size="sm" dir="auto" ps={20} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

function AnswerFooter({ result }: { readonly result: EvalResult }): ReactNode {
  const { t } = useTranslation('evals');
  const { completion_tokens, cost_usd, finish_reason, judge_cost_usd, latency_ms, prompt_tokens, request_id } = result;
  return (
    <Group gap={12} c="dimmed" fz="xs">
      <DurationText ms={latency_ms} />
      <span>{t('tokensOf', { input: prompt_tokens, output: completion_tokens })}</span>
      {cost_usd !== null && <MoneyText usd={cost_usd} />}
      {judge_cost_usd !== null && (
        <span>
          {t('figure.judgeCost')} <MoneyText usd={judge_cost_usd} />
        </span>
      )}
      {finish_reason !== null && <span>{t('finish', { reason: finish_reason })}</span>}
      <span>
        {t('field.request')} <IdText id={request_id} />
      </span>
    </Group>
  );
}
