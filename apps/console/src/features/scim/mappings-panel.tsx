import { Select, Stack } from '@mantine/core';
import { IconTrash, IconUserCog } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTeams, findWorkspaces } from '../../api/lookups.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { NameOf } from '../../ui/name-of.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { SearchSelect } from '../../ui/search-select.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { ROLES, type ScimMapping, useScimActions, useScimMappings } from './queries.js';

type Role = (typeof ROLES)[number];

/** Roles that the people of a group have in workspaces. */
export function MappingsPanel({ action }: { readonly action: ReactNode }): ReactNode {
  const { t } = useTranslation('scim');
  const [search, setSearch] = useUrlState();
  const { changeRole, map, unmap } = useScimActions();
  const [changed, setChanged] = useState<ScimMapping>();
  const [removed, setRemoved] = useState<ScimMapping>();
  const close = (): void => setSearch({ open: undefined });
  const roles = ROLES.map((value) => ({ value, label: t(`role.${value}`) }));
  return (
    <>
      <ResourceTable<ScimMapping>
        {...useScimMappings()}
        columns={[
          { id: 'group', header: t('field.group'), cell: ({ group_id: id }) => <NameOf kind="team" id={id} /> },
          {
            id: 'workspace',
            header: t('field.workspace'),
            cell: ({ workspace_id: id }) => <NameOf kind="workspace" id={id} />,
          },
          { id: 'role', header: t('field.role'), cell: ({ role }) => t(`role.${role}`), hideBelow: 'xs' },
          {
            id: 'actions',
            header: '',
            align: 'end',
            cell: (mapping) => (
              <RowMenu
                label={t('mappings.actions')}
                actions={[
                  { label: t('mappings.change'), icon: IconUserCog, onClick: () => setChanged(mapping) },
                  { label: t('mappings.remove'), icon: IconTrash, onClick: () => setRemoved(mapping), danger: true },
                ]}
              />
            ),
          },
        ]}
        getRowId={({ id }) => id}
        empty={{ sentence: t('mappings.empty'), action }}
      />
      <FormDrawer
        opened={search.open === 'new'}
        title={t('mappings.create')}
        onClose={close}
        draftKey="scim-mapping:new"
        initialValues={{ group_id: null as string | null, workspace_id: null as string | null, role: 'viewer' as Role }}
        validate={{
          group_id: (id) => (id === null ? t('required.group') : null),
          workspace_id: (id) => (id === null ? t('required.workspace') : null),
        }}
        submitLabel={t('mappings.create')}
        onSubmit={async ({ group_id, role, workspace_id }) => {
          await map(group_id ?? '', workspace_id ?? '', role);
          close();
          notify.success(t('mappings.created'));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <SearchSelect
              label={t('field.group')}
              description={t('mappings.groupHint')}
              required
              queryKey={['teams']}
              load={findTeams}
              {...form.getInputProps('group_id')}
            />
            <SearchSelect
              label={t('field.workspace')}
              required
              queryKey={['workspaces']}
              load={findWorkspaces}
              {...form.getInputProps('workspace_id')}
            />
            <Select label={t('field.role')} allowDeselect={false} data={roles} {...form.getInputProps('role')} />
          </Stack>
        )}
      </FormDrawer>
      {changed && (
        <FormDrawer
          opened
          title={t('mappings.change')}
          onClose={() => setChanged(undefined)}
          initialValues={{ role: changed.role as Role }}
          submitLabel={t('save')}
          onSubmit={async ({ role }) => {
            await changeRole(changed.id, role);
            setChanged(undefined);
            notify.success(t('mappings.saved'));
          }}
        >
          {(form) => (
            <Select
              label={t('field.role')}
              description={t('mappings.changeHint')}
              allowDeselect={false}
              data={roles}
              {...form.getInputProps('role')}
            />
          )}
        </FormDrawer>
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('mappings.removeTitle')}
        consequence={t('mappings.removeText')}
        confirmLabel={t('mappings.remove')}
        danger
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await unmap(removed?.id ?? '');
          setRemoved(undefined);
          notify.success(t('mappings.removed'));
        }}
      />
    </>
  );
}
