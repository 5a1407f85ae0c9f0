import { Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { versionOf } from '../../api/versions.js';
import { notify } from '../../ui/notify.js';
import { useTask } from '../../ui/use-task.js';
import { HookSection } from './hook-section.js';
import { useWorkflowActions, type Workflow } from './queries.js';
import { ScheduleSection } from './schedule-section.js';

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
