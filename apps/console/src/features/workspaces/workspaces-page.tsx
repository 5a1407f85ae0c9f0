import { Button, Text, TextInput } from '@mantine/core';
import { IconArrowRight, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { useWorkspaceActions, useWorkspaces, type Workspace } from './queries.js';

/** Workspaces of the organization. */
export default function WorkspacesPage(): ReactNode {
  const { t } = useTranslation('workspaces');
  const { can } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useUrlState();
  const [renamed, setRenamed] = useState<Workspace>();
  const [removed, setRemoved] = useState<Workspace>();
  const list = useWorkspaces(search.q);
  const actions = useWorkspaceActions();
  const canCreate = can('org.workspaces.manage');
  const open = (id: string): void => void navigate({ to: `/w/${id}` });
  const validate = { name: (value: string) => (value.trim() ? null : t('required.name')) };
  const create = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ open: 'new' })}>
      {t('action.create')}
    </Button>
  );
  const actionsOf = (workspace: Workspace) => [
    { label: t('action.open'), icon: IconArrowRight, onClick: () => open(workspace.id) },
    ...(can('workspace.manage', workspace.id)
      ? [{ label: t('action.rename'), icon: IconPencil, onClick: () => setRenamed(workspace) }]
      : []),
    ...(canCreate
      ? [{ label: t('action.delete'), icon: IconTrash, onClick: () => setRemoved(workspace), danger: true }]
      : []),
  ];
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'name',
            header: t('field.name'),
            cell: ({ name }) => (
              <Text size="sm" fw={500} dir="auto" lineClamp={2}>
                {name}
              </Text>
            ),
          },
          { id: 'id', header: t('field.id'), cell: ({ id }) => <IdText id={id} />, hideBelow: 'sm' },
          {
            id: 'created',
            header: t('field.created'),
            cell: ({ created_at: at }) => <TimeText at={at} />,
            hideBelow: 'sm',
          },
          {
            id: 'actions',
            header: '',
            align: 'end',
            cell: (workspace) => (
              <RowMenu label={t('actionsOf', { name: workspace.name })} actions={actionsOf(workspace)} />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        onOpen={({ id }) => open(id)}
        search={{
          value: search.q ?? '',
          onChange: (q) => setSearch({ q: q || undefined }, { replace: true }),
          label: t('search'),
        }}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      <FormDrawer
        opened={search.open === 'new'}
        title={t('create.title')}
        onClose={() => setSearch({ open: undefined })}
        draftKey="workspace:new"
        initialValues={{ name: '' }}
        validate={validate}
        submitLabel={t('action.create')}
        onSubmit={async ({ name }) => {
          await actions.create(name);
          setSearch({ open: undefined });
          notify.success(t('done.create'));
        }}
      >
        {(form) => (
          <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
        )}
      </FormDrawer>
      {renamed !== undefined && (
        <FormDrawer
          opened
          title={t('rename.title', { name: renamed.name })}
          onClose={() => setRenamed(undefined)}
          draftKey={`workspace:${renamed.id}`}
          initialValues={{ name: renamed.name }}
          validate={validate}
          submitLabel={t('action.save')}
          onSubmit={async ({ name }) => {
            await actions.rename(renamed.id, name);
            setRenamed(undefined);
            notify.success(t('done.rename'));
          }}
        >
          {(form) => (
            <TextInput
              label={t('field.name')}
              required
              data-autofocus
              maxLength={200}
              {...form.getInputProps('name')}
            />
          )}
        </FormDrawer>
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('remove.title', { name: removed?.name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.delete')}
        confirmWord={removed?.name}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await actions.remove(removed?.id ?? '');
          setRemoved(undefined);
          notify.success(t('done.remove'));
        }}
      />
    </Page>
  );
}
