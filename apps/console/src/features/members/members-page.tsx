import { Badge, Text } from '@mantine/core';
import { IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { NameText } from '../../ui/name-text.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { EditMember } from './edit-member.js';
import { MemberForm } from './member-form.js';
import { type MemberValues, NEW_MEMBER, toMember } from './member-values.js';
import { type Member, useMemberActions, useMembers } from './queries.js';

/** The people of a workspace and their roles. */
export default function MembersPage(): ReactNode {
  const { t } = useTranslation('members');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const [edited, setEdited] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  const list = useMembers(workspace.id, search.q);
  const actions = useMemberActions(workspace.id);
  const canManage = can('workspace.members.manage', workspace.id);
  const columns = useColumns(canManage, setEdited, setRemoved);
  const validate = {
    user_id: (value: string | null) => (value?.trim() ? null : t('required.person')),
    team: (value: string | null, { team_choice }: MemberValues) =>
      team_choice === 'team' && value === null ? t('required.team') : null,
  };
  const add = canManage && (
    <CreateButton icon={IconUserPlus} onClick={() => setSearch({ open: 'new' })}>
      {t('action.add')}
    </CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={add}>
      <ResourceTable
        {...list}
        columns={columns}
        getRowId={({ user_id }) => user_id}
        onOpen={canManage ? setEdited : undefined}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: add }}
      />
      <FormDrawer
        opened={search.open === 'new'}
        title={t('add.title', { workspace: workspace.name })}
        onClose={() => setSearch({ open: undefined })}
        draftKey={`member:${workspace.id}:new`}
        row={undefined}
        initialValues={NEW_MEMBER}
        validate={validate}
        submitLabel={t('action.add')}
        onSubmit={async (values) => {
          await actions.set(values.user_id ?? '', toMember(values));
          setSearch({ open: undefined });
          notify.success(t('done.add'));
        }}
      >
        {(form) => <MemberForm form={form} />}
      </FormDrawer>
      {edited !== undefined && <EditMember member={edited} validate={validate} onMember={setEdited} />}
      <ConfirmRow
        row={removed}
        title={t('remove.title', { name: removed?.name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.remove')}
        danger
        done={t('done.remove')}
        onConfirm={({ user_id }) => actions.remove(user_id)}
        onEnd={() => setRemoved(undefined)}
      />
    </Page>
  );
}

function useColumns(
  canManage: boolean,
  onEdit: (member: Member) => void,
  onRemove: (member: Member) => void,
): readonly ResourceColumn<Member>[] {
  const { t } = useTranslation('members');
  const columns: readonly (ResourceColumn<Member> | false)[] = [
    {
      id: 'name',
      header: t('field.person'),
      cell: ({ name, email }) => (
        <RowName name={name}>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        </RowName>
      ),
    },
    { id: 'role', header: t('field.role'), cell: ({ role }) => t(`role.${role}`) },
    {
      id: 'team',
      header: t('field.team'),
      cell: ({ team, team_id: id, team_removed_at: lost }) => {
        if (lost !== undefined) return <StateBadge state="warning" label={t('lost.short')} />;
        return id === null ? t('noTeam') : <NameText id={id} name={team} />;
      },
      hideBelow: 'sm',
    },
    {
      id: 'managed',
      header: t('field.managed'),
      cell: ({ managed_by: by }) => (
        <Badge variant="default" tt="none">
          {t(`managed.${by}`)}
        </Badge>
      ),
      hideBelow: 'md',
    },
    { id: 'since', header: t('field.since'), cell: ({ created_at: at }) => <TimeText at={at} />, hideBelow: 'lg' },
    canManage && {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (member) => (
        <RowMenu
          label={t('actionsOf', { name: member.name })}
          actions={[
            { label: t('action.edit'), icon: IconPencil, onClick: () => onEdit(member) },
            ...(member.managed_by === 'scim'
              ? []
              : [{ label: t('action.remove'), icon: IconTrash, onClick: () => onRemove(member), danger: true }]),
          ]}
        />
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}
