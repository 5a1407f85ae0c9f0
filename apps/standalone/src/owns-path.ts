import type { IncomingMessage } from 'node:http';
import { pathOf } from '@multilane/http';

/** What the control plane serves (specification section 4, "Control plane"); everything else is the gateway's. */
const OF_THE_WORKSPACE: ReadonlySet<string> = new Set([
  'ui',
  'auth',
  'admin',
  'org',
  'w',
  'scim',
  'hooks',
  'docs',
  'openapi.json',
]);

/** Whether a request is for the control plane, as an ingress in front of both services would say by its path. */
export function isForWorkspace({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return OF_THE_WORKSPACE.has(pathOf(url).split('/', 2)[1] ?? '');
}
