import { recognizeCredential } from '@multilane/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'ml_session';

/** Sets the session's cookie: out of reach of scripts and other sites, and behind TLS sent over TLS only. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  reply.header('set-cookie', `${NAME}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(request)}`);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(request)}`);
}

/** The value of the cookie, as authentication reads it; empty where there is none. */
export function sessionCookieOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const credential = recognizeCredential(headers, { oidcEnabled: false, consoleEnabled: true });
  return credential.kind === 'session' ? credential.token : '';
}

function secure({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? '; Secure' : '';
}
