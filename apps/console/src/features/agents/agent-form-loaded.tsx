import {
  Autocomplete,
  Fieldset,
  Input,
  MultiSelect,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useWorkspace } from '../../api/use-workspace.js';
import type { AgentValues } from './agent-values.js';
import { useChoices } from './queries.js';
import { ToolsField } from './tools-field.js';

const MOST_OPTIONS = 60;

export interface AgentFormProps {
  readonly form: UseFormReturnType<AgentValues & Record<string, unknown>>;
  /** The agent itself, which cannot be one of its tools. */
  readonly agentId?: string;
}

/** Every field of an agent. A change of more than its name and description makes a version. */
export default function AgentFormLoaded({ agentId, form }: AgentFormProps): ReactNode {
  const { t } = useTranslation('agents');
  const { id: workspaceId } = useWorkspace();
  const { data: models = [] } = useChatModels(workspaceId);
  const { data: choices } = useChoices();
  return (
    <Stack gap={16}>
      <TextInput
        label={t('field.name')}
        description={t('hint.name')}
        required
        data-autofocus
        maxLength={64}
        {...form.getInputProps('name')}
      />
      <TextInput label={t('field.description')} maxLength={1000} dir="auto" {...form.getInputProps('description')} />
      <Autocomplete
        label={t('field.model')}
        required
        data={[...models]}
        limit={MOST_OPTIONS}
        maxLength={512}
        {...form.getInputProps('model')}
      />
      <Textarea
        label={t('field.instructions')}
        description={t('hint.instructions')}
        autosize
        minRows={5}
        maxRows={20}
        maxLength={32_000}
        dir="auto"
        {...form.getInputProps('instructions')}
      />
      <ToolsField
        tools={form.values.tools}
        error={form.errors.tools}
        agents={(choices?.agents ?? []).filter(({ value }) => value !== agentId)}
        onChange={(tools) => form.setFieldValue('tools', tools as never)}
      />
      <MultiSelect
        label={t('field.kb_ids')}
        description={t('hint.kb_ids')}
        data={choices?.bases ?? []}
        searchable
        clearable
        maxValues={20}
        {...form.getInputProps('kb_ids')}
        value={[...form.values.kb_ids]}
      />
      <MultiSelect
        label={t('field.docset_ids')}
        data={choices?.sets ?? []}
        searchable
        clearable
        maxValues={20}
        {...form.getInputProps('docset_ids')}
        value={[...form.values.docset_ids]}
      />
      <Switch
        label={t('field.chat_model')}
        description={t('hint.chat_model', { model: `agent/${form.values.name.trim() || 'name'}` })}
        {...form.getInputProps('chat_model', { type: 'checkbox' })}
      />
      <Switch
        label={t('field.mcp_tool')}
        description={t('hint.mcp_tool')}
        {...form.getInputProps('mcp_tool', { type: 'checkbox' })}
      />
      <Switch
        label={t('field.a2a')}
        description={t('hint.a2a', { path: `/a2a/${form.values.name.trim() || 'name'}` })}
        {...form.getInputProps('a2a', { type: 'checkbox' })}
      />
      <Caps form={form} />
    </Stack>
  );
}

function Caps({ form }: Pick<AgentFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('agents');
  const count = (name: keyof AgentValues, max: number) => (
    <NumberInput
      label={t(`field.${name}`)}
      min={1}
      max={max}
      allowDecimal={false}
      thousandSeparator=" "
      hideControls
      {...form.getInputProps(name)}
    />
  );
  return (
    <Fieldset legend={t('field.caps')}>
      <Stack gap={12}>
        {form.errors.caps && <Input.Error role="alert">{form.errors.caps}</Input.Error>}
        {count('max_steps', 50)}
        {count('tool_calls', 500)}
        {count('seconds', 3600)}
        <NumberInput
          label={t('field.cost_usd')}
          description={t('hint.cost_usd')}
          placeholder={t('noCap')}
          min={0}
          max={10_000}
          decimalScale={6}
          prefix="$"
          hideControls
          {...form.getInputProps('cost_usd')}
        />
        <NumberInput
          label={t('field.tokens')}
          placeholder={t('noCap')}
          min={1}
          max={100_000_000}
          allowDecimal={false}
          thousandSeparator=" "
          hideControls
          {...form.getInputProps('tokens')}
        />
        <NumberInput
          label={t('field.temperature')}
          placeholder={t('ofModel')}
          min={0}
          max={2}
          decimalScale={2}
          hideControls
          {...form.getInputProps('temperature')}
        />
        <NumberInput
          label={t('field.max_output_tokens')}
          placeholder={t('ofModel')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator=" "
          hideControls
          {...form.getInputProps('max_output_tokens')}
        />
      </Stack>
    </Fieldset>
  );
}
