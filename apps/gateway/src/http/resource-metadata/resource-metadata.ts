/** Where the metadata of a resource stand (RFC 9728, section 3). */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Any name that a server of MCP can have: the answer does not tell which there are. */
const MCP_PATH = /^\/mcp(?:\/[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?)?$/;

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
  if (below !== '' && !MCP_PATH.test(below)) return undefined;
  return { resource: `${base}${below}`, authorization_servers: [issuer], bearer_methods_supported: ['header'] };
}

/**
 * What a 401 of the MCP endpoint tells a client (RFC 6750, section 3; RFC 9728, section 5.1); undefined where there are no metadata.
 *
 * @param hadToken whether the request had a credential, which is not valid then
 */
export function writeChallenge(path: string, settings: ResourceSettings, hadToken: boolean): string | undefined {
  const plain = withoutSlash(path);
  const resource = MCP_PATH.test(plain) ? plain : '/mcp';
  if (settings.publicBaseUrl === undefined || describeResource(resource, settings) === undefined) return undefined;
  const address = `${withoutSlash(settings.publicBaseUrl)}${METADATA_PATH}${resource}`;
  return `Bearer ${hadToken ? 'error="invalid_token", ' : ''}resource_metadata="${address}"`;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
