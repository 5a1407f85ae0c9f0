import type { Caller } from './caller.js';

/** Kinds of things an identity is made of; a change of one is announced as `<kind>:<id>` (docs/decisions: control plane). */
export type TopicKind = 'credential' | 'user' | 'service_account' | 'team' | 'workspace' | 'organization';

export type IdentityTopic = `${TopicKind}:${string}`;

/** Everything that an identity is made of: when one of them changes, what is remembered of it is forgotten. */
export function topicsOf(identity: Caller): IdentityTopic[] {
  const { credentialId, userId, serviceAccountId, teamId, workspaceId, organizationId } = identity;
  const topics: IdentityTopic[] = [];
  if (credentialId !== undefined) topics.push(`credential:${credentialId}`);
  if (userId !== undefined) topics.push(`user:${userId}`);
  if (serviceAccountId !== undefined) topics.push(`service_account:${serviceAccountId}`);
  if (teamId !== undefined) topics.push(`team:${teamId}`);
  if (workspaceId !== undefined) topics.push(`workspace:${workspaceId}`);
  if (organizationId !== undefined) topics.push(`organization:${organizationId}`);
  return topics;
}
