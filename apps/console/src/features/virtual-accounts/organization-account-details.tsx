import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { TimeText } from '../../ui/time-text.js';
import { AccountState } from './account-state.js';
import {
  type OrganizationAccount,
  useIsOwner,
  useOrganizationTokenActions,
  useOrganizationTokens,
} from './organization-queries.js';
import { actionOf, groupPermissions } from './permissions.js';
import { TokenList } from './token-list.js';

interface OrganizationAccountDetailsProps {
  readonly account: OrganizationAccount;
  readonly canManage: boolean;
  readonly onSecret: (secret: string) => void;
}

/** An account of the organization: what it may do, for whom, and its tokens. */
export function OrganizationAccountDetails(props: OrganizationAccountDetailsProps): ReactNode {
  const { account, canManage, onSecret } = props;
  const { t } = useTranslation('organization-accounts');
  const { can } = useSession();
  const isOwner = useIsOwner(account.granted_by, can('org.members.read'));
  const tokens = useOrganizationTokens(account.id);
  const actions = useOrganizationTokenActions(account.id);
  return (
    <Stack gap={16}>
      {isOwner === false && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('gone.title')}
        >
          {t('gone.text')}
        </Alert>
      )}
      <FactList
        facts={[
          { label: t('field.state'), value: <AccountState disabled={account.disabled} /> },
          { label: t('field.permissions'), value: <PermissionLines permissions={account.permissions} /> },
          { label: t('field.grantedBy'), value: <span dir="auto">{account.granted_by_name}</span> },
          { label: t('field.created'), value: <TimeText at={account.created_at} /> },
          { label: t('field.updated'), value: <TimeText at={account.updated_at} /> },
          { label: t('field.id'), value: <IdText id={account.id} /> },
        ]}
      />
      <TokenList account={account} tokens={tokens} actions={actions} canManage={canManage} onSecret={onSecret} />
    </Stack>
  );
}

function PermissionLines({ permissions }: { readonly permissions: readonly string[] }): ReactNode {
  const { t } = useTranslation('organization-accounts');
  const rows = groupPermissions(permissions).flatMap((group) => group.rows);
  if (rows.length === 0) return t('permissions.none');
  return (
    <Stack gap={4}>
      {rows.map(({ resource, permissions: held }) => (
        <Text key={resource} size="sm">
          {t('permissions.line', {
            resource: t(`resource.${resource}`),
            actions: held.map((permission) => t(`permission.${actionOf(permission)}`)).join(t('permissions.comma')),
          })}
        </Text>
      ))}
    </Stack>
  );
}
