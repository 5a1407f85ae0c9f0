import { SecretBox, SecretBoxError } from '@multilane/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from '../auth/session-cookie.js';

const NAME = 'ml_sso_session';
const PATH = '/auth/sso';
const PURPOSE = 'sso session';
const DAYS = 30;
/** Browsers keep no larger cookie. The provider is then told the client alone. */
const LONGEST = 3_800;

/** What a browser has of its session at the identity provider, so that it can end it there too. */
export class ProviderSessionCookie {
  private readonly box: SecretBox;

  /** @param behindTls whether people reach the service over TLS */
  constructor(
    encryptionKeys: string,
    private readonly behindTls: boolean,
  ) {
    this.box = SecretBox.fromKeys(encryptionKeys);
  }

  set(request: FastifyRequest, reply: FastifyReply, idToken: string): void {
    const sealed = this.box.seal(idToken, PURPOSE);
    const value = sealed.length <= LONGEST ? sealed : this.box.seal('', PURPOSE);
    reply.header('set-cookie', `${NAME}=${value}; ${this.attributes(request, DAYS * 86_400)}`);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', `${NAME}=; ${this.attributes(request, 0)}`);
  }

  /** The ID token, empty where it was too large; undefined for a browser that did not sign in over the provider. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    const value = /(?:^|;\s*)ml_sso_session=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
    if (value === undefined) return undefined;
    try {
      return this.box.open(value, PURPOSE);
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  private attributes(request: FastifyRequest, seconds: number): string {
    const secure = secureAttribute(request, this.behindTls);
    return `Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  }
}
