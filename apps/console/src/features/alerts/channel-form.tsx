import { Group, PasswordInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_KINDS, type ChannelValues } from './channel-values.js';
import { PlaceFields } from './place-fields.js';

interface ChannelFormProps {
  readonly form: UseFormReturnType<ChannelValues>;
  readonly isNew: boolean;
  readonly canWiden: boolean;
  readonly mustChooseTeam: boolean;
}

export function ChannelForm({ canWiden, form, isNew, mustChooseTeam }: ChannelFormProps): ReactNode {
  const { t } = useTranslation('alerts');
  const { isQuiet, scope, team_id: teamId } = form.values;
  return (
    <Stack gap={16}>
      <TextInput label={t('field.name')} required data-autofocus maxLength={120} {...form.getInputProps('name')} />
      {isNew && (
        <>
          <Select
            label={t('field.kind')}
            allowDeselect={false}
            data={CHANNEL_KINDS.map((value) => ({ value, label: t(`channel.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <PlaceFields
            scope={scope}
            teamId={teamId}
            canWiden={canWiden}
            hasTeam
            mustChooseTeam={mustChooseTeam}
            error={form.errors.team_id}
            onChange={(place) => form.setValues(place)}
          />
        </>
      )}
      <AddressFields form={form} isNew={isNew} />
      <Switch
        label={t('field.quiet')}
        description={t('hint.quiet')}
        {...form.getInputProps('isQuiet', { type: 'checkbox' })}
      />
      {isQuiet && (
        <Group grow align="flex-start">
          <TextInput label={t('field.from')} maxLength={5} {...form.getInputProps('from')} />
          <TextInput label={t('field.until')} maxLength={5} {...form.getInputProps('until')} />
          <TextInput
            label={t('field.timezone')}
            maxLength={64}
            {...form.getInputProps('timezone')}
            error={form.errors.timezone ?? form.errors['quiet_hours.timezone']}
          />
        </Group>
      )}
      <Switch label={t('field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </Stack>
  );
}

function AddressFields({ form, isNew }: Pick<ChannelFormProps, 'form' | 'isNew'>): ReactNode {
  const { t } = useTranslation('alerts');
  const hint = isNew ? t('hint.hidden') : t('hint.keep');
  const hidden = { description: hint, required: isNew, autoComplete: 'off' };
  switch (form.values.kind) {
    case 'webhook':
      return (
        <>
          <PasswordInput label={t('field.url')} {...hidden} {...form.getInputProps('url')} />
          <PasswordInput
            label={t('field.secret')}
            description={t('hint.secret')}
            autoComplete="off"
            {...form.getInputProps('secret')}
          />
        </>
      );
    case 'slack':
    case 'teams':
      return <PasswordInput label={t('field.url')} {...hidden} {...form.getInputProps('url')} />;
    case 'pagerduty':
      return (
        <>
          <PasswordInput label={t('field.routing_key')} {...hidden} {...form.getInputProps('routing_key')} />
          <Select
            label={t('field.region')}
            allowDeselect={false}
            data={(['us', 'eu'] as const).map((value) => ({ value, label: t(`region.${value}`) }))}
            {...form.getInputProps('region')}
          />
        </>
      );
    case 'email':
      return (
        <TagsInput
          label={t('field.to')}
          description={isNew ? t('hint.to') : hint}
          required={isNew}
          maxTags={20}
          splitChars={[',', ' ']}
          {...form.getInputProps('to')}
          error={form.errors.to ?? form.errors['to[0]']}
        />
      );
  }
}
