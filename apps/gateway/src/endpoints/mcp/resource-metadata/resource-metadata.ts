import { MCP_SERVER_NAME } from '@multilane/config';
import type { SnapshotStore } from '../../../snapshot/snapshot-store.js';

/** Path of a resource's metadata (RFC 9728, section 3). */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Before the name of a server. */
const SERVERS = '/mcp/';

interface ResourceSettings {
  /** `server.public_base_url`. */
  readonly publicBaseUrl: string | undefined;
  /** `auth.oidc.issuer`. */
  readonly issuer: string | undefined;
}

interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly string[];
}

/** Sources of the settings. */
export interface ResourceServices extends Pick<ResourceSettings, 'publicBaseUrl'> {
  readonly snapshots: SnapshotStore;
}

/** The injection token of `ResourceServices`. */
export const RESOURCE_SERVICES = Symbol('ResourceServices');

/** Reads its current settings. */
export function resourceSettings({ publicBaseUrl, snapshots }: ResourceServices): ResourceSettings {
  return { publicBaseUrl, issuer: snapshots.current?.settings.auth.oidc.issuer };
}

/**
 * Says which identity provider signs people in to MCP; undefined for another resource, or where the configuration does not name the public
 * address and the issuer. Nothing in it comes from the request but the path (docs/contract/mcp.md#sign-in-of-clients).
 *
 * @param path of the resource, as it follows the well-known one
 */
export function describeResource(
  path: string,
  { issuer, publicBaseUrl }: ResourceSettings,
): ResourceMetadata | undefined {
  if (issuer === undefined || publicBaseUrl === undefined) return undefined;
  const base = withoutSlash(publicBaseUrl);
  const own = withoutSlash(new URL(base).pathname);
  const given = withoutSlash(path);
  // A client puts the well-known path before the whole path of the resource, with that of the public address.
  const below = own !== '' && given.startsWith(`${own}/`) ? given.slice(own.length) : given;
  if (below !== '' && !isMcpPath(below)) return undefined;
  return { resource: `${base}${below}`, authorization_servers: [issuer], bearer_methods_supported: ['header'] };
}

/**
 * Writes the challenge of a 401 at the MCP endpoint (RFC 6750, section 3; RFC 9728, section 5.1); undefined without metadata.
 *
 * @param hadToken whether the request had a credential, which is not valid then
 */
export function writeChallenge(path: string, settings: ResourceSettings, hadToken: boolean): string | undefined {
  const plain = withoutSlash(path);
  const resource = isMcpPath(plain) ? plain : '/mcp';
  if (settings.publicBaseUrl === undefined || describeResource(resource, settings) === undefined) return undefined;
  const address = `${withoutSlash(settings.publicBaseUrl)}${METADATA_PATH}${resource}`;
  return `Bearer ${hadToken ? 'error="invalid_token", ' : ''}resource_metadata="${address}"`;
}

/** Any name that a server can have: the answer does not tell which there are. */
function isMcpPath(path: string): boolean {
  return path === '/mcp' || (path.startsWith(SERVERS) && MCP_SERVER_NAME.test(path.slice(SERVERS.length)));
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
