import { Select, Stack } from '@mantine/core';
import { IconTrash, IconUserCog } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTeams, findWorkspaces } from '../../api/lookups.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { ROLES, type ScimMapping, useScimActions, useScimMappings } from './queries.js';

type Role = (typeof ROLES)[number];

/** Roles that the people of a group have in workspaces. */
export function MappingsPanel({ action }: { readonly action: ReactNode }): ReactNode {
  const { t } = useTranslation('scim');
  const [search, setSearch] = useUrlState();
  const { unmap } = useScimActions();
  const list = useScimMappings();
  const [chosen, setChanged] = useState<ScimMapping>();
  // As it was read last, should the form find that somebody else changed it.
  const changed = list.rows.find(({ id }) => id === chosen?.id);
  const [removed, setRemoved] = useState<ScimMapping>();
  const close = (): void => setSearch({ open: undefined });
  return (
    <>
      <ResourceTable<ScimMapping>
        {...list}
        columns={useMappingColumns(setChanged, setRemoved)}
        getRowId={({ id }) => id}
        empty={{ sentence: t('mappings.empty'), action }}
      />
      <NewMapping opened={search.open === 'new'} onClose={close} />
      {changed && <ChangeRole mapping={changed} onClose={() => setChanged(undefined)} />}
      <ConfirmRow
        row={removed}
        title={t('mappings.removeTitle')}
        consequence={t('mappings.removeText')}
        confirmLabel={t('mappings.remove')}
        danger
        done={t('mappings.removed')}
        onConfirm={({ id }) => unmap(id)}
        onEnd={() => setRemoved(undefined)}
      />
    </>
  );
}

function useMappingColumns(
  onChange: (mapping: ScimMapping) => void,
  onRemove: (mapping: ScimMapping) => void,
): readonly ResourceColumn<ScimMapping>[] {
  const { t } = useTranslation('scim');
  return [
    { id: 'group', header: t('field.group'), cell: ({ group }) => <span dir="auto">{group}</span> },
    {
      id: 'workspace',
      header: t('field.workspace'),
      cell: ({ workspace }) => <span dir="auto">{workspace}</span>,
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
            { label: t('mappings.change'), icon: IconUserCog, onClick: () => onChange(mapping) },
            { label: t('mappings.remove'), icon: IconTrash, onClick: () => onRemove(mapping), danger: true },
          ]}
        />
      ),
    },
  ];
}

interface NewMappingProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function NewMapping({ opened, onClose }: NewMappingProps): ReactNode {
  const { t } = useTranslation('scim');
  const { map } = useScimActions();
  const roles = useRoles();
  return (
    <FormDrawer
      opened={opened}
      title={t('mappings.create')}
      onClose={onClose}
      draftKey="scim-mapping:new"
      row={undefined}
      initialValues={{ group_id: null as string | null, workspace_id: null as string | null, role: 'viewer' as Role }}
      validate={{
        group_id: (id) => (id === null ? t('required.group') : null),
        workspace_id: (id) => (id === null ? t('required.workspace') : null),
      }}
      submitLabel={t('mappings.create')}
      onSubmit={async ({ group_id, role, workspace_id }) => {
        await map(group_id ?? '', workspace_id ?? '', role);
        onClose();
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
  );
}

interface ChangeRoleProps {
  readonly mapping: ScimMapping;
  readonly onClose: () => void;
}

function ChangeRole({ mapping, onClose }: ChangeRoleProps): ReactNode {
  const { t } = useTranslation('scim');
  const { changeRole } = useScimActions();
  const roles = useRoles();
  return (
    <FormDrawer
      opened
      title={t('mappings.change')}
      onClose={onClose}
      draftKey={`scim-mapping:${mapping.id}`}
      row={mapping}
      initialValues={{ role: mapping.role as Role }}
      submitLabel={t('save')}
      onSubmit={async ({ role }) => {
        await changeRole(mapping.id, role);
        onClose();
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
  );
}

const useRoles = () => {
  const { t } = useTranslation('scim');
  return ROLES.map((value) => ({ value, label: t(`role.${value}`) }));
};
