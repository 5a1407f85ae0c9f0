import { Select, Tabs, Text } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportHref } from '../../api/export-href.js';
import { useSession } from '../../api/session.js';
import { CreateButton } from '../../ui/create-button.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { countSet, FoldedFilters } from '../../ui/table/folded-filters.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { InviteDrawer } from './invite-drawer.js';
import { InviteList } from './invite-list.js';
import { PeopleImport } from './people-import.js';
import { PersonDrawer } from './person-drawer.js';
import { type Person, useInviteActions, usePeople } from './queries.js';
import { usePeopleSelection } from './use-people-selection.js';

const ROLES = ['owner', 'org_admin', 'org_member'] as const;

/** Everybody in the organization, and the invitations to it. */
export default function PeoplePage(): ReactNode {
  const { t } = useTranslation('people');
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const invite = can('org.members.manage') && (
    <CreateButton icon={IconMailPlus} onClick={() => setSearch({ open: 'invite' })}>
      {t('action.invite')}
    </CreateButton>
  );
  const close = (): void => setSearch({ open: undefined, workspace: undefined });
  return (
    <Page title={t('title')} description={t('description')} actions={invite}>
      <Tabs
        value={search.tab ?? 'people'}
        onChange={(tab) => setSearch({ tab: tab === 'people' ? undefined : (tab ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb={16}>
          <Tabs.Tab value="people">{t('tab.people')}</Tabs.Tab>
          <Tabs.Tab value="invitations">{t('tab.invitations')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <PeopleTable />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <InviteList action={invite} />
        </Tabs.Panel>
      </Tabs>
      <InviteDrawer opened={search.open === 'invite'} onClose={close} />
      {search.open !== undefined && search.open !== 'invite' && <PersonDrawer id={search.open} onClose={close} />}
    </Page>
  );
}

function PeopleTable(): ReactNode {
  const { t } = useTranslation('people');
  const [search, setSearch] = useUrlState();
  const { list, query } = usePeople(search);
  const selection = usePeopleSelection();
  const { can } = useSession();
  const invites = useInviteActions();
  const isFiltered = Boolean(search.q || search.role || search.active);
  return (
    <ResourceTable
      tableId="people"
      filters={<PeopleFilters />}
      {...list}
      sort={{ order: search.order, onOrder: (order) => setSearch({ order }) }}
      selection={can('org.members.manage') ? selection : undefined}
      exportHref={exportHref('/org/members/export', query)}
      tools={can('org.members.manage') && <PeopleImport onDone={invites.reload} />}
      columns={usePersonColumns()}
      getRowId={({ user_id }) => user_id}
      onOpen={({ user_id }) => setSearch({ open: user_id })}
      search={useTableSearch(t('search'))}
      empty={{ sentence: isFiltered ? t('noMatch') : t('empty') }}
    />
  );
}

function PeopleFilters(): ReactNode {
  const { t } = useTranslation('people');
  const [search, setSearch] = useUrlState();
  return (
    <FoldedFilters count={countSet([search.role, search.active])}>
      <Select
        aria-label={t('filter.role')}
        placeholder={t('filter.role')}
        clearable
        w={180}
        value={search.role ?? null}
        onChange={(role) => setSearch({ role: role ?? undefined })}
        data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      />
      <Select
        aria-label={t('filter.state')}
        placeholder={t('filter.state')}
        clearable
        w={180}
        value={search.active ?? null}
        onChange={(active) => setSearch({ active: active ?? undefined })}
        data={[
          { value: 'true', label: t('state.active') },
          { value: 'false', label: t('state.inactive') },
        ]}
      />
    </FoldedFilters>
  );
}

function usePersonColumns(): readonly ResourceColumn<Person>[] {
  const { t } = useTranslation('people');
  return [
    {
      id: 'name',
      sort: 'name',
      header: t('field.name'),
      cell: ({ name, email }) => (
        <RowName name={name}>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        </RowName>
      ),
    },
    { id: 'role', sort: 'role', header: t('field.role'), cell: ({ role }) => t(`role.${role}`) },
    {
      id: 'state',
      header: t('field.state'),
      cell: ({ active }) => (
        <StateBadge state={active ? 'ok' : 'off'} label={t(active ? 'state.active' : 'state.inactive')} />
      ),
      hideBelow: 'sm',
    },
    {
      id: 'workspaces',
      header: t('field.workspaces'),
      cell: ({ workspaces }) => t('workspaceCount', { count: workspaces.length }),
      hideBelow: 'md',
    },
    {
      id: 'joined',
      sort: 'created_at',
      header: t('field.joined'),
      cell: ({ created_at: at }) => <TimeText at={at} />,
      hideBelow: 'md',
    },
  ];
}
