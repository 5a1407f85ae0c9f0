import { useQuery } from '@tanstack/react-query';
import { ApiFailure, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { type TokenActions, toNewToken } from './account-values.js';
import type { Permission } from './permissions.js';

export type OrganizationAccount = components['schemas']['OrganizationAccountView'];

export type OrganizationAccountValues = {
  readonly name: string;
  readonly permissions: readonly Permission[];
};

/** Root of the keys of queries about these accounts. */
export const ROOT = 'organization-accounts';

const ACCOUNT = '/org/accounts/{id}';
const TOKENS = '/org/accounts/{id}/tokens';
const TOKEN = '/org/accounts/{id}/tokens/{token_id}';
const ROTATION = '/org/accounts/{id}/tokens/{token_id}/rotate';

export function useOrganizationAccounts(q: string | undefined) {
  const query = { ...(q && { q }) };
  return useList([ROOT, 'list', query], '/org/accounts', query);
}

export const findAccount = (id: string) => api.get(ACCOUNT, { path: { id } });

export const createAccount = (values: OrganizationAccountValues) => api.post('/org/accounts', { body: toBody(values) });

/** Updates an account. The person who does so grants its permissions from then on. */
export const updateAccount = (id: string, values: OrganizationAccountValues) =>
  api.patch(ACCOUNT, { path: { id }, body: toBody(values) });

export const setAccountDisabled = (id: string, disabled: boolean) =>
  api.patch(ACCOUNT, { path: { id }, body: { disabled } });

export const removeAccount = (id: string) => api.delete(ACCOUNT, { path: { id } });

function toBody({ name, permissions }: OrganizationAccountValues) {
  return { name: name.trim(), permissions: [...permissions] };
}

/** The first 200 tokens of an account, newest first; accounts have a few. */
export function useOrganizationTokens(id: string) {
  return useQuery({
    queryKey: [ROOT, 'tokens', id],
    queryFn: () => api.get(TOKENS, { path: { id }, query: { limit: 200 } }),
  });
}

export function useOrganizationTokenActions(id: string): TokenActions {
  const done = useChange(ROOT);
  return {
    issue: (values) => done(api.post(TOKENS, { path: { id }, body: toNewToken(values) })),
    rotate: (token_id) => done(api.post(ROTATION, { path: { id, token_id }, body: {} })),
    revoke: (token_id) => done(api.delete(TOKEN, { path: { id, token_id } })),
  };
}

/** True if somebody is an owner now; undefined while that is not known. */
export function useIsOwner(id: string, isAllowed: boolean): boolean | undefined {
  const { data, error } = useQuery({
    queryKey: [ROOT, 'granter', id],
    queryFn: () => api.get('/org/members/{user_id}', { path: { user_id: id } }),
    enabled: isAllowed,
    retry: false,
  });
  if (data !== undefined) return data.active && data.role === 'owner';
  return error instanceof ApiFailure && error.status === 404 ? false : undefined;
}
