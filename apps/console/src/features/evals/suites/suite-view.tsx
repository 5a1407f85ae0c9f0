import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { FactList } from '../../../ui/fact-list.js';
import { IdText } from '../../../ui/id-text.js';
import { asText } from '../datasets/case-text.js';
import { useChoices } from '../queries.js';
import { fieldsOf, type Grader, type GraderField, nameOfGrader, valuesOfGrader } from './grader-values.js';
import type { Suite, Target } from './suite-values.js';

/** Parts of a suite. */
export function SuiteView({ suite }: { readonly suite: Suite }): ReactNode {
  const { t } = useTranslation('evals');
  const { dataset_id, dataset_version, graders, id, repeats, targets } = suite;
  return (
    <FactList
      facts={[
        { label: t('field.dataset'), value: <DatasetLink id={dataset_id} version={dataset_version} /> },
        {
          label: t('field.targets'),
          value: (
            <Entries
              entries={targets.map((target) => ({ name: nameOfTarget(target), text: <TargetText target={target} /> }))}
            />
          ),
        },
        {
          label: t('field.graders'),
          value: (
            <Entries
              entries={graders.map((grader) => ({ name: nameOfGrader(grader), text: <GraderText grader={grader} /> }))}
            />
          ),
        },
        { label: t('field.repeats'), value: <CountText n={repeats} /> },
        { label: t('field.id'), value: <IdText id={id} /> },
      ]}
    />
  );
}

interface DatasetLinkProps {
  readonly id: string;
  /** Null: the newest one when a run begins. */
  readonly version: number | null;
}

/** A dataset by its name, and the version that is used. */
export function DatasetLink({ id, version }: DatasetLinkProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const { data: choices } = useChoices();
  const name = choices?.datasets.find(({ value }) => value === id)?.label;
  const params = { workspace, dataset: id };
  const search = version === null ? {} : { version: String(version) };
  return (
    <>
      <Anchor
        size="sm"
        underline="always"
        dir="auto"
        component={Link}
        {...({ to: '/w/$workspace/evals/datasets/$dataset', params, search } as object)}
      >
        {name ?? t('field.dataset')}
      </Anchor>
      {` · ${version === null ? t('newestVersion') : t('versionOf', { version })}`}
    </>
  );
}

interface Entry {
  readonly name: string;
  readonly text: ReactNode;
}

function Entries({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <Stack gap={8}>
      {entries.map(({ name, text }) => (
        <div key={name}>
          <Text size="sm" fw={500} dir="auto">
            {name}
          </Text>
          <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function nameOfTarget({ agent_id, model, name, workflow_id }: Target): string {
  return name ?? model ?? agent_id ?? workflow_id ?? '';
}

function TargetText({ target }: { readonly target: Target }): ReactNode {
  const { t } = useTranslation('evals');
  const { data: choices } = useChoices();
  const { agent_id, model, parameters = {}, system, type, version, workflow_id } = target;
  const id = agent_id ?? workflow_id;
  const isWithParameters = Object.keys(parameters).length > 0;
  const known = type === 'workflow' ? choices?.workflows : choices?.agents;
  const words =
    type === 'agent' || type === 'workflow'
      ? [
          t(`target.type.${type}`),
          known?.find(({ value }) => value === id)?.label ?? id,
          version === undefined ? t('newestVersion') : t('versionOf', { version }),
        ]
      : [t('target.type.model'), model, isWithParameters && JSON.stringify(parameters)];
  return (
    <>
      {words.filter(Boolean).join(' · ')}
      {system !== undefined && (
        <Text size="xs" dir="auto" lineClamp={3} style={{ whiteSpace: 'pre-wrap' }}>
          {system}
        </Text>
      )}
    </>
  );
}

/** Fields with one of a few values, which have names. */
const CHOICE_FIELDS: readonly GraderField[] = ['pick', 'method', 'arguments', 'mode'];

/** Long texts are cut: the form has them whole. */
const LONGEST = 200;

function GraderText({ grader }: { readonly grader: Grader }): ReactNode {
  const { t } = useTranslation('evals');
  const values = valuesOfGrader(grader);
  const isSet = (field: GraderField): boolean => values[field] !== '' && values[field] !== false;
  const words = fieldsOf(values)
    .filter(isSet)
    .map((field) => {
      const label = t(field === 'model' && grader.type === 'judge' ? 'graderField.judgeModel' : `graderField.${field}`);
      const value = values[field];
      if (value === true) return label;
      const written = asText(field === 'schema' ? grader.schema : value);
      const shown = CHOICE_FIELDS.includes(field) ? t(`choice.${field}.${value}`) : written;
      return t('fieldOf', { name: label, value: shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown });
    });
  return [t(`grader.type.${values.type}`), ...words].join(' · ');
}
