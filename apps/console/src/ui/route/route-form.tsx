import {
  Autocomplete,
  Code,
  type InputWrapperProps,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ModelInput } from './model-input.js';
import { fieldsOf, fits, hiddenOf, type RouteField, readField } from './route-fields.js';
import type { RouteConfig, RouteNode } from './route-graph.js';
import type { NodeProblem } from './route-problems.js';

interface RouteFormProps {
  readonly node: RouteNode;
  readonly members: readonly string[];
  readonly problems: readonly NodeProblem[];
  /** Without it the fields are only shown. */
  readonly onChange?: (fields: RouteConfig) => void;
}

/** The fields of one node, each with what is wrong with it, and what no field shows. */
export function RouteForm({ members, node, onChange, problems }: RouteFormProps): ReactNode {
  const { t } = useTranslation(['routing', 'problems']);
  const fields = fieldsOf(node, members);
  const write = ({ message }: NodeProblem): string => t(message.key, message.values ?? {});
  const of = (name: string): string | undefined => {
    const found = problems.filter(({ field }) => field === name);
    return found.length === 0 ? undefined : found.map(write).join(' ');
  };
  const general = problems.filter(({ field }) => !fields.some(({ name }) => name === field));
  const hint = t(`kindHint.${node.kind}`, { defaultValue: '' });
  return (
    <Stack gap={12}>
      {hint !== '' && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {general.map((problem) => (
        <Text key={write(problem)} size="sm" c="var(--mantine-color-error)" role="alert" dir="auto">
          {write(problem)}
        </Text>
      ))}
      {fields.map((field) => (
        <Field
          key={`${node.id} ${field.name}`}
          kind={node.kind}
          field={field}
          label={t([`form.${node.kind}.${field.name}`, `form.${field.name}`])}
          value={readField(node, field.name)}
          problem={of(field.name)}
          {...(onChange && { onChange: (value) => onChange({ [field.name]: value }) })}
        />
      ))}
      <Hidden parts={hiddenOf(node, members)} />
    </Stack>
  );
}

/** Members of a node that no field shows. They stay as they are. */
function Hidden({ parts }: { readonly parts: readonly (readonly [string, unknown])[] }): ReactNode {
  const { t } = useTranslation('routing');
  if (parts.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('hidden')}
      </Text>
      {parts.map(([name, value]) => (
        <Code key={name} block dir="ltr" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {name === '' ? JSON.stringify(value, null, 2) : `${name}: ${JSON.stringify(value, null, 2)}`}
        </Code>
      ))}
    </Stack>
  );
}

interface FieldProps {
  readonly kind: RouteNode['kind'];
  readonly field: RouteField;
  readonly label: string;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange?: (value: unknown) => void;
}

function Field({ field, kind, label, onChange, problem, value }: FieldProps): ReactNode {
  const { t } = useTranslation('routing');
  const { byDefault, input, max, min, name } = field;
  // A value that does not fit is shown below as it is, and replaced by the typed one.
  const shown = fits(field, value) ? value : undefined;
  const change = (next: unknown): void => onChange?.(next);
  const common = {
    label,
    description: t([`formHint.${kind}.${name}`, `formHint.${name}`], { defaultValue: '' }) || undefined,
    disabled: onChange === undefined,
    ...(problem !== undefined && { error: problem }),
  };
  const text = typeof shown === 'string' ? shown : '';
  switch (input) {
    case 'text':
      return (
        <TextInput
          {...common}
          required
          maxLength={128}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      );
    case 'model':
      return <ModelInput {...common} value={text} onChange={change} />;
    case 'number':
      return (
        <NumberInput
          {...common}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          clampBehavior="none"
          allowDecimal={field.isWhole !== true}
          hideControls
          placeholder={byDefault === undefined ? undefined : String(byDefault)}
          value={typeof shown === 'number' ? shown : ''}
          onChange={(next) => change(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'numberOrWord':
      return <NumberOrWord common={common} field={field} value={shown} onChange={change} />;
    case 'flag':
      return (
        <Switch
          {...common}
          checked={typeof shown === 'boolean' ? shown : shown !== undefined || byDefault === true}
          onChange={({ currentTarget }) => change(valueOfFlag(field, currentTarget.checked))}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={(field.choices ?? []).map((choice) => ({ value: choice, label: t(`strategy.${choice}`) }))}
          value={text || String(byDefault)}
          onChange={(next) => change(next ?? undefined)}
        />
      );
    case 'names':
    case 'reasons':
      return (
        <TagsInput
          {...common}
          data={[...(field.suggestions ?? [])]}
          value={Array.isArray(shown) ? shown.map(String) : []}
          onChange={(names) => change(readNames(field, names))}
        />
      );
  }
}

interface NumberOrWordProps {
  readonly common: Pick<InputWrapperProps, 'label' | 'description' | 'error'> & { readonly disabled: boolean };
  readonly field: RouteField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function NumberOrWord({ common, field, onChange, value }: NumberOrWordProps): ReactNode {
  return (
    <Autocomplete
      {...common}
      data={[...(field.suggestions ?? [])]}
      placeholder={String(field.byDefault)}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(readAmount(text))}
    />
  );
}

/** A number, or a word as it is typed; nothing if it is empty. */
function readAmount(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  return /^\d+$/.test(text.trim()) ? Number(text) : text.trim();
}

function valueOfFlag({ whenOn }: RouteField, isOn: boolean): boolean | string | undefined {
  if (whenOn === undefined) return isOn;
  return isOn ? whenOn : undefined;
}

/** `503` is a status, `timeout` a word. An empty list of reasons is left out, so that the default holds. */
function readNames({ input }: RouteField, names: readonly string[]): readonly (string | number)[] | undefined {
  if (input === 'names') return names;
  return names.length === 0 ? undefined : names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}
