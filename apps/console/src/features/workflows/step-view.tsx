import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useTask } from '../../ui/use-task.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { useWorkflowActions, type WorkflowStep } from './queries.js';
import { BADGES } from './run-state.js';
import type { WorkflowSearch } from './workflow-search.js';

interface StepViewProps {
  readonly runId: string;
  readonly step: WorkflowStep;
  readonly kind: string | undefined;
  readonly isSelected: boolean;
  readonly mayRun: boolean;
  readonly isOver: boolean;
}

/** One step of a run, or one item of a map step: its state, what it was given, and what it put out. */
export function StepView({ isOver, isSelected, kind, mayRun, runId, step }: StepViewProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [chosen, setOpen] = useState<boolean>();
  const { ended_at, error, input, iteration, node, output, started_at, status } = step;
  const name = iteration === null ? node : t('itemOf', { name: node, number: iteration + 1 });
  const hasData = input !== null || output !== null;
  // The reason of a failure is in what was sent and answered.
  const isOpen = chosen ?? status === 'failed';
  return (
    <Paper
      withBorder
      p="sm"
      component="li"
      {...(iteration === null && { id: `step-${node}` })}
      style={isSelected ? { borderColor: 'var(--mantine-primary-color-filled)' } : undefined}
    >
      <Stack gap={8}>
        <Group justify="space-between" gap={8}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
            {kind !== undefined && (
              <Text span size="xs" c="dimmed">
                {' '}
                {t(`kind.${kind}`, { defaultValue: kind })}
              </Text>
            )}
          </Text>
          <Group gap={12}>
            {started_at !== null && ended_at !== null && (
              <Text size="xs" c="dimmed">
                <DurationText ms={Date.parse(ended_at) - Date.parse(started_at)} />
              </Text>
            )}
            <StateBadge state={BADGES[status]} label={t(`stepStatus.${status}`)} />
          </Group>
        </Group>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {error.message} <Code>{error.code}</Code>
          </Text>
        )}
        <StepFacts step={step} />
        <Group gap={8}>
          {hasData && (
            <Button
              size="compact-xs"
              variant="default"
              aria-expanded={isOpen}
              aria-label={t('action.dataOf', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              {t('action.data')}
            </Button>
          )}
          {mayRun && iteration === null && <StepButtons runId={runId} step={step} kind={kind} isOver={isOver} />}
        </Group>
        {isOpen && input !== null && (
          <CodeText
            label={t(status === 'failed' ? 'sentBy' : 'inputOf', { name })}
            language="json"
            text={JSON.stringify(input, null, 2)}
          />
        )}
        {isOpen && output !== null && (
          <CodeText
            label={t(status === 'failed' ? 'answeredTo' : 'outputOf', { name })}
            language="json"
            text={JSON.stringify(output, null, 2)}
          />
        )}
      </Stack>
    </Paper>
  );
}

function StepFacts({ step }: Pick<StepViewProps, 'step'>): ReactNode {
  const { t } = useTranslation('workflows');
  const { attempts, branch, decided_by, due_at, status } = step;
  return (
    <Group gap={12} c="dimmed" fz="xs">
      {attempts > 1 && <span>{t('attempts', { count: attempts })}</span>}
      {branch !== null && <span>{t('tookBranch', { branch: t(`branch.${branch}`) })}</span>}
      {decided_by !== null && <span dir="auto">{t('decidedBy', { name: decided_by })}</span>}
      {status === 'waiting' && due_at !== null && (
        <span>
          {t('due')} <TimeText at={due_at} />
        </span>
      )}
    </Group>
  );
}

type StepButtonsProps = Pick<StepViewProps, 'runId' | 'step' | 'kind' | 'isOver'>;

function StepButtons({ isOver, kind, runId, step }: StepButtonsProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { decide, rerun } = useWorkflowActions();
  const [, change] = useUrlSearch<WorkflowSearch>();
  const { isBusy, run: work } = useTask();
  if (kind === 'approval' && step.status === 'waiting') {
    return (['approved', 'rejected'] as const).map((decision) => (
      <Button
        key={decision}
        size="compact-xs"
        variant={decision === 'approved' ? 'filled' : 'default'}
        disabled={isBusy}
        leftSection={decision === 'approved' ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
        aria-label={t(`decide.${decision}Of`, { name: step.node })}
        onClick={() => void work(() => decide(runId, step.id, decision))}
      >
        {t(`decide.${decision}`)}
      </Button>
    ));
  }
  if (!isOver || step.started_at === null) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={isBusy}
      leftSection={<IconRefresh size={14} aria-hidden />}
      aria-label={t('action.rerunFromOf', { name: step.node })}
      onClick={() => void work(async () => change({ run: (await rerun(runId, step.node)).id }))}
    >
      {t('action.rerunFrom')}
    </Button>
  );
}
