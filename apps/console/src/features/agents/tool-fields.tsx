import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { METHODS, type ToolValues } from './agent-values.js';

interface ToolFieldsProps {
  readonly tool: ToolValues;
  readonly onChange: (change: Partial<ToolValues>) => void;
  readonly agents: readonly { readonly value: string; readonly label: string }[];
}

/** The fields of one tool. */
export function ToolFields({ agents, onChange, tool }: ToolFieldsProps): ReactNode {
  const { t } = useTranslation('agents');
  return (
    <>
      <TextInput
        label={t('tool.name')}
        description={t('tool.nameHint')}
        required
        maxLength={64}
        value={tool.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {tool.type !== 'mcp' && (
        <Textarea
          label={t('tool.description')}
          description={t('tool.descriptionHint')}
          required
          autosize
          maxRows={8}
          maxLength={4000}
          dir="auto"
          value={tool.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      )}
      {tool.type === 'mcp' && <McpFields tool={tool} onChange={onChange} />}
      {tool.type === 'agent' && (
        <Select
          label={t('tool.agent')}
          required
          searchable
          data={[...agents]}
          value={tool.agent_id || null}
          nothingFoundMessage={t('tool.noAgents')}
          onChange={(value) => onChange({ agent_id: value ?? '' })}
        />
      )}
      {tool.type === 'http' && <HttpFields tool={tool} onChange={onChange} />}
      <Switch
        label={t('tool.requires_approval')}
        description={t('tool.approvalHint')}
        checked={tool.requires_approval}
        onChange={({ currentTarget }) => onChange({ requires_approval: currentTarget.checked })}
      />
    </>
  );
}

function McpFields({ onChange, tool }: Omit<ToolFieldsProps, 'agents'>): ReactNode {
  const { t } = useTranslation('agents');
  return (
    <>
      <TextInput
        label={t('tool.server')}
        description={t('tool.serverHint')}
        required
        maxLength={128}
        value={tool.server}
        onChange={({ currentTarget }) => onChange({ server: currentTarget.value })}
      />
      <Textarea
        label={t('tool.tools')}
        description={t('tool.toolsHint')}
        autosize
        minRows={2}
        maxRows={12}
        dir="ltr"
        value={tool.tools}
        onChange={({ currentTarget }) => onChange({ tools: currentTarget.value })}
      />
    </>
  );
}

function HttpFields({ onChange, tool }: Omit<ToolFieldsProps, 'agents'>): ReactNode {
  const { t } = useTranslation('agents');
  return (
    <>
      <Select
        label={t('tool.method')}
        allowDeselect={false}
        data={[...METHODS]}
        value={tool.method}
        onChange={(value) => onChange({ method: value ?? tool.method })}
      />
      <TextInput
        label={t('tool.url')}
        description={t('tool.urlHint')}
        required
        dir="ltr"
        maxLength={2048}
        value={tool.url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <Textarea
        label={t('tool.parameters')}
        description={t('tool.parametersHint')}
        autosize
        minRows={4}
        maxRows={16}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={tool.parameters}
        onChange={({ currentTarget }) => onChange({ parameters: currentTarget.value })}
      />
      <Textarea
        label={t('tool.headers')}
        description={t('tool.headersHint', { example: '{{secrets.NAME}}' })}
        placeholder={'Authorization: Bearer …'}
        autosize
        minRows={2}
        dir="ltr"
        value={tool.headers}
        onChange={({ currentTarget }) => onChange({ headers: currentTarget.value })}
      />
      <NumberInput
        label={t('tool.timeout_seconds')}
        min={1}
        max={120}
        allowDecimal={false}
        hideControls
        value={tool.timeout_seconds}
        onChange={(value) => onChange({ timeout_seconds: typeof value === 'number' ? value : '' })}
      />
    </>
  );
}
