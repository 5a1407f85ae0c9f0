import type { Database } from '@multilane/persistence';
import type { Requester } from './requester.js';

/** Name of whoever asks, for others to see: of a person the name and no email address, else that of the credential. */
export async function nameOfActor(
  { actor, organizationId }: Requester,
  users: Pick<Database['users'], 'find'>,
): Promise<string> {
  const person = actor.type === 'user' && actor.id !== null ? actor.id : undefined;
  const user = person === undefined ? undefined : await users.find(organizationId, person);
  return user?.name ?? actor.name;
}
