import type { FastifyReply, FastifyRequest } from 'fastify';
import { SealedCookies } from './sealed-cookies.js';
import type { OwnSettings } from './sign-in-cookie.js';

const NAME = 'ml_sso_session';
const SECONDS = 30 * 86_400;
/** Browsers keep no larger cookie. The provider is then told the client alone. */
const LONGEST = 3_800;

/** A browser's session at an identity provider. */
export interface ProviderSession {
  /** Settings that it began with, whose provider alone is told of it. Undefined: the provider of gateway.yaml. */
  readonly own: OwnSettings | undefined;
  /** Empty where it was too large. */
  readonly idToken: string;
}

/** Cookie with the browser's session at the identity provider, so that the session can end there too. */
export class ProviderSessionCookie {
  private readonly cookies: SealedCookies;

  /** @param behindTls whether people reach the service over TLS */
  constructor(encryptionKeys: string, behindTls: boolean) {
    this.cookies = new SealedCookies(encryptionKeys, behindTls, 'sso session');
  }

  set(request: FastifyRequest, reply: FastifyReply, { idToken, own }: ProviderSession): void {
    const sealed = this.cookies.seal(write(own, idToken));
    const value = sealed.length <= LONGEST ? sealed : this.cookies.seal(write(own, ''));
    this.cookies.set(request, reply, NAME, value, SECONDS);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.cookies.clear(request, reply, NAME);
  }

  /** Undefined for a browser that did not sign in over a provider. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): ProviderSession | undefined {
    const value = /(?:^|;\s*)ml_sso_session=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
    const opened = value === undefined ? undefined : this.cookies.open(value);
    if (opened === undefined) return undefined;
    // The ID token alone is of the provider of gateway.yaml.
    const [idToken = '', organizationId, settingsHash] = opened.split(' ');
    const isOwn = organizationId !== undefined && settingsHash !== undefined;
    return { idToken, own: isOwn ? { organizationId, settingsHash } : undefined };
  }
}

const write = (own: OwnSettings | undefined, idToken: string): string =>
  own === undefined ? idToken : `${idToken} ${own.organizationId} ${own.settingsHash}`;
