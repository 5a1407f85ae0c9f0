import { Button, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconRocket } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versionOf } from '../../api/versions.js';
import { UndoButtons } from '../../ui/graph/undo-buttons.js';
import { notify } from '../../ui/notify.js';
import { useWorkflowActions, type Workflow } from './queries.js';
import type { useDraft } from './use-draft.js';

interface EditorActionsProps {
  readonly draft: ReturnType<typeof useDraft>;
  readonly workflow: Workflow;
  readonly hasProblems: boolean;
}

/** Undo, redo, save and publish. Only what is saved can be published, and only without problems. */
export function EditorActions({ draft, hasProblems, workflow }: EditorActionsProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { publish } = useWorkflowActions();
  const [isPublishing, setPublishing] = useState(false);
  const save = async (): Promise<void> => {
    if (await draft.save()) notify.success(t('done.save'));
  };
  const release = async (): Promise<void> => {
    setPublishing(true);
    try {
      const { published_version: version } = await publish(workflow.id, versionOf(workflow));
      notify.success(t('done.publish', { version }));
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setPublishing(false);
    }
  };
  return (
    <Group gap={8}>
      {draft.isDirty && (
        <>
          <Text size="sm" c="dimmed">
            {t('unsaved')}
          </Text>
          <Button size="xs" variant="default" onClick={draft.discard}>
            {t('action.discard')}
          </Button>
        </>
      )}
      <UndoButtons {...draft} />
      <Button
        variant="default"
        loading={draft.isBusy}
        disabled={!draft.isDirty}
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t('action.save')}
      </Button>
      <Button
        loading={isPublishing}
        disabled={draft.isDirty || hasProblems}
        leftSection={<IconRocket size={16} aria-hidden />}
        onClick={() => void release()}
      >
        {t('action.publish')}
      </Button>
    </Group>
  );
}
