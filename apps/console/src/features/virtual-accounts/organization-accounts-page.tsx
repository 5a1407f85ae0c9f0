import { Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { SecretOnce } from '../../ui/secret-once.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { AccountState } from './account-state.js';
import { AccountToggle } from './account-toggle.js';
import { OrganizationAccountDetails } from './organization-account-details.js';
import {
  createAccount,
  findAccount,
  type OrganizationAccount,
  type OrganizationAccountValues,
  ROOT,
  removeAccount,
  setAccountDisabled,
  updateAccount,
  useOrganizationAccounts,
} from './organization-queries.js';
import { grantableOf } from './permissions.js';
import { PermissionsField } from './permissions-field.js';

const EMPTY: OrganizationAccountValues = { name: '', permissions: [] };

/** Virtual accounts of the organization: what an owner grants them, they do without a person's session. */
export default function OrganizationAccountsPage(): ReactNode {
  const { t } = useTranslation(['organization-accounts', 'virtual-accounts']);
  const [search] = useUrlState();
  const [secret, setSecret] = useState<string>();
  const canManage = useSession().can('org.accounts.manage');
  const done = useChange(ROOT);
  return (
    <ResourcePage<OrganizationAccount, OrganizationAccountValues>
      namespace="organization-accounts"
      root={ROOT}
      draftKey={ROOT}
      list={useOrganizationAccounts(search.q)}
      columns={useAccountColumns()}
      nameOf={({ name }) => name}
      load={findAccount}
      canCreate={canManage}
      canManage={() => canManage}
      emptyValues={EMPTY}
      toValues={({ name, permissions }) => ({ name, permissions: grantableOf(permissions) })}
      validate={{
        name: (name) => (String(name).trim() ? null : t('required.name')),
        permissions: (list) => ((list as readonly string[]).length > 0 ? null : t('required.permissions')),
      }}
      create={createAccount}
      update={({ id }, values) => updateAccount(id, values)}
      remove={({ id }) => removeAccount(id)}
      formSize={640}
      buttons={({ disabled, id }) => (
        <AccountToggle disabled={disabled} onChange={(next) => done(setAccountDisabled(id, next))} />
      )}
      form={(form, stored) => (
        <Stack gap={16}>
          <TextInput
            label={t('field.name')}
            description={t('hint.name')}
            required
            data-autofocus
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <PermissionsField {...form.getInputProps('permissions')} value={form.values.permissions} />
          <Text size="sm" c="dimmed">
            {t(stored === undefined ? 'actsForYou' : 'willActForYou')}
          </Text>
        </Stack>
      )}
      details={(account) => <OrganizationAccountDetails account={account} canManage={canManage} onSecret={setSecret} />}
    >
      {secret !== undefined && (
        <SecretOnce secret={secret} label={t('virtual-accounts:secret')} onClose={() => setSecret(undefined)} />
      )}
    </ResourcePage>
  );
}

function useAccountColumns(): readonly ResourceColumn<OrganizationAccount>[] {
  const { t } = useTranslation('organization-accounts');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
    },
    { id: 'state', header: t('field.state'), cell: ({ disabled }) => <AccountState disabled={disabled} /> },
    {
      id: 'permissions',
      header: t('field.permissions'),
      cell: ({ permissions }) => t('permissions.count', { count: permissions.length }),
      hideBelow: 'sm',
    },
    {
      id: 'granter',
      header: t('field.grantedBy'),
      cell: ({ granted_by_name: name }) => <span dir="auto">{name}</span>,
      hideBelow: 'md',
    },
    {
      id: 'created',
      header: t('field.created'),
      cell: ({ created_at: at }) => <TimeText at={at} />,
      hideBelow: 'md',
    },
  ];
}
