import type { CredentialRecord } from '@multilane/persistence';
import type { DeclaredKey } from '../../declared/declared-keys.js';

/** A key with what the API shows of it, wherever it comes from. */
export interface ShownKey {
  readonly source: 'config' | 'database';
  readonly teamName: string;
  readonly key: Omit<DeclaredKey, 'teamName'> &
    Pick<CredentialRecord, 'workspaceId' | 'userId' | 'disabled' | 'lastUsedAt'> & {
      /** Null: gateway.yaml does not say when. */
      readonly createdAt: Date | null;
    };
}

/** A key of gateway.yaml: team-scoped, nobody's, and in effect as long as the file has it. */
export function showDeclared({ teamName, ...key }: DeclaredKey): ShownKey {
  const rest = { workspaceId: null, userId: null, disabled: false, lastUsedAt: null, createdAt: null };
  return { source: 'config', teamName, key: { ...key, ...rest } };
}
