import type { StoredPolicyRecord } from '@multilane/persistence';
import type { Requester } from '../../access/requester.js';
import type { DeclaredNames } from '../../declared/declared-names.js';

/** Place in which a policy holds; without a workspace in all of them, and for team-scoped callers. */
export interface PolicyOwner {
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

/** A change of a policy that somebody asks for. */
export interface AskedChange {
  readonly requester: Pick<Requester, 'demand'>;
  readonly declared: Pick<DeclaredNames, 'protectsPrompt'>;
  readonly place: PolicyOwner;
  /** Undefined for a new one. */
  readonly before: StoredPolicyRecord | undefined;
  /** Undefined for one that is to be deleted. */
  readonly after: PolicyState | undefined;
}

export interface PolicyState {
  readonly name: string;
  readonly enabled: boolean;
  /** Fields by name, as gateway.yaml has them. */
  readonly definition: Readonly<Record<string, unknown>>;
}
