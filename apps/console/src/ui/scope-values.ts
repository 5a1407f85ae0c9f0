import {
  findAccounts,
  findAllKeys,
  findKeys,
  findMembers,
  findModels,
  findPeople,
  findProviderNames,
  findTeams,
  findWorkspaces,
} from '../api/lookups.js';
import type { Choice } from './search-select.js';

type Find = (text: string) => Promise<readonly Choice[]>;

type Can = (permission: string, workspaceId?: string) => boolean;

/**
 * Search for the values of a scope, such as `team`; undefined if they are free text, or if the person may not list them.
 *
 * @param isWide True for a policy of the whole organization, which may name anybody in it
 */
export function findValuesOf(scope: string, workspaceId: string, isWide: boolean, can: Can): Find | undefined {
  const place = isWide ? undefined : workspaceId;
  const ifMay = (permission: string, find: Find, where = place): Find | undefined =>
    can(permission, where) ? find : undefined;
  switch (scope) {
    case 'workspace':
      return findWorkspaces;
    case 'team':
      return ifMay('gateway.teams.read', async (text) =>
        (await findTeams(text)).map(({ label }) => ({ value: label, label })),
      );
    case 'user':
      return isWide
        ? ifMay('org.members.read', findPeople)
        : ifMay('workspace.members.read', (text) => findMembers(workspaceId, text));
    case 'service_account':
      return ifMay('gateway.serviceaccounts.read', (text) => findAccounts(workspaceId, text), workspaceId);
    case 'api_key':
      return ifMay('gateway.keys.read', (text) =>
        isWide ? findAllKeys(undefined, text) : findKeys(workspaceId, text),
      );
    case 'model':
      return ifMay('gateway.models.read', (text) => findModels(workspaceId, text), workspaceId);
    case 'provider':
      return ifMay('gateway.providers.read', (text) => findProviderNames(workspaceId, text), workspaceId);
    default:
      return undefined;
  }
}
