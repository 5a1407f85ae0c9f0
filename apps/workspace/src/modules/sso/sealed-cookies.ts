import { SecretBox, SecretBoxError } from '@multilane/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from '../auth/session-cookie.js';

const PATH = '/auth/sso';

/** Cookies of single sign-on, whose values only this service can read or make. */
export class SealedCookies {
  private readonly box: SecretBox;

  /**
   * @param behindTls whether people reach the service over TLS
   * @param purpose what values are sealed for, so that nothing else that is sealed with the key is accepted in their place
   */
  constructor(
    encryptionKeys: string,
    private readonly behindTls: boolean,
    private readonly purpose: string,
  ) {
    this.box = SecretBox.fromKeys(encryptionKeys);
  }

  seal(value: string): string {
    return this.box.seal(value, this.purpose);
  }

  /** Undefined for a value that is none of ours. */
  open(sealed: string): string | undefined {
    try {
      return this.box.open(sealed, this.purpose);
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  /** Lax: the identity provider's redirect is a navigation from another site, and must bring the cookie. */
  set(request: FastifyRequest, reply: FastifyReply, name: string, sealed: string, seconds: number): void {
    const secure = secureAttribute(request, this.behindTls);
    const attributes = `Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
    reply.header('set-cookie', `${name}=${sealed}; ${attributes}`);
  }

  clear(request: FastifyRequest, reply: FastifyReply, name: string): void {
    this.set(request, reply, name, '', 0);
  }
}
