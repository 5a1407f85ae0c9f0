import type { Caller } from '../caller.js';

/** Kinds of things an identity is made of; a change of one is announced as `<kind>:<id>` (docs/decisions: control plane). */
export type TopicKind = 'credential' | 'user' | 'service_account' | 'organization_account' | 'organization';

export type IdentityTopic = `${TopicKind}:${string}`;

/**
 * Lists the sources of an identity: when one of them changes, the cached identity is dropped. A team or workspace that
 * is renamed or removed is announced as a change of its organization.
 */
export function topicsOf(identity: Caller): IdentityTopic[] {
  const { credentialId, userId, serviceAccountId, organizationAccountId, organizationId } = identity;
  const topics: IdentityTopic[] = [];
  if (credentialId !== undefined) topics.push(`credential:${credentialId}`);
  if (userId !== undefined) topics.push(`user:${userId}`);
  if (serviceAccountId !== undefined) topics.push(`service_account:${serviceAccountId}`);
  if (organizationAccountId !== undefined) topics.push(`organization_account:${organizationAccountId}`);
  if (organizationId !== undefined) topics.push(`organization:${organizationId}`);
  return topics;
}
