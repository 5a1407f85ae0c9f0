import { Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconCalendarTime, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FactList } from '../../ui/fact-list.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { useTask } from '../../ui/use-task.js';
import { HookSection } from './hook-section.js';
import { useWorkflowActions, type Workflow } from './queries.js';

interface TriggersPanelProps {
  readonly workflow: Workflow;
  readonly mayManage: boolean;
}

/** Triggers of a workflow: a schedule, and requests to its hook. */
export default function TriggersPanel({ mayManage, workflow }: TriggersPanelProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { update } = useWorkflowActions();
  const { isBusy, run } = useTask();
  const toggle = (enabled: boolean): Promise<void> =>
    run(async () => {
      await update(workflow.id, { enabled }, versionOf(workflow));
      notify.success(t('done.change'));
    });
  return (
    <Stack gap={32} maw={720}>
      {workflow.published_version === null && (
        <Text size="sm" role="status">
          {t('publishFirst')}
        </Text>
      )}
      <Switch
        label={t('field.enabled')}
        description={t('hint.enabled')}
        checked={workflow.enabled}
        disabled={!mayManage || isBusy}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <ScheduleSection workflow={workflow} mayManage={mayManage} />
      <HookSection workflow={workflow} mayManage={mayManage} />
    </Stack>
  );
}

function ScheduleSection({ mayManage, workflow }: TriggersPanelProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { update } = useWorkflowActions();
  const [intent, setIntent] = useState<'edit' | 'remove'>();
  const close = (): void => setIntent(undefined);
  const { schedule } = workflow;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-label={t('schedule')}>
      <Title order={2} size="h5" mb={8}>
        {t('schedule')}
      </Title>
      {schedule === null ? (
        <Text size="sm" c="dimmed">
          {t('noSchedule')}
        </Text>
      ) : (
        <FactList
          facts={[
            { label: t('field.cron'), value: <code>{schedule.cron}</code> },
            { label: t('field.timezone'), value: schedule.timezone },
            {
              label: t('field.nextRun'),
              value: schedule.next_run_at === null ? '–' : <TimeText at={schedule.next_run_at} />,
            },
          ]}
        />
      )}
      {mayManage && (
        <Group gap={8} mt={12}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => setIntent('edit')}
          >
            {t(schedule === null ? 'action.addSchedule' : 'action.editSchedule')}
          </Button>
          {schedule !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIntent('remove')}
            >
              {t('action.removeSchedule')}
            </Button>
          )}
        </Group>
      )}
      <FormDrawer
        opened={intent === 'edit'}
        title={t('schedule')}
        onClose={close}
        row={workflow}
        initialValues={{
          cron: schedule?.cron ?? '0 9 * * MON-FRI',
          timezone: schedule?.timezone ?? zone,
          schedule: '',
        }}
        submitLabel={t('action.save')}
        onSubmit={async ({ cron, timezone }, version) => {
          const changed = { schedule: { cron: cron.trim(), timezone: timezone.trim() } };
          await update(workflow.id, changed, version);
          close();
          notify.success(t('done.change'));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <TextInput
              label={t('field.cron')}
              description={t('hint.cron')}
              required
              data-autofocus
              dir="ltr"
              maxLength={100}
              {...form.getInputProps('cron')}
              error={form.errors.cron ?? form.errors.schedule}
            />
            <TextInput
              label={t('field.timezone')}
              description={t('hint.timezone')}
              required
              maxLength={64}
              {...form.getInputProps('timezone')}
            />
          </Stack>
        )}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('action.removeSchedule')}
        consequence={t('removeScheduleText')}
        danger
        onClose={close}
        onConfirm={async () => {
          await update(workflow.id, { schedule: null }, versionOf(workflow));
          close();
        }}
      />
    </section>
  );
}
