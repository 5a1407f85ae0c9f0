import { type Caller, identityOf, type JobIdentity, type JobMaker, knowledgeViewer } from '@multilane/auth';
import type { Actor, DocsetViewer, WorkspaceAddress } from '@multilane/persistence';

/** Caller that works with the knowledge of a workspace; the permission was checked before. */
export interface KnowledgeCaller {
  readonly place: WorkspaceAddress;
  readonly actor: Actor;
  /** Viewer of the document sets. */
  readonly viewer: DocsetViewer;
  /** Identity of the jobs that the caller starts. */
  identity(): JobIdentity;
}

/** Somebody in the workspace that `chooseKnowledgeWorkspace` found. */
export function knowledgeCallerOf(
  maker: JobMaker & { readonly caller: Caller & { readonly organizationId: string } },
  workspaceId: string,
  origin: Pick<Actor, 'requestId' | 'address' | 'condition'>,
): KnowledgeCaller {
  const { caller } = maker;
  const { organizationId } = caller;
  return {
    place: { organizationId, workspaceId },
    actor: { ...describeActor(caller), ...origin },
    viewer: knowledgeViewer(caller, workspaceId),
    identity: () => identityOf(maker),
  };
}

/** Names a caller in the trail of changes. */
function describeActor(caller: Caller): Pick<Actor, 'type' | 'id' | 'name'> {
  const { credentialType, keyName: name } = caller;
  switch (credentialType) {
    case 'session':
    case 'pat':
      return { type: 'user', id: caller.userId ?? null, name };
    case 'vat':
      return { type: 'service_account', id: caller.serviceAccountId ?? null, name };
    case 'api_key':
    case 'oidc':
      return { type: 'api_key', id: caller.credentialId ?? null, name };
  }
}
