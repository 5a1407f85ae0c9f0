import { MultiSelect, NumberInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceFields } from './place-fields.js';
import type { AlertChannel } from './queries.js';
import {
  DEFAULTS,
  GROUPS,
  OF_ORGANIZATION,
  RULE_KINDS,
  type RuleKind,
  type RuleValues,
  WITHOUT_TEAM,
} from './rule-values.js';

interface RuleFormProps {
  readonly form: UseFormReturnType<RuleValues>;
  readonly isNew: boolean;
  readonly workspaceId: string;
  readonly channels: readonly AlertChannel[];
  /** True if rules of the organization may be created. */
  readonly canWiden: boolean;
  /** True for people who alert on their own team alone. */
  readonly mustChooseTeam: boolean;
}

export function RuleForm({ canWiden, channels, form, isNew, mustChooseTeam }: RuleFormProps): ReactNode {
  const { t } = useTranslation('alerts');
  const { kind, scope, team_id: teamId } = form.values;
  const kinds = RULE_KINDS.filter((each) => canWiden || !OF_ORGANIZATION.includes(each));
  const near = channels.filter(
    ({ team_id: team, workspace_id: place }) =>
      (place === null) === (scope === 'organization') && (team === null || team === teamId),
  );
  const choose = (next: RuleKind): void =>
    form.setValues({
      kind: next,
      settings: DEFAULTS[next],
      ...(OF_ORGANIZATION.includes(next) && { scope: 'organization', channel_ids: [] }),
      ...(WITHOUT_TEAM.includes(next) && { team_id: null }),
    });
  return (
    <Stack gap={16}>
      <TextInput label={t('field.name')} required data-autofocus maxLength={120} {...form.getInputProps('name')} />
      {isNew && (
        <>
          <Select
            label={t('field.kind')}
            description={t(`about.${kind}`)}
            allowDeselect={false}
            data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={kind}
            error={form.errors.kind}
            onChange={(value) => choose((value ?? 'budget') as RuleKind)}
          />
          <PlaceFields
            scope={scope}
            teamId={teamId}
            canWiden={canWiden && !OF_ORGANIZATION.includes(kind)}
            hasTeam={!WITHOUT_TEAM.includes(kind)}
            mustChooseTeam={mustChooseTeam}
            error={form.errors.team_id}
            onChange={(place) => form.setValues({ ...place, channel_ids: [] })}
          />
        </>
      )}
      {Object.keys(DEFAULTS[kind]).map((name) => (
        <SettingField key={`${kind} ${name}`} form={form} name={name} />
      ))}
      <MultiSelect
        label={t('field.channels')}
        description={t('hint.channels')}
        data={near.map(({ id, name }) => ({ value: id, label: name }))}
        maxValues={10}
        {...form.getInputProps('channel_ids')}
      />
      <Switch label={t('field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </Stack>
  );
}

interface SettingFieldProps {
  readonly form: UseFormReturnType<RuleValues>;
  readonly name: string;
}

function SettingField({ form, name }: SettingFieldProps): ReactNode {
  const { t } = useTranslation('alerts');
  const path = `settings.${name}`;
  const label = t(`setting.${name}`);
  switch (name) {
    case 'thresholds':
      return <TagsInput label={label} description={t('hint.thresholds')} maxTags={10} {...form.getInputProps(path)} />;
    case 'forecast':
      return <Switch label={label} {...form.getInputProps(path, { type: 'checkbox' })} />;
    case 'group_by':
      return (
        <Select
          label={label}
          allowDeselect={false}
          data={GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
          {...form.getInputProps(path)}
        />
      );
    case 'value':
      if (form.values.settings.group_by === 'all') return null;
      return <TextInput label={label} description={t('hint.value')} maxLength={200} {...form.getInputProps(path)} />;
    default:
      return <NumberInput label={label} min={0} {...form.getInputProps(path)} />;
  }
}
