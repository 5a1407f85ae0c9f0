import { Autocomplete, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useWorkspace } from '../../api/use-workspace.js';
import type { TargetValues } from './suite-values.js';

/** Most options that are drawn at a time; typing finds the others. */
const MOST_OPTIONS = 60;

interface TargetFieldsProps {
  readonly target: TargetValues;
  readonly onChange: (change: Partial<TargetValues>) => void;
  readonly agents: readonly { readonly value: string; readonly label: string }[];
}

/** The fields of one target: a model, or an agent. */
export function TargetFields({ agents, onChange, target }: TargetFieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <>
      {target.type === 'model' ? (
        <ModelFields target={target} onChange={onChange} />
      ) : (
        <>
          <Select
            label={t('target.agent')}
            required
            searchable
            allowDeselect={false}
            data={[...agents]}
            value={target.agent_id || null}
            nothingFoundMessage={t('target.noAgents')}
            onChange={(value) => {
              const known = agents.find(({ value: id }) => id === target.agent_id)?.label ?? '';
              const name = agents.find(({ value: id }) => id === value)?.label ?? '';
              // Results name an agent by its ID unless the target has a name.
              const isOwn = target.name !== '' && target.name !== known;
              onChange({ agent_id: value ?? '', ...(!isOwn && { name }) });
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

function ModelFields({ onChange, target }: Omit<TargetFieldsProps, 'agents'>): ReactNode {
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
