import type { Caller } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';

/** A caller whose organization is known, as every caller's is that the database knows. */
export type KnownCaller = Caller & { readonly organizationId: string };

/** A SCIM client: an identity provider that keeps an organization's people up to date. */
export interface ScimClient {
  readonly credentialType: 'scim';
  readonly credentialId: string;
  readonly keyName: string;
  readonly organizationId: string;
}

/** Sender of a request. */
export type Subject = KnownCaller | ScimClient;

/** Describes a subject for the audit trail. */
export function describeActor(subject: Subject): Pick<Actor, 'type' | 'id' | 'name'> {
  const { credentialType, credentialId = null, keyName: name } = subject;
  switch (credentialType) {
    case 'scim':
      return { type: 'scim', id: credentialId, name };
    case 'session':
    case 'pat':
      return { type: 'user', id: subject.userId ?? null, name };
    case 'vat':
      return { type: 'service_account', id: subject.serviceAccountId ?? subject.organizationAccountId ?? null, name };
    case 'api_key':
    case 'oidc':
      return { type: 'api_key', id: credentialId, name };
  }
}
