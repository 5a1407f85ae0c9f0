import type { IncomingMessage } from 'node:http';
import { pathOf, wantsPage } from '@multilane/http';

/** First parts of the control plane's paths (docs/contract/control-plane.md#path-prefixes); everything else is the gateway's. */
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

/** True if a request is for the control plane, as for an ingress in front of both services. A browser at `/` wants the console. */
export function isForWorkspace({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const path = pathOf(url);
  if (path === '/') return wantsPage(headers.accept);
  return OF_THE_WORKSPACE.has(path.split('/', 2)[1] ?? '');
}
