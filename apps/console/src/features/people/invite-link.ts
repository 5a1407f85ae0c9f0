import { basePath } from '../../api/client.js';

/** The link by which somebody accepts an invitation. The service sends no mail: who invites passes it on. */
export function inviteLinkOf(token: string): string {
  return `${window.location.origin}${basePath()}/ui/invite#token=${token}`;
}
