import type { FastifyReply, FastifyRequest } from 'fastify';
import { SealedCookies } from './sealed-cookies.js';

const NAME = 'ml_sso_session';
const SECONDS = 30 * 86_400;
/** Browsers keep no larger cookie. The provider is then told the client alone. */
const LONGEST = 3_800;

/** Cookie with the browser's session at the identity provider, so that the session can end there too. */
export class ProviderSessionCookie {
  private readonly cookies: SealedCookies;

  /** @param behindTls whether people reach the service over TLS */
  constructor(encryptionKeys: string, behindTls: boolean) {
    this.cookies = new SealedCookies(encryptionKeys, behindTls, 'sso session');
  }

  set(request: FastifyRequest, reply: FastifyReply, idToken: string): void {
    const sealed = this.cookies.seal(idToken);
    const value = sealed.length <= LONGEST ? sealed : this.cookies.seal('');
    this.cookies.set(request, reply, NAME, value, SECONDS);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.cookies.clear(request, reply, NAME);
  }

  /** The ID token, empty where it was too large; undefined for a browser that did not sign in over the provider. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    const value = /(?:^|;\s*)ml_sso_session=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
    return value === undefined ? undefined : this.cookies.open(value);
  }
}
