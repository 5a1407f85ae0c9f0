import { Checkbox, Divider, Input, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { notify } from '../../../ui/notify.js';
import { useBaselines, useEvalActions } from '../queries.js';
import { findScheduleProblems, type ScheduleValues, toScheduleChange, valuesOfSchedule } from './schedule-values.js';
import type { Suite } from './suite-values.js';

interface ScheduleDrawerProps {
  readonly suite: Suite;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The address that alerts go to can have a secret in it. */
const SECRETS = ['webhook_url'];

/** The form of the schedule of a suite and of its alerts. */
export default function ScheduleDrawer({ onClose, opened, suite }: ScheduleDrawerProps): ReactNode {
  const { t } = useTranslation('evals');
  const { changeSuite } = useEvalActions();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FormDrawer
      opened={opened}
      title={t('schedule.of', { name: suite.name })}
      onClose={onClose}
      draftKey={`eval-schedule:${suite.id}`}
      secrets={SECRETS}
      row={suite}
      initialValues={valuesOfSchedule(suite, zone)}
      validate={(values) =>
        Object.fromEntries(Object.entries(findScheduleProblems(values)).map(([field, key]) => [field, t(key)]))
      }
      submitLabel={t('action.save')}
      onSubmit={async (values) => {
        await changeSuite(suite.id, toScheduleChange(values, suite));
        onClose();
        notify.success(t('done.saveSchedule'));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Switch
            label={t('field.isOn')}
            description={t('hint.isOn')}
            data-autofocus
            {...form.getInputProps('isOn', { type: 'checkbox' })}
          />
          {form.values.isOn && <TimesFields form={form} isNew={suite.schedule === null} />}
          <Divider />
          <AlertFields form={form} suite={suite} />
        </Stack>
      )}
    </FormDrawer>
  );
}

interface FieldsProps {
  readonly form: UseFormReturnType<ScheduleValues & Record<string, unknown>>;
}

function TimesFields({ form, isNew }: FieldsProps & { readonly isNew: boolean }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <>
      <TextInput
        label={t('field.cron')}
        description={t('hint.cron')}
        required
        dir="ltr"
        maxLength={100}
        {...form.getInputProps('cron')}
      />
      <TextInput
        label={t('field.timezone')}
        description={t('hint.timezone')}
        required
        dir="ltr"
        maxLength={64}
        {...form.getInputProps('timezone')}
      />
      {form.errors.schedule && <Input.Error role="alert">{form.errors.schedule}</Input.Error>}
      <NumberInput
        label={t('field.maxCost')}
        description={t('hint.maxCost')}
        placeholder={t('noLimit')}
        min={0}
        max={100_000}
        decimalScale={6}
        prefix="$"
        hideControls
        {...form.getInputProps('max_cost_usd')}
      />
      {!isNew && (
        <Checkbox
          label={t('field.takesOver')}
          description={t('hint.takesOver')}
          {...form.getInputProps('takesOver', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function AlertFields({ form, suite }: FieldsProps & { readonly suite: Suite }): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const { data: runs, isError } = useBaselines(suite.id);
  const written = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const listed = (runs ?? []).map(({ created_at, dataset_version, id }) => ({
    value: id,
    label: t('schedule.runAt', { time: written.format(new Date(created_at)), version: dataset_version }),
  }));
  const { baseline_run_id: chosen, removesWebhook } = form.values;
  const isMissing = chosen !== '' && !listed.some(({ value }) => value === chosen);
  const { webhook_receiver: receiver } = suite;
  return (
    <>
      <TextInput
        label={t('field.webhook')}
        description={t('hint.webhook')}
        placeholder={receiver === null ? 'https://example.com/hooks/evals' : t('schedule.kept', { receiver })}
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={2000}
        disabled={removesWebhook}
        {...form.getInputProps('webhook_url')}
      />
      {receiver !== null && (
        <Checkbox
          size="xs"
          label={t('field.removesWebhook')}
          {...form.getInputProps('removesWebhook', { type: 'checkbox' })}
        />
      )}
      <Select
        label={t('field.baseline')}
        description={t('hint.baseline')}
        placeholder={t('compare.before')}
        clearable
        searchable
        nothingFoundMessage={t(isError ? 'schedule.noChoices' : 'schedule.noCompleted')}
        data={isMissing ? [{ value: chosen, label: chosen }, ...listed] : listed}
        {...form.getInputProps('baseline_run_id')}
        value={chosen || null}
        onChange={(value) => form.setFieldValue('baseline_run_id', (value ?? '') as never)}
      />
    </>
  );
}
