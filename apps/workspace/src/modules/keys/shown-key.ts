import type { CredentialRecord } from '@multilane/persistence';
import type { DeclaredKey } from '../../declared/declared-keys.js';

/** A key with what the API shows of it, wherever it comes from. */
export interface ShownKey {
  readonly source: 'config' | 'database';
  readonly teamName: string;
  /** Names of the workspace and of the owner; null where the key has none. */
  readonly workspaceName: string | null;
  readonly ownerName: string | null;
  /** Cost of this month's requests, in US dollars. */
  readonly spentUsd: number;
  readonly key: Omit<DeclaredKey, 'teamName'> &
    Pick<CredentialRecord, 'workspaceId' | 'userId' | 'disabled' | 'lastUsedAt'> & {
      /** Null: gateway.yaml does not say when. */
      readonly createdAt: Date | null;
      readonly updatedAt: Date | null;
    };
}

/** A key of gateway.yaml: team-scoped, nobody's, and in effect as long as the file has it. */
export function showDeclared({ teamName, ...key }: DeclaredKey, spentUsd: number): ShownKey {
  const rest = { workspaceId: null, userId: null, disabled: false, lastUsedAt: null, createdAt: null, updatedAt: null };
  return { source: 'config', teamName, workspaceName: null, ownerName: null, spentUsd, key: { ...key, ...rest } };
}
