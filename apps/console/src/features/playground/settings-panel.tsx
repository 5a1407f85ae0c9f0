import { Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import type { Settings, SettingsProblem } from './build-body.js';

interface Props {
  readonly settings: Settings;
  readonly problem: SettingsProblem | undefined;
  readonly onChange: (patch: Partial<Settings>) => void;
}

const NUMBERS = ['temperature', 'topP', 'maxTokens', 'seed'] as const;

/** The fields of settings: of all lanes, or of one. */
export function SettingsPanel({ onChange, problem, settings }: Props) {
  const { t } = useTranslation('playground');
  const errorOf = (field: string) => (problem?.field === field ? t(`problem.${problem.problem}`) : undefined);
  return (
    <Stack gap="sm">
      <Textarea
        label={t('settings.system')}
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        value={settings.system}
        onChange={({ currentTarget: { value } }) => onChange({ system: value })}
      />
      <Group grow gap="sm" preventGrowOverflow={false} wrap="wrap">
        {NUMBERS.map((name) => (
          <TextInput
            key={name}
            label={t(`settings.${name}`)}
            placeholder={t('settings.default')}
            inputMode="decimal"
            miw={110}
            value={settings[name]}
            error={errorOf(name)}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value.trim() })}
          />
        ))}
      </Group>
      <TextInput
        label={t('settings.stop')}
        value={settings.stop}
        onChange={({ currentTarget: { value } }) => onChange({ stop: value })}
      />
      <Select
        label={t('settings.reasoningEffort')}
        placeholder={t('settings.default')}
        clearable
        data={['none', 'minimal', 'low', 'medium', 'high']}
        value={settings.reasoningEffort || null}
        onChange={(value) => onChange({ reasoningEffort: value ?? '' })}
      />
      <Switch
        label={t('settings.stream')}
        checked={settings.stream}
        onChange={({ currentTarget: { checked } }) => onChange({ stream: checked })}
      />
      <Select
        label={t('settings.format')}
        data={['text', 'json_object', 'json_schema'].map((value) => ({ value, label: t(`format.${value}`) }))}
        value={settings.format}
        allowDeselect={false}
        onChange={(value) => onChange({ format: value ?? 'text' })}
      />
      {settings.format === 'json_schema' && (
        <div>
          <EditorLabel text={t('settings.schema')} />
          <CodeEditor
            language="json"
            label={t('settings.schema')}
            value={settings.schema}
            onChange={(schema) => onChange({ schema })}
          />
          <ProblemText text={errorOf('schema')} />
        </div>
      )}
      <div>
        <EditorLabel text={t('settings.tools')} />
        <CodeEditor
          language="json"
          label={t('settings.tools')}
          value={settings.tools}
          onChange={(tools) => onChange({ tools })}
        />
        <ProblemText text={errorOf('tools')} />
      </div>
    </Stack>
  );
}

/** The name of an editor for the eye; the editor itself is labelled. */
function EditorLabel({ text }: { readonly text: string }) {
  return (
    <Text size="sm" fw={600} mb={4} aria-hidden>
      {text}
    </Text>
  );
}

function ProblemText({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <div
      role="alert"
      style={{ color: 'var(--mantine-color-error)', fontSize: 'var(--mantine-font-size-xs)', marginTop: 4 }}
    >
      {text}
    </div>
  );
}
