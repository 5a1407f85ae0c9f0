import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { DescribedName } from '../../ui/table/described-name.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { useWorkflowActions, useWorkflows } from './queries.js';

/** The workflows of a workspace. */
export default function WorkflowsPage(): ReactNode {
  const { t } = useTranslation('workflows');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const [{ open }, change] = useUrlSearch<{ readonly open?: string }>();
  const list = useWorkflows();
  const columns = useWorkflowColumns();
  const { create } = useWorkflowActions();
  const openWorkflow = (id: string, replace = false) =>
    navigate({
      to: '/w/$workspace/workflows/$workflow',
      params: { workspace: workspace.id, workflow: id },
      replace,
    } as never);
  const button = useSession().can('gateway.workflows.manage', workspace.id) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={button}>
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={({ id }) => id}
        onOpen={({ id }) => void openWorkflow(id)}
        empty={{ sentence: t('empty'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && button !== false}
        title={t('create.title')}
        onClose={() => change({ open: undefined })}
        draftKey={`workflow:${workspace.id}:new`}
        row={undefined}
        initialValues={{ name: '', description: '' }}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required.name') : null) }}
        submitLabel={t('action.create')}
        onSubmit={async ({ description, name }) => {
          const { id } = await create(name, description);
          await openWorkflow(id, true);
        }}
      >
        {(form) => (
          <>
            <TextInput
              label={t('field.name')}
              required
              data-autofocus
              maxLength={128}
              {...form.getInputProps('name')}
            />
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
    </Page>
  );
}

type Row = ReturnType<typeof useWorkflows>['rows'][number];

function useWorkflowColumns(): ResourceColumn<Row>[] {
  const { t } = useTranslation('workflows');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ description, name }) => <DescribedName name={name} description={description} />,
    },
    {
      id: 'published',
      header: t('field.published'),
      cell: ({ published_version: version }) =>
        version === null ? (
          <StateBadge state="pending" label={t('draftOnly')} />
        ) : (
          <StateBadge state="ok" label={t('versionOf', { version })} />
        ),
    },
    {
      id: 'starts',
      header: t('field.starts'),
      hideBelow: 'sm',
      cell: ({ enabled, hook, schedule }) =>
        [schedule && t('starts.schedule'), hook && t('starts.hook'), !enabled && t('starts.paused')]
          .filter((each) => typeof each === 'string')
          .join(', ') || t('starts.hand'),
    },
    {
      id: 'updated',
      header: t('field.updated'),
      hideBelow: 'md',
      cell: ({ updated_at }) => <TimeText at={updated_at} />,
    },
  ];
}
