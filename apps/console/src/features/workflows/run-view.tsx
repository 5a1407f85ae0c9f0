import { Alert, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { type Fact, FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { IdText } from '../../ui/id-text.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { useTask } from '../../ui/use-task.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { readGraph } from './definition.js';
import { GraphView } from './graph/graph-view.js';
import { useRun, useVersions, useWorkflowActions, type Workflow, type WorkflowRun } from './queries.js';
import { BADGES, hasEnded, statesOf } from './run-state.js';
import { StepView } from './step-view.js';
import type { WorkflowSearch } from './workflow-search.js';

interface RunViewProps {
  readonly workflow: Workflow;
  readonly runId: string;
  readonly mayRun: boolean;
}

/** A run as it goes on: the graph with the state of each step, and what each step was given and put out. */
export function RunView({ mayRun, runId, workflow }: RunViewProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { data, error, refetch } = useRun(runId);
  const { rows: versions } = useVersions(workflow.id);
  const [selected, setSelected] = useState<string>();
  const states = useMemo(() => statesOf(data?.steps ?? []), [data]);
  if (data === undefined) {
    return error ? <FailureNotice failure={error} onRetry={() => void refetch()} /> : <Skeleton h={240} />;
  }
  const { hasMore, run, steps } = data;
  const version = versions.find((each) => each.version === run.version);
  // A dry run was of the draft, which may have changed since: steps that are gone have no state.
  const graph = readGraph(run.version === null ? workflow.definition : version?.definition);
  const kindOf = (node: string): string | undefined => graph?.nodes.find(({ id }) => id === node)?.kind;
  return (
    <Stack gap={16} component="section" aria-label={t('run')} aria-busy={!hasEnded(run.status)}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      <Group justify="space-between" gap={8}>
        <StateBadge state={BADGES[run.status]} label={t(`runStatus.${run.status}`)} />
        {mayRun && <RunButtons run={run} />}
      </Group>
      {run.error !== null && (
        <Alert color="red" variant="light" title={t('runStatus.failed')}>
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {run.error.message}
          </Text>
        </Alert>
      )}
      {graph !== undefined && (
        <GraphView
          graph={graph}
          label={t('graph.label')}
          states={states}
          selected={selected}
          onSelect={(id) => {
            setSelected(id);
            document.getElementById(`step-${id}`)?.scrollIntoView({ block: 'center' });
          }}
        />
      )}
      {run.output !== null && (
        <CodeText label={t('field.output')} language="json" text={JSON.stringify(run.output, null, 2)} />
      )}
      <div>
        <Title order={2} size="h5" mb={8}>
          {t('steps')}
        </Title>
        <Stack component="ol" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
          {steps.map((step) => (
            <StepView
              key={step.id}
              runId={run.id}
              step={step}
              kind={kindOf(step.node)}
              isSelected={selected === step.node}
              mayRun={mayRun}
              isOver={hasEnded(run.status)}
            />
          ))}
        </Stack>
        {hasMore && (
          <Text size="sm" c="dimmed" mt={8}>
            {t('moreSteps')}
          </Text>
        )}
      </div>
      <RunFacts run={run} />
      <VisuallyHidden role="status" aria-live="polite">
        {t(`runStatus.${run.status}`)}
      </VisuallyHidden>
    </Stack>
  );
}

function RunButtons({ run }: { readonly run: WorkflowRun }): ReactNode {
  const { t } = useTranslation('workflows');
  const { cancel, rerun } = useWorkflowActions();
  const [, change] = useUrlSearch<WorkflowSearch>();
  const { isBusy, run: work } = useTask();
  if (!hasEnded(run.status)) {
    return (
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={() => void work(() => cancel(run.id))}
      >
        {t('action.cancel')}
      </Button>
    );
  }
  if (run.dry_run) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() => void work(async () => change({ run: (await rerun(run.id, undefined)).id }))}
    >
      {t('action.rerun')}
    </Button>
  );
}

function RunFacts({ run }: { readonly run: WorkflowRun }): ReactNode {
  const { t } = useTranslation('workflows');
  const facts: (Fact | false)[] = [
    {
      label: t('field.input'),
      value: <CodeText label={t('field.input')} language="json" text={JSON.stringify(run.input, null, 2)} />,
    },
    {
      label: t('field.version'),
      value: run.version === null ? t('dryRun') : t('versionOf', { version: run.version }),
    },
    { label: t('field.trigger'), value: t(`trigger.${run.trigger}`) },
    run.rerun_of !== null && { label: t('field.rerunOf'), value: <IdText id={run.rerun_of} /> },
    { label: t('field.started'), value: <TimeText at={run.started_at ?? run.created_at} /> },
    run.ended_at !== null && { label: t('field.ended'), value: <TimeText at={run.ended_at} /> },
    { label: t('field.id'), value: <IdText id={run.id} /> },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}
