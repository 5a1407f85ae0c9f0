import { GatewayError } from '@multilane/errors';

/** Facts about a request apart from its headers. */
export interface RequestSite {
  readonly method: string;
  /** The origin that this service is reached by, as a browser writes it; see `originOf`. */
  readonly origin: string | undefined;
}

export interface OriginHeaders {
  readonly origin?: string | undefined;
  readonly upgrade?: string | undefined;
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects a request that another site may have made a browser send along with the session's cookie: an unsafe method, or
 * the beginning of a WebSocket, needs an `Origin` that is this service's own (docs/contract/sign-in.md#sessions).
 * Throws 403 `permission_denied`.
 */
export function requireSameOrigin(headers: OriginHeaders, site: RequestSite): void {
  if (SAFE_METHODS.has(site.method) && headers.upgrade === undefined) return;
  if (site.origin !== undefined && headers.origin === site.origin) return;
  throw new GatewayError('permission_denied', {
    param: 'Origin',
    message: 'With a session, this request requires an Origin header that names this site.',
  });
}

/** Scheme and host as browsers write an origin: in lower case, without a default port. Undefined for what is none. */
export function originOf(protocol: string, host: string | undefined): string | undefined {
  if (host === undefined || !/^[a-z0-9.:[\]_-]+$/i.test(host)) return undefined;
  const url = URL.parse(`${protocol}://${host}`);
  return url === null || url.origin === 'null' ? undefined : url.origin;
}
