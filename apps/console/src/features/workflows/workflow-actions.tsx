import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { versionOf } from '../../api/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { findWorkflow, useWorkflowActions, type Workflow } from './queries.js';
import { parseJson } from './step-fields.js';
import type { WorkflowSearch } from './workflow-search.js';

interface WorkflowActionsProps {
  readonly workflow: Workflow;
  readonly mayManage: boolean;
  readonly mayRun: boolean;
}

/** Actions on a workflow as a whole. */
export function WorkflowActions({ mayManage, mayRun, workflow }: WorkflowActionsProps): ReactNode {
  const { t } = useTranslation('workflows');
  const [intent, setIntent] = useState<'run' | 'edit' | 'delete'>();
  const close = (): void => setIntent(undefined);
  if (!mayManage && !mayRun) return null;
  return (
    <Group gap={8}>
      {mayManage && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setIntent('edit')}
          >
            {t('action.edit')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setIntent('delete')}
          >
            {t('action.delete')}
          </Button>
        </>
      )}
      {mayRun && (
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setIntent('run')}>
          {t('action.run')}
        </Button>
      )}
      <StartForm opened={intent === 'run'} workflow={workflow} onClose={close} />
      <EditForm opened={intent === 'edit'} workflow={workflow} onClose={close} />
      <DeleteDialog opened={intent === 'delete'} workflow={workflow} onClose={close} />
    </Group>
  );
}

interface IntentProps {
  readonly opened: boolean;
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

function StartForm({ onClose, opened, workflow }: IntentProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { start } = useWorkflowActions();
  const [, change] = useUrlSearch<WorkflowSearch>();
  return (
    <FormDrawer
      opened={opened}
      title={t('start.title', { name: workflow.name })}
      onClose={onClose}
      row={undefined}
      initialValues={{ input: '{}', dry_run: workflow.published_version === null }}
      validate={{ input: (input: string) => (isJson(input) ? null : t('noJson')) }}
      submitLabel={t('action.run')}
      onSubmit={async ({ dry_run, input }) => {
        const { id } = await start(workflow.id, parseJson(input) ?? null, dry_run);
        onClose();
        change({ tab: 'runs', run: id, status: undefined });
      }}
    >
      {(form) => (
        <>
          <Textarea
            label={t('field.input')}
            description={t('hint.input')}
            autosize
            minRows={4}
            maxRows={16}
            dir="ltr"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('input')}
          />
          <Switch
            mt={16}
            label={t('field.dryRun')}
            description={t('hint.dryRun')}
            {...form.getInputProps('dry_run', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDrawer>
  );
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

const valuesOf = ({ description, name }: Workflow) => ({ name, description: description ?? '' });

function EditForm({ onClose, opened, workflow }: IntentProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { update } = useWorkflowActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('edit.title', { name: workflow.name })}
      onClose={onClose}
      initialValues={valuesOf(workflow)}
      validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
      row={workflow}
      read={async () => {
        const stored = await findWorkflow(workflow.id);
        return { values: valuesOf(stored), version: versionOf(stored) };
      }}
      nameField={(field) => t(`field.${field}`)}
      submitLabel={t('action.save')}
      onSubmit={async ({ description, name }, version) => {
        await update(workflow.id, { name: name.trim(), description: description.trim() || null }, version);
        onClose();
        notify.success(t('done.change'));
      }}
    >
      {(form) => (
        <>
          <TextInput label={t('field.name')} required data-autofocus maxLength={128} {...form.getInputProps('name')} />
          <Textarea
            label={t('field.description')}
            autosize
            maxLength={1000}
            dir="auto"
            mt={16}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDrawer>
  );
}

function DeleteDialog({ onClose, opened, workflow }: IntentProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const { remove } = useWorkflowActions();
  return (
    <ConfirmDialog
      opened={opened}
      title={t('delete.title', { name: workflow.name })}
      consequence={t('delete.text')}
      confirmLabel={t('action.delete')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await remove(workflow.id);
        await navigate({ to: '/w/$workspace/workflows', params: { workspace } } as never);
        notify.success(t('done.delete'));
      }}
    />
  );
}
