import { recognizeCredential } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'ml_session';

/** Sets the session's cookie: out of reach of scripts and other sites, and where people use TLS sent over TLS only. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, session: CookieValues): void {
  const { token, seconds, isBehindTls } = session;
  const rules = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute(request, isBehindTls)}`;
  reply.header('set-cookie', `${NAME}=${token}; ${rules}`);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, isBehindTls: boolean): void {
  setSessionCookie(request, reply, { token: '', seconds: 0, isBehindTls });
}

/** Parts of the cookie. */
export interface CookieValues {
  readonly token: string;
  /** Lifetime of the cookie in the browser, in seconds. */
  readonly seconds: number;
  readonly isBehindTls: boolean;
}

/** True if people reach the service over TLS, also if a proxy ends it and does not say so. */
export function isBehindTls({
  server,
}: {
  readonly server: Pick<GatewayConfig['server'], 'public_base_url'>;
}): boolean {
  const { public_base_url: address } = server;
  return address !== undefined && new URL(address).protocol === 'https:';
}

export function secureAttribute({ protocol }: Pick<FastifyRequest, 'protocol'>, behindTls: boolean): string {
  return behindTls || protocol === 'https' ? '; Secure' : '';
}

/** The value of the cookie, as authentication reads it; empty if there is none. */
export function sessionCookieOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const credential = recognizeCredential(headers, { oidcEnabled: false, consoleEnabled: true });
  return credential.kind === 'session' ? credential.token : '';
}
