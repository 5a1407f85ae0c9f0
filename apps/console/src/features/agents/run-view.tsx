import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { type Fact, FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { IdText } from '../../ui/id-text.js';
import { MarkdownText } from '../../ui/markdown-text.js';
import { CitationList } from '../../ui/message/citation-list.js';
import { MoneyText } from '../../ui/money-text.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useTask } from '../../ui/use-task.js';
import type { Agent } from './agent-values.js';
import { ApprovalView } from './approval-view.js';
import { type AgentRun, useAgentActions, useRun } from './queries.js';
import { hasEnded, RUN_BADGES } from './run-state.js';
import { StepView } from './step-view.js';

interface RunViewProps {
  readonly agent: Agent;
  readonly runId: string;
}

/** A run as it goes on: what waits for a person, the answer, and each step with what went in and came out. */
export function RunView({ agent, runId }: RunViewProps): ReactNode {
  const { t } = useTranslation('agents');
  const { id: workspaceId } = useWorkspace();
  const mayApprove = useSession().can('gateway.agents.approve', workspaceId);
  const { data: run, error, refetch } = useRun(agent.id, runId);
  if (run === undefined) {
    return error ? <FailureNotice failure={error} onRetry={() => void refetch()} /> : <Skeleton h={160} />;
  }
  return (
    <Stack gap={16} component="section" aria-label={t('run')} aria-busy={!hasEnded(run.status)}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      <Group justify="space-between" gap={8}>
        <StateBadge state={RUN_BADGES[run.status]} label={t(`status.${run.status}`)} />
        {!hasEnded(run.status) && <CancelButton agentId={agent.id} runId={run.id} />}
      </Group>
      {run.waiting_calls.map((call) => (
        <ApprovalView key={`${call.run_id}-${call.position}`} call={call} mayApprove={mayApprove} />
      ))}
      <Outcome run={run} />
      <div>
        <Title order={2} size="h5" mb={8}>
          {t('trace')}
        </Title>
        {run.steps.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noSteps')}
          </Text>
        )}
        <Stack component="ol" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
          {run.steps.map((step) => (
            <StepView key={`${step.kind}-${step.position}`} step={step} agent={agent} />
          ))}
        </Stack>
      </div>
      <RunFacts run={run} />
      <VisuallyHidden role="status" aria-live="polite">
        {t(`status.${run.status}`)}
      </VisuallyHidden>
    </Stack>
  );
}

/** The answer, or why there is none. */
function Outcome({ run }: { readonly run: AgentRun }): ReactNode {
  const { t } = useTranslation('agents');
  const { citations, error, output, stop_reason } = run;
  return (
    <>
      {error !== null && (
        <Alert color="red" variant="light" title={t('status.failed')}>
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {error.message}
          </Text>
        </Alert>
      )}
      {run.status === 'incomplete' && stop_reason !== null && (
        <Alert color="gray" variant="light" title={t('status.incomplete')}>
          {t(`stop.${stop_reason}`)}
        </Alert>
      )}
      {output !== null && output !== '' && (
        <Paper withBorder p="md" component="section" aria-label={t('output')}>
          <MarkdownText text={output} />
        </Paper>
      )}
      {citations.length > 0 && <CitationList citations={citations} />}
    </>
  );
}

function RunFacts({ run }: { readonly run: AgentRun }): ReactNode {
  const { t } = useTranslation('agents');
  const { input, parent_run_id, usage, version } = run;
  const facts: (Fact | false)[] = [
    { label: t('field.input'), value: <span style={{ whiteSpace: 'pre-wrap' }}>{input}</span> },
    { label: t('field.version'), value: <CountText n={version} /> },
    { label: t('field.steps'), value: <CountText n={usage.steps} /> },
    { label: t('field.tool_calls'), value: <CountText n={usage.tool_calls} /> },
    {
      label: t('field.usedTokens'),
      value: t('tokensOf', { input: usage.prompt_tokens, output: usage.completion_tokens }),
    },
    { label: t('field.cost'), value: usage.cost_usd === null ? t('noPrice') : <MoneyText usd={usage.cost_usd} /> },
    { label: t('field.time'), value: <DurationText ms={usage.active_ms} /> },
    parent_run_id !== null && { label: t('field.parent'), value: <IdText id={parent_run_id} /> },
    { label: t('field.id'), value: <IdText id={run.id} /> },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}

function CancelButton({ agentId, runId }: { readonly agentId: string; readonly runId: string }): ReactNode {
  const { t } = useTranslation('agents');
  const { cancel } = useAgentActions();
  const { isBusy, run } = useTask();
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      onClick={() => void run(() => cancel(agentId, runId))}
    >
      {t('action.cancel')}
    </Button>
  );
}
