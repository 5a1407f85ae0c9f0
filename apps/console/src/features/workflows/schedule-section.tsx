import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCalendarTime, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FactList } from '../../ui/fact-list.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { useWorkflowActions, type Workflow } from './queries.js';

interface ScheduleSectionProps {
  readonly workflow: Workflow;
  readonly mayManage: boolean;
}

/** Times at which a workflow starts by itself. */
export function ScheduleSection({ mayManage, workflow }: ScheduleSectionProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { update } = useWorkflowActions();
  const [intent, setIntent] = useState<'edit' | 'remove'>();
  const close = (): void => setIntent(undefined);
  const { schedule } = workflow;
  return (
    <section aria-label={t('schedule')}>
      <Title order={2} size="h5" mb={8}>
        {t('schedule')}
      </Title>
      <ScheduleFacts schedule={schedule} />
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
      <ScheduleForm workflow={workflow} opened={intent === 'edit'} onClose={close} />
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

function ScheduleFacts({ schedule }: Pick<Workflow, 'schedule'>): ReactNode {
  const { t } = useTranslation('workflows');
  if (schedule === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('noSchedule')}
      </Text>
    );
  }
  const { cron, next_run_at: next, timezone } = schedule;
  return (
    <FactList
      facts={[
        { label: t('field.cron'), value: <code>{cron}</code> },
        { label: t('field.timezone'), value: timezone },
        { label: t('field.nextRun'), value: next === null ? '–' : <TimeText at={next} /> },
      ]}
    />
  );
}

interface ScheduleFormProps {
  readonly workflow: Workflow;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function ScheduleForm({ workflow, opened, onClose }: ScheduleFormProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { update } = useWorkflowActions();
  const { schedule } = workflow;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FormDrawer
      opened={opened}
      title={t('schedule')}
      onClose={onClose}
      row={workflow}
      initialValues={{
        cron: schedule?.cron ?? '0 9 * * MON-FRI',
        timezone: schedule?.timezone ?? zone,
        schedule: '',
      }}
      submitLabel={t('action.save')}
      onSubmit={async ({ cron, timezone }, version) => {
        await update(workflow.id, { schedule: { cron: cron.trim(), timezone: timezone.trim() } }, version);
        onClose();
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
  );
}
