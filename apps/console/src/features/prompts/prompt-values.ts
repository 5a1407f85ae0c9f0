import type { UseFormReturnType } from '@mantine/form';
import type { components } from '../../api/schema.js';
import { isJsonObject } from '../../ui/json-object.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type Prompt = components['schemas']['PromptView'];
export type PromptVersion = components['schemas']['PromptVersionDto'];
export type PromptLabel = components['schemas']['PromptLabelDto'];
type NewVersion = components['schemas']['NewPromptVersionDto'];
type Role = PromptVersion['messages'][number]['role'];
type VariableType = NonNullable<NonNullable<PromptVersion['variables']>[number]['type']>;

export const ROLES = ['system', 'user', 'assistant'] as const satisfies readonly Role[];
export const VARIABLE_TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'json',
] as const satisfies readonly VariableType[];

export interface MessageRow {
  readonly key: string;
  readonly role: Role;
  readonly content: string;
}

export interface VariableRow {
  readonly key: string;
  readonly name: string;
  readonly type: VariableType;
  /** Empty: requests must send a value. */
  readonly usual: string;
  readonly options: readonly string[];
}

export interface PromptValues {
  readonly name: string;
  readonly scope: PolicyScope;
  readonly enabled: boolean;
  readonly description: string;
  readonly protectedLabels: readonly string[];
  readonly comment: string;
  readonly messages: readonly MessageRow[];
  readonly variables: readonly VariableRow[];
  readonly model: string;
  /** JSON: `parameters`, `tools`, `response_schema` and `fixed`. */
  readonly more: string;
}

export type PromptForm = UseFormReturnType<PromptValues & Record<string, unknown>>;

export const EMPTY_PROMPT: PromptValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  description: '',
  protectedLabels: [],
  comment: '',
  messages: [{ key: 'first', role: 'system', content: '' }],
  variables: [],
  model: '',
  more: '{}',
};

/** The version with the highest number; undefined if there is none. */
export function latestOf({ versions }: Pick<Prompt, 'versions'>): PromptVersion | undefined {
  return versions.toSorted((one, other) => other.version - one.version)[0];
}

/** A prompt as the form shows it: with the latest version, which a changed form makes a new one of. */
export function valuesOfPrompt(prompt: Prompt): PromptValues {
  const latest = latestOf(prompt);
  const { fixed, messages = [], model = '', parameters, response_schema, tools, variables = [] } = latest ?? {};
  const more = {
    ...(parameters && { parameters }),
    ...(tools && { tools }),
    ...(response_schema && { response_schema }),
  };
  return {
    name: prompt.name,
    scope: prompt.workspace_id === null ? 'organization' : 'workspace',
    enabled: prompt.enabled,
    description: prompt.description ?? '',
    protectedLabels: [...prompt.protected_labels],
    comment: '',
    messages: messages.map(({ content, role }, at) => ({ key: String(at), role, content })),
    variables: variables.map(({ default: usual, name, options = [], type = 'string' }, at) => ({
      key: String(at),
      name,
      type,
      usual: usual === undefined || usual === null ? '' : String(usual),
      options: [...options],
    })),
    model,
    more: JSON.stringify({ ...more, ...(fixed && fixed.length > 0 && { fixed }) }, null, 2),
  };
}

/** The content of a version that the form describes. What it does not show of a variable stays as the latest version has it. */
export function toVersion(values: PromptValues, latest: PromptVersion | undefined): NewVersion {
  const { comment, messages, model, more, variables } = values;
  return {
    ...(comment.trim() !== '' && { comment: comment.trim() }),
    messages: messages.map(({ content, role }) => ({ role, content })),
    variables: variables.map(({ name, options, type, usual }) => {
      const { description, max_length } = latest?.variables?.find((each) => each.name === name.trim()) ?? {};
      return {
        name: name.trim(),
        type,
        ...(usual !== '' && { default: readUsual(usual, type) as never }),
        ...(type === 'string' && options.length > 0 && { options: [...options] }),
        ...(max_length !== undefined && { max_length }),
        ...(description !== undefined && { description }),
      };
    }),
    ...(model.trim() !== '' && { model: model.trim() }),
    ...(JSON.parse(more) as Partial<NewVersion>),
  };
}

function readUsual(text: string, type: VariableType): unknown {
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'boolean' ? text.trim().toLowerCase() === 'true' : text;
}

export function toNewPrompt(values: PromptValues, workspaceId: string): components['schemas']['CreatePromptDto'] {
  return {
    ...commonOf(values),
    name: values.name.trim(),
    workspace_id: values.scope === 'organization' ? null : workspaceId,
    versions: [{ version: 1, ...toVersion(values, undefined) }],
  };
}

/** The changes of a form: a new version only if the content of the latest one is changed. */
export function toChangedPrompt(values: PromptValues, prompt: Prompt): components['schemas']['UpdatePromptDto'] {
  const before = valuesOfPrompt(prompt);
  const isNew = (['messages', 'variables', 'model', 'more'] as const).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(before[field]),
  );
  const latest = latestOf(prompt);
  const next = { version: (latest?.version ?? 0) + 1, ...toVersion(values, latest) };
  return {
    ...commonOf(values),
    name: values.name.trim(),
    ...(isNew && { versions: [...prompt.versions, next] }),
  };
}

function commonOf({ description, enabled, protectedLabels }: PromptValues) {
  return {
    enabled,
    description: description.trim() === '' ? null : description.trim(),
    protected_labels: [...protectedLabels],
  };
}

/** Fields that lack something, with the key of the text that says what. */
export function checkPrompt({ messages, more, name, variables }: PromptValues) {
  return {
    ...(name.trim() === '' && { name: 'missing.name' }),
    ...((messages.length === 0 || messages.some(({ content }) => content.trim() === '')) && {
      messages: 'missing.messages',
    }),
    ...(variables.some((row) => row.name.trim() === '') && { variables: 'missing.variables' }),
    ...(!isJsonObject(more) && { more: 'missing.more' }),
  };
}

/** A label with what it stands for, such as `production → 3` or `staging → 1 (90), 2 (10)`. */
export function writeLabel({ name, split, version }: PromptLabel): string {
  const target = version ?? split?.map((share) => `${share.version} (${share.weight})`).join(', ');
  return `${name} → ${target}`;
}

/** The text of a version, as people compare it. */
export function writeVersion({ messages, model, version: _number, comment: _comment, ...more }: PromptVersion): string {
  const texts = messages.map(({ content, role }) => `# ${role}\n${content}`);
  return [...(model === undefined ? [] : [`model: ${model}`]), ...texts, JSON.stringify(more, null, 2)].join('\n\n');
}
