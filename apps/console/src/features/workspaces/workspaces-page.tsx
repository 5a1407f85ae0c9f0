import { TextInput } from '@mantine/core';
import { IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer, type FormDrawerProps } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { useWorkspaceActions, useWorkspaces, type Workspace } from './queries.js';

/** Workspaces of the organization. */
export default function WorkspacesPage(): ReactNode {
  const { t } = useTranslation('workspaces');
  const { can } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useUrlState();
  const [chosen, setRenamed] = useState<Workspace>();
  const [removed, setRemoved] = useState<Workspace>();
  const list = useWorkspaces(search.q);
  // As it was read last, should the form find that somebody else changed it.
  const renamed = list.rows.find(({ id }) => id === chosen?.id);
  const actions = useWorkspaceActions();
  const canCreate = can('org.workspaces.manage');
  const open = (id: string): void => void navigate({ to: `/w/${id}` });
  const create = canCreate && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <ResourceTable
        {...list}
        columns={useColumns(open, setRenamed, setRemoved)}
        getRowId={({ id }) => id}
        onOpen={({ id }) => open(id)}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      <NameDrawer
        opened={search.open === 'new'}
        title={t('create.title')}
        submitLabel={t('action.create')}
        draftKey="workspace:new"
        row={undefined}
        name=""
        onSubmit={async (name) => {
          await actions.create(name);
          setSearch({ open: undefined });
          notify.success(t('done.create'));
        }}
        onClose={() => setSearch({ open: undefined })}
      />
      {renamed !== undefined && (
        <NameDrawer
          opened
          title={t('rename.title', { name: renamed.name })}
          submitLabel={t('action.save')}
          draftKey={`workspace:${renamed.id}`}
          row={renamed}
          name={renamed.name}
          onSubmit={async (name) => {
            await actions.rename(renamed.id, name);
            setRenamed(undefined);
            notify.success(t('done.rename'));
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      <ConfirmRow
        row={removed}
        title={t('remove.title', { name: removed?.name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.delete')}
        confirmWord={removed?.name}
        danger
        done={t('done.remove')}
        onConfirm={({ id }) => actions.remove(id)}
        onEnd={() => setRemoved(undefined)}
      />
    </Page>
  );
}

function useColumns(
  onOpen: (id: string) => void,
  onRename: (workspace: Workspace) => void,
  onRemove: (workspace: Workspace) => void,
): readonly ResourceColumn<Workspace>[] {
  const { t } = useTranslation('workspaces');
  const { can } = useSession();
  const actionsOf = (workspace: Workspace) => [
    { label: t('action.open'), icon: IconArrowRight, onClick: () => onOpen(workspace.id) },
    ...(can('workspace.manage', workspace.id)
      ? [{ label: t('action.rename'), icon: IconPencil, onClick: () => onRename(workspace) }]
      : []),
    ...(can('org.workspaces.manage')
      ? [{ label: t('action.delete'), icon: IconTrash, onClick: () => onRemove(workspace), danger: true }]
      : []),
  ];
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
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
      cell: (workspace) => <RowMenu label={t('actionsOf', { name: workspace.name })} actions={actionsOf(workspace)} />,
    },
  ];
}

interface NameDrawerProps extends Pick<FormDrawerProps<never>, 'opened' | 'title' | 'submitLabel' | 'onClose' | 'row'> {
  readonly draftKey: string;
  readonly name: string;
  readonly onSubmit: (name: string) => Promise<void>;
}

function NameDrawer({ name, onSubmit, ...drawer }: NameDrawerProps): ReactNode {
  const { t } = useTranslation('workspaces');
  return (
    <FormDrawer
      {...drawer}
      initialValues={{ name }}
      validate={{ name: (value: string) => (value.trim() ? null : t('required.name')) }}
      onSubmit={(values) => onSubmit(values.name)}
    >
      {(form) => (
        <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      )}
    </FormDrawer>
  );
}
