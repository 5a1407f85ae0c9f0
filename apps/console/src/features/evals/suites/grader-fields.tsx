import { Autocomplete, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels, useMediaModels } from '../../../api/models.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { fieldsOf, type GraderField, type GraderValues } from './grader-values.js';

const MOST_OPTIONS = 60;

const CHOICES: Partial<Record<GraderField, readonly string[]>> = {
  pick: ['last', 'first', 'only'],
  method: ['words', 'edit', 'embedding'],
  arguments: ['exact', 'subset', 'ignore'],
  mode: ['rubric', 'pairwise'],
};

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

const RANGES: Partial<Record<GraderField, Range>> = {
  absolute: { min: 0, max: 1e12, isWhole: false },
  relative: { min: 0, max: 1, isWhole: false },
  threshold: { min: 0, max: 1, isWhole: false },
  max_ms: { min: 1, max: 3_600_000, isWhole: true },
  max_usd: { min: 0, max: 1_000, isWhole: false },
  votes: { min: 1, max: 9, isWhole: true },
};

/** Characters of fields with a text. */
const LENGTHS: Partial<Record<GraderField, number>> = { value: 32_000, pattern: 500, path: 500, rubric: 20_000 };
const REQUIRED: readonly GraderField[] = ['pattern', 'schema', 'path', 'rubric', 'max_ms', 'max_usd'];
const OF_CODE: readonly GraderField[] = ['schema', 'pattern', 'path'];
const OF_LINES: readonly GraderField[] = ['schema', 'rubric', 'value'];

interface GraderFieldsProps {
  readonly grader: GraderValues;
  readonly onChange: (change: Partial<GraderValues>) => void;
}

/** The fields of one grader: those of its type, and its name. */
export function GraderFields({ grader, onChange }: GraderFieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <>
      {fieldsOf(grader).map((field) => (
        <OneField key={field} field={field} grader={grader} onChange={onChange} />
      ))}
      <TextInput
        label={t('grader.name')}
        description={t('hint.graderName')}
        maxLength={64}
        value={grader.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    </>
  );
}

function OneField({ field, grader, onChange }: GraderFieldsProps & { readonly field: GraderField }): ReactNode {
  const { t } = useTranslation('evals');
  const given = grader[field];
  const hint = t(`graderHint.${field}`, { defaultValue: '' });
  const common = {
    label: t(`graderField.${field}`),
    ...(hint !== '' && { description: hint }),
    required: REQUIRED.includes(field),
  };
  const range = RANGES[field];
  if (field === 'model') return <ModelField grader={grader} onChange={onChange} />;
  if (typeof given === 'boolean') {
    return (
      <Switch
        label={common.label}
        {...(hint !== '' && { description: hint })}
        checked={given}
        onChange={({ currentTarget }) => onChange({ [field]: currentTarget.checked })}
      />
    );
  }
  if (CHOICES[field] !== undefined) {
    return (
      <Select
        {...common}
        allowDeselect={false}
        data={CHOICES[field].map((value) => ({ value, label: t(`choice.${field}.${value}`) }))}
        value={String(given)}
        onChange={(value) => value !== null && onChange({ [field]: value })}
      />
    );
  }
  if (range !== undefined) {
    return (
      <NumberInput
        {...common}
        min={range.min}
        max={range.max}
        allowDecimal={!range.isWhole}
        hideControls
        value={given}
        onChange={(value) => onChange({ [field]: typeof value === 'number' ? value : '' })}
      />
    );
  }
  const isCode = OF_CODE.includes(field);
  const Input = OF_LINES.includes(field) ? Textarea : TextInput;
  return (
    <Input
      {...common}
      {...(OF_LINES.includes(field) && { autosize: true, minRows: field === 'value' ? 1 : 4, maxRows: 16 })}
      {...(isCode && {
        spellCheck: false,
        styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } },
      })}
      dir={isCode ? 'ltr' : 'auto'}
      maxLength={LENGTHS[field]}
      value={String(given)}
      onChange={({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        onChange({ [field]: currentTarget.value })
      }
    />
  );
}

/** A chat model for a judge, an embedding model for the likeness of texts. */
function ModelField({ grader, onChange }: GraderFieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspaceId } = useWorkspace();
  const { data: chat = [] } = useChatModels(workspaceId);
  const { data: embedding = [] } = useMediaModels(workspaceId, 'embedding');
  return (
    <Autocomplete
      label={t(grader.type === 'judge' ? 'graderField.judgeModel' : 'graderField.model')}
      required
      data={[...(grader.type === 'judge' ? chat : embedding)]}
      limit={MOST_OPTIONS}
      maxLength={512}
      value={grader.model}
      onChange={(model) => onChange({ model })}
    />
  );
}
