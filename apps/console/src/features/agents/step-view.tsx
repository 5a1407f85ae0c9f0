import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMessage, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { CodeText } from '../../ui/code-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { IdText } from '../../ui/id-text.js';
import { layOutJson } from '../../ui/message/lay-out-json.js';
import { MoneyText } from '../../ui/money-text.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { Agent } from './agent-values.js';
import type { AgentStep } from './queries.js';
import { describeStep } from './run-state.js';

interface StepViewProps {
  readonly step: AgentStep;
  readonly agent: Agent;
}

/** One step of a run: an answer of the model, or a call of a tool with its arguments and result. */
export function StepView({ agent, step }: StepViewProps): ReactNode {
  const { t } = useTranslation('agents');
  const { content, finished_at, kind, name, result, started_at } = step;
  const { state, word } = describeStep(step);
  const title = kind === 'model' ? t('step.model') : (name ?? t('step.tool'));
  const Sign = kind === 'model' ? IconMessage : IconTool;
  return (
    <Paper withBorder p="sm" component="li">
      <Stack gap={8}>
        <Group gap={8} justify="space-between" align="start">
          <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
            <Sign size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
          </Group>
          <Group gap={12}>
            {started_at !== null && finished_at !== null && (
              <Text size="xs" c="dimmed">
                <DurationText ms={Date.parse(finished_at) - Date.parse(started_at)} />
              </Text>
            )}
            <StateBadge state={state} label={t(`stepState.${word}`)} />
          </Group>
        </Group>
        {content !== null && content !== '' && (
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {content}
          </Text>
        )}
        {step.arguments !== null && (
          <CodeText label={t('step.arguments', { name: title })} language="json" text={layOutJson(step.arguments)} />
        )}
        {result !== null && (
          <CodeText label={t('step.result', { name: title })} language="json" text={layOutJson(result)} />
        )}
        <StepFooter agent={agent} step={step} />
      </Stack>
    </Paper>
  );
}

function StepFooter({ agent, step }: StepViewProps): ReactNode {
  const { t } = useTranslation('agents');
  const { id: workspace } = useWorkspace();
  const { child_run_id, completion_tokens, cost_usd, decided_by, kind, prompt_tokens, request_id } = step;
  // A run does not say whose run its step began: the tool of that name does.
  const childAgent = agent.tools.find(({ name }) => name === step.name)?.agent_id;
  return (
    <Group gap={12} c="dimmed" fz="xs">
      {kind === 'model' && <span>{t('tokensOf', { input: prompt_tokens, output: completion_tokens })}</span>}
      {cost_usd !== null && <MoneyText usd={cost_usd} />}
      {decided_by !== null && <span dir="auto">{t('step.decidedBy', { name: decided_by })}</span>}
      {request_id !== null && (
        <span>
          {t('step.request')} <IdText id={request_id} />
        </span>
      )}
      {child_run_id !== null && childAgent !== undefined && (
        <Anchor
          size="xs"
          underline="always"
          component={Link}
          {...({
            to: '/w/$workspace/agents/$agent',
            params: { workspace, agent: childAgent },
            search: { tab: 'runs', run: child_run_id },
          } as object)}
        >
          {t('step.childRun')}
        </Anchor>
      )}
    </Group>
  );
}
