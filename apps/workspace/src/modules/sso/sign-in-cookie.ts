import { parseBoundedJson } from '@multilane/contracts';
import { SecretBox, SecretBoxError } from '@multilane/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from '../auth/session-cookie.js';
import type { SignInChecks } from './identity-provider.js';

/** A sign-in that a browser has begun. */
export interface BegunSignIn extends SignInChecks {
  /** Where the identity provider sends the browser back to. */
  readonly redirectUri: string;
  /** Where the browser goes then. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const NAME = 'ml_sso';
const PATH = '/auth/sso';
/** What the cookie is sealed for, so that nothing else that is sealed with the key is accepted in its place. */
const PURPOSE = 'sso sign-in';
const SECONDS = 600;

/** Keeps what a sign-in must come back with in the browser that began it, sealed, so that no other can end it. */
export class SignInCookie {
  private readonly box: SecretBox;

  /** @param behindTls whether people reach the service over TLS */
  constructor(
    encryptionKeys: string,
    private readonly behindTls: boolean,
  ) {
    this.box = SecretBox.fromKeys(encryptionKeys);
  }

  set(
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: Omit<BegunSignIn, 'expiresAt'>,
    now: number = Date.now(),
  ): void {
    const begun: BegunSignIn = { ...signIn, expiresAt: now + SECONDS * 1000 };
    const value = this.box.seal(JSON.stringify(begun), PURPOSE);
    reply.header('set-cookie', `${NAME}=${value}; ${this.attributes(request, SECONDS)}`);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', `${NAME}=; ${this.attributes(request, 0)}`);
  }

  /** What the browser has begun; undefined when that is nothing, too old, or none of ours. */
  read({ headers }: Pick<FastifyRequest, 'headers'>, now: number = Date.now()): BegunSignIn | undefined {
    const value = /(?:^|;\s*)ml_sso=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
    if (value === undefined) return undefined;
    try {
      const begun = parseBoundedJson(this.box.open(value, PURPOSE)) as BegunSignIn;
      return now < begun.expiresAt ? begun : undefined;
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  /** Lax: the identity provider's redirect is a navigation from another site, and must bring the cookie. */
  private attributes(request: FastifyRequest, seconds: number): string {
    const secure = secureAttribute(request, this.behindTls);
    return `Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  }
}
