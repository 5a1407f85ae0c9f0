import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { type AccountValues, type TokenActions, toAccount, toNewToken } from './account-values.js';

const ACCOUNT = '/admin/service-accounts/{id}';
const TOKENS = '/admin/service-accounts/{id}/tokens';
const TOKEN = '/admin/service-accounts/{id}/tokens/{token_id}';
const ROTATION = '/admin/service-accounts/{id}/tokens/{token_id}/rotate';

export function useAccounts(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, ...(q && { q }) };
  return useList(['accounts', 'list', query], '/admin/service-accounts', query);
}

export function useAccount(id: string) {
  return useQuery({ queryKey: ['accounts', 'one', id], queryFn: () => api.get(ACCOUNT, { path: { id } }) });
}

/** The first 200 tokens of an account, newest first; accounts have a few. */
export function useTokens(id: string) {
  return useQuery({
    queryKey: ['accounts', 'tokens', id],
    queryFn: () => api.get(TOKENS, { path: { id }, query: { limit: 200 } }),
  });
}

export function useAccountActions(workspaceId: string) {
  const done = useChange('accounts');
  return {
    create: (values: AccountValues) =>
      done(api.post('/admin/service-accounts', { query: { workspace_id: workspaceId }, body: toAccount(values) })),
    update: (id: string, values: AccountValues) => done(api.patch(ACCOUNT, { path: { id }, body: toAccount(values) })),
    setDisabled: (id: string, disabled: boolean) => done(api.patch(ACCOUNT, { path: { id }, body: { disabled } })),
    remove: (id: string) => done(api.delete(ACCOUNT, { path: { id } }), id),
  };
}

export function useTokenActions(id: string): TokenActions {
  const done = useChange('accounts');
  return {
    issue: (values) => done(api.post(TOKENS, { path: { id }, body: toNewToken(values) })),
    rotate: (token_id) => done(api.post(ROTATION, { path: { id, token_id }, body: {} })),
    revoke: (token_id) => done(api.delete(TOKEN, { path: { id, token_id } })),
  };
}
