import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useWorkspace } from '../../api/use-workspace.js';
import type { Step } from './definition.js';
import { JsonField } from './json-field.js';
import { type Problem, useChoices } from './queries.js';
import { fieldsOf, type StepField } from './step-fields.js';
import { useProblemWords } from './use-problem-words.js';

/** Models that are drawn at a time; typing finds the others. */
const MOST_MODELS = 60;

interface StepFormProps {
  readonly step: Step;
  readonly problems: readonly Problem[];
  readonly isReadOnly: boolean;
  readonly onChange: (fields: Readonly<Record<string, unknown>>) => void;
  readonly onRename: (id: string) => void;
}

/** The fields of one step, each with what the service says of it. */
export default function StepForm({ isReadOnly, onChange, onRename, problems, step }: StepFormProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [id, setId] = useState(step.id);
  const write = useProblemWords();
  return (
    <Stack gap={12}>
      {problems.length > 0 && (
        <Stack component="ul" gap={4} m={0} pl={20} aria-label={t('problemsOf', { name: step.id })}>
          {problems.map((problem) => (
            <Text
              component="li"
              size="sm"
              c="var(--mantine-color-error)"
              key={problem.path + problem.message}
              dir="auto"
            >
              {write(problem)}
            </Text>
          ))}
        </Stack>
      )}
      <TextInput
        label={t('step.id')}
        description={t('stepHint.id')}
        maxLength={64}
        disabled={isReadOnly}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        onBlur={() => {
          if (id === step.id) return;
          onRename(id);
          setId(step.id);
        }}
      />
      <TextInput
        label={t('step.name')}
        maxLength={200}
        dir="auto"
        disabled={isReadOnly}
        value={step.name ?? ''}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value || undefined })}
      />
      {fieldsOf(step.kind).map((field) => (
        <Field
          key={field.name}
          field={field}
          value={step[field.name]}
          isReadOnly={isReadOnly}
          onChange={(value) => onChange({ [field.name]: value })}
        />
      ))}
    </Stack>
  );
}

interface ModelFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

/** Name of a model: one of those that chat in the workspace, or another that is typed. */
function ModelField({ onChange, ...props }: ModelFieldProps): ReactNode {
  const { data: models = [] } = useChatModels(useWorkspace().id);
  return <Autocomplete {...props} data={models} limit={MOST_MODELS} onChange={(name) => onChange(name || undefined)} />;
}

interface FieldProps {
  readonly field: StepField;
  readonly value: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
}

function Field({ field, isReadOnly, onChange, value }: FieldProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { data: choices } = useChoices();
  const { input, max, min, name } = field;
  const common = {
    label: t(`step.${name}`),
    description: t(`stepHint.${name}`, { defaultValue: '' }) || undefined,
    disabled: isReadOnly,
  };
  const text = typeof value === 'string' ? value : '';
  switch (input) {
    case 'text':
      return (
        <TextInput
          {...common}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'model':
      return <ModelField {...common} value={text} onChange={onChange} />;
    case 'area':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={12}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'choice':
      return <ChoiceField {...common} choices={field.choices ?? []} value={text} onChange={onChange} />;
    case 'bases':
      return (
        <MultiSelect
          {...common}
          searchable
          data={choices?.bases ?? []}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
        />
      );
    case 'workflow':
    case 'agent':
      return (
        <Select
          {...common}
          searchable
          data={choices?.[input] ?? []}
          value={text || null}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'json':
      return <JsonField {...common} value={value} onChange={onChange} />;
    case 'messages':
      return <Messages value={value} isReadOnly={isReadOnly} onChange={onChange} />;
  }
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

function ChoiceField({ choices, onChange, value, ...common }: ChoiceFieldProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <Select
      {...common}
      clearable
      placeholder={t('byDefault')}
      data={choices.map((choice) => ({ value: choice, label: t(`choice.${choice}`, { defaultValue: choice }) }))}
      value={value || null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

const ROLES = ['system', 'user', 'assistant'];

interface Message {
  readonly role?: string;
  readonly content?: string;
}

function Messages({ isReadOnly, onChange, value }: Omit<FieldProps, 'field'>): ReactNode {
  const { t } = useTranslation('workflows');
  const messages = Array.isArray(value) ? (value as Message[]) : [];
  const change = (at: number, fields: Message): void =>
    onChange(messages.map((message, index) => (index === at ? { ...message, ...fields } : message)));
  return (
    <Stack gap={8} component="fieldset" m={0} p={0} style={{ border: 'none' }}>
      <Text component="legend" size="sm" fw={500}>
        {t('step.messages')}
      </Text>
      {messages.map(({ content, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have nothing else that tells them apart
        <Paper withBorder p="sm" key={index}>
          <Group gap={8} wrap="nowrap" mb={8}>
            <Select
              aria-label={t('step.role', { number: index + 1 })}
              size="xs"
              flex={1}
              disabled={isReadOnly}
              allowDeselect={false}
              data={ROLES.map((each) => ({ value: each, label: t(`role.${each}`) }))}
              value={role ?? null}
              onChange={(next) => change(index, { role: next ?? 'user' })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={isReadOnly}
              aria-label={t('step.removeMessage', { number: index + 1 })}
              onClick={() => onChange(messages.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
          <Textarea
            aria-label={t('step.content', { number: index + 1 })}
            autosize
            minRows={2}
            maxRows={12}
            dir="auto"
            disabled={isReadOnly}
            value={content ?? ''}
            onChange={({ currentTarget }) => change(index, { content: currentTarget.value })}
          />
        </Paper>
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...messages, { role: 'user', content: '' }])}
          >
            {t('step.addMessage')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
