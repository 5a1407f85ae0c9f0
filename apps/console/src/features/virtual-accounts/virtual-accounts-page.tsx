import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { SecretOnce } from '../../ui/secret-once.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { useTableSearch } from '../../ui/table/use-table-search.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { AccountDrawer } from './account-drawer.js';
import { AccountForm } from './account-form.js';
import { AccountState } from './account-state.js';
import { type Account, EMPTY_ACCOUNT } from './account-values.js';
import { useAccountActions, useAccounts } from './queries.js';

/** Virtual accounts: identities of services in a workspace. */
export default function VirtualAccountsPage(): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const [secret, setSecret] = useState<string>();
  const list = useAccounts(workspace.id, search.q);
  const actions = useAccountActions(workspace.id);
  const close = (): void => setSearch({ open: undefined });
  const create = can('gateway.serviceaccounts.manage', workspace.id) && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      <ResourceTable
        {...list}
        columns={useAccountColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      <FormDrawer
        opened={search.open === 'new'}
        title={t('create.title')}
        onClose={close}
        draftKey="account:new"
        row={undefined}
        initialValues={EMPTY_ACCOUNT}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          const { id } = await actions.create(values);
          setSearch({ open: id });
        }}
      >
        {(form) => <AccountForm form={form} workspaceId={workspace.id} />}
      </FormDrawer>
      {search.open !== undefined && search.open !== 'new' && (
        <AccountDrawer id={search.open} onClose={close} onSecret={setSecret} />
      )}
      {secret !== undefined && <SecretOnce secret={secret} label={t('secret')} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

function useAccountColumns(): readonly ResourceColumn<Account>[] {
  const { t } = useTranslation('virtual-accounts');
  const names = (allowed: readonly string[] | null): string =>
    allowed === null ? t('all') : allowed.length === 0 ? t('none') : t('count', { count: allowed.length });
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
    },
    {
      id: 'state',
      header: t('field.state'),
      cell: ({ disabled }) => <AccountState disabled={disabled} />,
    },
    {
      id: 'models',
      header: t('field.models'),
      cell: ({ allowed_models }) => names(allowed_models),
      hideBelow: 'sm',
    },
    {
      id: 'providers',
      header: t('field.providers'),
      cell: ({ allowed_providers }) => names(allowed_providers),
      hideBelow: 'sm',
    },
    {
      id: 'created',
      header: t('field.created'),
      cell: ({ created_at }) => <TimeText at={created_at} />,
      hideBelow: 'md',
    },
  ];
}
