import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NameInput } from '../../../ui/name-input.js';
import { useChoices, useVersions } from '../queries.js';
import { EntriesField } from './entries-field.js';
import { GraderFields } from './grader-fields.js';
import { findGraderProblem, GRADER_TYPES, nameOfGrader, newGrader } from './grader-values.js';
import { findTargetProblem, newTarget, type SuiteValues, type TargetValues } from './suite-values.js';
import { TargetFields } from './target-fields.js';

const MOST_TARGETS = 10;
const MOST_GRADERS = 20;
const TARGET_TYPES = ['model', 'agent', 'workflow'] as const;

export interface SuiteFormProps {
  readonly form: UseFormReturnType<SuiteValues & Record<string, unknown>>;
}

/** Every field of a suite: its dataset, what is evaluated, and how answers are graded. */
export default function SuiteFormLoaded({ form }: SuiteFormProps): ReactNode {
  const { t } = useTranslation('evals');
  const { data: choices } = useChoices();
  const { dataset_id, dataset_version } = form.values;
  const { rows: versions } = useVersions(dataset_id);
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      <TextInput label={t('field.description')} maxLength={1000} dir="auto" {...form.getInputProps('description')} />
      <Select
        label={t('field.dataset')}
        required
        searchable
        allowDeselect={false}
        data={choices?.datasets ?? []}
        nothingFoundMessage={t('noDatasets')}
        {...form.getInputProps('dataset_id')}
        value={dataset_id || null}
        onChange={(value) => form.setValues({ dataset_id: value ?? '', dataset_version: '' } as never)}
      />
      <Select
        label={t('field.datasetVersion')}
        description={t('hint.datasetVersion')}
        placeholder={t('newestVersion')}
        clearable
        disabled={dataset_id === ''}
        data={versionsOf(versions, dataset_version).map((value) => ({
          value,
          label: t('versionOf', { version: value }),
        }))}
        {...form.getInputProps('dataset_version')}
        value={dataset_version || null}
        onChange={(value) => form.setFieldValue('dataset_version', (value ?? '') as never)}
      />
      <TargetEntries form={form} />
      <GraderEntries form={form} />
      <NumberInput
        label={t('field.repeats')}
        description={t('hint.repeats')}
        min={1}
        max={20}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('repeats')}
      />
    </Stack>
  );
}

function TargetEntries({ form }: SuiteFormProps): ReactNode {
  const { t } = useTranslation('evals');
  const { data: choices } = useChoices();
  const { agents = [], workflows = [] } = choices ?? {};
  const labelOf = (id: string): string => [...agents, ...workflows].find(({ value }) => value === id)?.label ?? '';
  const nameOf = ({ agent_id, model, name, type, workflow_id }: TargetValues): string =>
    name.trim() || (type === 'model' ? model : labelOf(type === 'agent' ? agent_id : workflow_id));
  return (
    <EntriesField
      label={t('field.targets')}
      description={t('hint.targets')}
      error={form.errors.targets}
      most={MOST_TARGETS}
      types={TARGET_TYPES}
      entries={form.values.targets}
      onChange={(entries) => form.setFieldValue('targets', entries as never)}
      create={newTarget}
      texts={{
        addOf: (type) => t(`target.add.${type}`),
        nameOf: (target, at) => nameOf(target) || t('target.unnamed', { number: at + 1 }),
        typeOf: ({ type }) => t(`target.type.${type}`),
        remove: t('target.remove'),
      }}
      findProblem={findTargetProblem}
      fields={(target, onChange) => (
        <TargetFields target={target} onChange={onChange} agents={agents} workflows={workflows} />
      )}
    />
  );
}

function GraderEntries({ form }: SuiteFormProps): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <EntriesField
      label={t('field.graders')}
      description={t('hint.graders')}
      error={form.errors.graders}
      most={MOST_GRADERS}
      types={GRADER_TYPES}
      entries={form.values.graders}
      onChange={(entries) => form.setFieldValue('graders', entries as never)}
      create={newGrader}
      texts={{
        add: t('grader.add'),
        addOf: (type) => t(`grader.type.${type}`),
        nameOf: (grader) => (grader.name.trim() === '' ? t(`grader.type.${grader.type}`) : nameOfGrader(grader)),
        typeOf: ({ type }) => t(`grader.says.${type}`),
        remove: t('grader.remove'),
      }}
      findProblem={findGraderProblem}
      fields={(grader, onChange) => <GraderFields grader={grader} onChange={onChange} />}
    />
  );
}

/** The numbers of the versions that can be chosen; the chosen one too, where it is older than those that are listed. */
function versionsOf(versions: readonly { readonly version: number }[], chosen: string): string[] {
  const listed = versions.map(({ version }) => String(version));
  return chosen === '' || listed.includes(chosen) ? listed : [...listed, chosen];
}
