import type { BudgetScope } from '@multilane/contracts';
import type { Change } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import type { PolicyOwner } from './asked-change.js';

type Tables = Pick<Change, 'credentials' | 'serviceAccounts' | 'users' | 'workspaces'>;

/**
 * Fails with 400 unless the value of a budget rule is the id of something of the organization, and of the rule's workspace if
 * it has one. Names of teams and models are checked with those of other policies; tags, customers and providers are
 * free.
 */
export async function checkScopeValue(
  tables: Tables,
  { organizationId, workspaceId }: PolicyOwner,
  scope: BudgetScope,
  value: string,
): Promise<void> {
  const isHere = (row: { readonly workspaceId: string | null } | undefined): boolean =>
    row !== undefined && (workspaceId === null || row.workspaceId === workspaceId);
  switch (scope) {
    case 'workspace':
      if ((workspaceId ?? value) === value && (await tables.workspaces.find(organizationId, value))) return;
      throw refuseField({ path: 'value', message: 'is not the id of a workspace that the rule applies to' });
    case 'user':
      if (await tables.users.find(organizationId, value)) return;
      throw refuseField({ path: 'value', message: 'is not the id of a person of the organization' });
    case 'service_account':
      if (isHere(await tables.serviceAccounts.find(organizationId, value))) return;
      throw refuseField({ path: 'value', message: 'is not the id of a virtual account that the rule applies to' });
    case 'api_key': {
      const key = await tables.credentials.find(organizationId, value);
      if (key?.kind === 'api_key' && isHere(key)) return;
      throw refuseField({ path: 'value', message: 'is not the id of an API key that the rule applies to' });
    }
    default:
      return;
  }
}
