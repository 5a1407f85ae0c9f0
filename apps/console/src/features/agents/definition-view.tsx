import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { type Fact, FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { MoneyText } from '../../ui/money-text.js';
import type { Agent, AgentVersion } from './agent-values.js';
import { useChoices } from './queries.js';

/** Definition of an agent or one of its versions. */
export function DefinitionView({ definition }: { readonly definition: Agent | AgentVersion }): ReactNode {
  const { t } = useTranslation('agents');
  const { data: choices } = useChoices();
  const { caps, docset_ids, instructions, kb_ids, max_output_tokens, max_steps, model, temperature } = definition;
  const facts: (Fact | false)[] = [
    { label: t('field.model'), value: model },
    {
      label: t('field.instructions'),
      value: <span style={{ whiteSpace: 'pre-wrap' }}>{instructions || t('none')}</span>,
    },
    { label: t('field.tools'), value: <Tools definition={definition} /> },
    kb_ids.length > 0 && { label: t('field.kb_ids'), value: <Names ids={kb_ids} choices={choices?.bases} /> },
    docset_ids.length > 0 && {
      label: t('field.docset_ids'),
      value: <Names ids={docset_ids} choices={choices?.sets} />,
    },
    { label: t('field.max_steps'), value: <CountText n={max_steps} /> },
    caps.tool_calls !== undefined && { label: t('field.tool_calls'), value: <CountText n={caps.tool_calls} /> },
    caps.seconds !== undefined && { label: t('field.seconds'), value: <CountText n={caps.seconds} /> },
    { label: t('field.cost_usd'), value: caps.cost_usd == null ? t('noCap') : <MoneyText usd={caps.cost_usd} /> },
    { label: t('field.tokens'), value: caps.tokens == null ? t('noCap') : <CountText n={caps.tokens} /> },
    { label: t('field.temperature'), value: temperature ?? t('ofModel') },
    {
      label: t('field.max_output_tokens'),
      value: max_output_tokens === null ? t('ofModel') : <CountText n={max_output_tokens} />,
    },
    {
      label: t('field.published'),
      value:
        [
          definition.chat_model && t('field.chat_model'),
          definition.mcp_tool && t('field.mcp_tool'),
          definition.a2a && t('field.a2a'),
        ]
          .filter((each) => each !== false)
          .join(', ') || t('none'),
    },
    'id' in definition && { label: t('field.id'), value: <IdText id={definition.id} /> },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}

function Tools({ definition: { tools } }: { readonly definition: Pick<Agent, 'tools'> }): ReactNode {
  const { t } = useTranslation('agents');
  const { data: choices } = useChoices();
  if (tools.length === 0) return t('none');
  return (
    <Stack gap={8}>
      {tools.map((tool) => (
        <div key={tool.name}>
          <Text size="sm" ff="monospace">
            {tool.name}
          </Text>
          <Text size="xs" c="dimmed" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {tool.description}
          </Text>
          <Text size="xs" c="dimmed" dir="ltr">
            {targetOf(tool, choices?.agents)}
            {tool.requires_approval && ` · ${t('tool.approved')}`}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** Returns the target of a tool: an address, an agent, or a server and its tools. */
function targetOf(
  { agent_id, method, server, tools, url }: Agent['tools'][number],
  agents: NamesProps['choices'],
): string {
  if (server !== undefined) return [server, ...(tools ?? [])].join(' · ');
  if (agent_id === undefined) return `${method ?? ''} ${url ?? ''}`;
  return agents?.find(({ value }) => value === agent_id)?.label ?? agent_id;
}

interface NamesProps {
  readonly ids: readonly string[];
  readonly choices: readonly { readonly value: string; readonly label: string }[] | undefined;
}

function Names({ choices = [], ids }: NamesProps): ReactNode {
  return ids.map((id) => choices.find(({ value }) => value === id)?.label ?? id).join(', ');
}
