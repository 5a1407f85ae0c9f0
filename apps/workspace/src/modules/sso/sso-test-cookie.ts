import { parseBoundedJson } from '@multilane/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInChecks } from './identity-provider.js';
import { SealedCookies } from './sealed-cookies.js';
import type { OwnSettings } from './sign-in-cookie.js';

/** A test of an organization's settings that an owner has begun. */
export interface BegunTest extends SignInChecks, OwnSettings {
  /** The owner. */
  readonly userId: string;
  readonly redirectUri: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const NAME = 'ml_ssotest';
const SECONDS = 600;

/**
 * Keeps what a test must come back with in the browser that began it. It is sealed for this purpose: no test ends as a sign-in, and no
 * sign-in as a test. A browser has one test at a time.
 */
export class SsoTestCookie {
  private readonly cookies: SealedCookies;

  /** @param behindTls whether people reach the service over TLS */
  constructor(encryptionKeys: string, behindTls: boolean) {
    this.cookies = new SealedCookies(encryptionKeys, behindTls, 'sso test');
  }

  set(request: FastifyRequest, reply: FastifyReply, test: Omit<BegunTest, 'expiresAt'>, now = Date.now()): void {
    const begun: BegunTest = { ...test, expiresAt: now + SECONDS * 1000 };
    this.cookies.set(request, reply, NAME, this.cookies.seal(JSON.stringify(begun)), SECONDS);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.cookies.clear(request, reply, NAME);
  }

  /** Reads the test that the browser has begun by that state; undefined for none, one that is too old, or a forged one. */
  read({ headers }: Pick<FastifyRequest, 'headers'>, state: string, now = Date.now()): BegunTest | undefined {
    const value = /(?:^|;\s*)ml_ssotest=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
    const opened = value === undefined ? undefined : this.cookies.open(value);
    const begun = opened === undefined ? undefined : (parseBoundedJson(opened) as BegunTest);
    return begun !== undefined && begun.state === state && now < begun.expiresAt ? begun : undefined;
  }
}
