import { Autocomplete, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../../api/models.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import type { TargetValues } from './suite-values.js';

/** Most options that are drawn at a time; typing finds the others. */
const MOST_OPTIONS = 60;

type Choices = readonly { readonly value: string; readonly label: string }[];

interface TargetFieldsProps {
  readonly target: TargetValues;
  readonly onChange: (change: Partial<TargetValues>) => void;
  readonly agents: Choices;
  readonly workflows: Choices;
}

/** The fields of one target: a model, an agent, or a workflow. */
export function TargetFields({ agents, onChange, target, workflows }: TargetFieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <>
      {target.type === 'model' && <ModelFields target={target} onChange={onChange} />}
      {target.type === 'agent' && (
        <VersionedFields field="agent_id" choices={agents} target={target} onChange={onChange} />
      )}
      {target.type === 'workflow' && (
        <>
          <VersionedFields field="workflow_id" choices={workflows} target={target} onChange={onChange} />
          <Select
            label={t('target.input')}
            allowDeselect={false}
            data={INPUTS.map((value) => ({ value, label: t(`target.inputs.${value}`) }))}
            value={target.input}
            onChange={(value) => onChange({ input: value === 'json' ? 'json' : 'text' })}
          />
          <TextInput
            label={t('target.outputPath')}
            placeholder="$.answer"
            maxLength={500}
            dir="ltr"
            value={target.output_path}
            onChange={({ currentTarget }) => onChange({ output_path: currentTarget.value })}
          />
        </>
      )}
      <TextInput
        label={t('target.name')}
        description={t('hint.targetName')}
        maxLength={128}
        dir="auto"
        value={target.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    </>
  );
}

const INPUTS = ['text', 'json'] as const;

interface VersionedFieldsProps extends Pick<TargetFieldsProps, 'target' | 'onChange'> {
  readonly field: 'agent_id' | 'workflow_id';
  readonly choices: Choices;
}

/** Choice of an object with versions, and of the version. */
function VersionedFields({ choices, field, onChange, target }: VersionedFieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  const id = target[field];
  const isAgent = field === 'agent_id';
  return (
    <>
      <Select
        label={t(isAgent ? 'target.agent' : 'target.workflow')}
        required
        searchable
        allowDeselect={false}
        data={[...choices]}
        value={id || null}
        nothingFoundMessage={t(isAgent ? 'target.noAgents' : 'target.noWorkflows')}
        onChange={(value) => {
          const known = choices.find((choice) => choice.value === id)?.label ?? '';
          const name = choices.find((choice) => choice.value === value)?.label ?? '';
          // Results name it by its ID unless the target has a name.
          const isOwn = target.name !== '' && target.name !== known;
          onChange({ [field]: value ?? '', ...(!isOwn && { name }) });
        }}
      />
      <NumberInput
        label={t('field.version')}
        placeholder={t('newestVersion')}
        min={1}
        max={2_147_483_646}
        allowDecimal={false}
        hideControls
        value={target.version}
        onChange={(value) => onChange({ version: typeof value === 'number' ? value : '' })}
      />
    </>
  );
}

function ModelFields({ onChange, target }: Pick<TargetFieldsProps, 'target' | 'onChange'>): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspaceId } = useWorkspace();
  const { data: models = [] } = useChatModels(workspaceId);
  return (
    <>
      <Autocomplete
        label={t('target.model')}
        description={t('hint.model')}
        required
        data={[...models]}
        limit={MOST_OPTIONS}
        maxLength={512}
        value={target.model}
        onChange={(model) => onChange({ model })}
      />
      <Textarea
        label={t('target.system')}
        description={t('hint.system')}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={64_000}
        dir="auto"
        value={target.system}
        onChange={({ currentTarget }) => onChange({ system: currentTarget.value })}
      />
      <Textarea
        label={t('target.parameters')}
        description={t('hint.parameters')}
        placeholder={'{ "temperature": 0 }'}
        autosize
        minRows={2}
        maxRows={12}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={target.parameters}
        onChange={({ currentTarget }) => onChange({ parameters: currentTarget.value })}
      />
    </>
  );
}
