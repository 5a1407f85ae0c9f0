import type { CredentialRecord } from '@multilane/persistence';

/** A key with what the API shows of it, wherever it comes from. */
export interface ShownKey {
  readonly source: 'config' | 'database';
  readonly teamName: string;
  readonly key: Pick<
    CredentialRecord,
    | 'id'
    | 'hint'
    | 'name'
    | 'teamId'
    | 'role'
    | 'workspaceId'
    | 'userId'
    | 'rpmLimit'
    | 'tpmLimit'
    | 'budgetUsd'
    | 'budgetResetPeriod'
    | 'expiresAt'
    | 'disabled'
    | 'lastUsedAt'
  > & {
    /** Null: gateway.yaml does not say when. */
    readonly createdAt: Date | null;
  };
}
