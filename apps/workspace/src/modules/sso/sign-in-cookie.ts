import { createHash } from 'node:crypto';
import { parseBoundedJson } from '@multilane/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInChecks } from './identity-provider.js';
import { SealedCookies } from './sealed-cookies.js';

/** Settings of an organization that a sign-in uses, by their hash. */
export interface OwnSettings {
  readonly organizationId: string;
  readonly settingsHash: string;
}

/** A sign-in that a browser has begun. */
export interface BegunSignIn extends SignInChecks {
  /** Undefined: the identity provider of gateway.yaml. */
  readonly own?: OwnSettings | undefined;
  /** Address to which the identity provider sends the browser back. */
  readonly redirectUri: string;
  /** Address of the browser after that. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const PREFIX = 'ml_sso_';
const SECONDS = 600;
/** Sign-ins that a browser may have begun at once, each in a tab of its own. */
const MOST_SIGN_INS = 6;

/**
 * Keeps what a sign-in must come back with in the browser that began it, sealed, so that no other can end it. Each sign-in has
 * a cookie of its own, by its state, so that several tabs may sign in at once.
 */
export class SignInCookie {
  private readonly cookies: SealedCookies;

  /** @param behindTls whether people reach the service over TLS */
  constructor(encryptionKeys: string, behindTls: boolean) {
    this.cookies = new SealedCookies(encryptionKeys, behindTls, 'sso sign-in');
  }

  set(
    request: FastifyRequest,
    reply: FastifyReply,
    signIn: Omit<BegunSignIn, 'expiresAt'>,
    now: number = Date.now(),
  ): void {
    const begun: BegunSignIn = { ...signIn, expiresAt: now + SECONDS * 1000 };
    const sealed = this.cookies.seal(JSON.stringify(begun));
    for (const old of this.findOldest(request, now)) this.clear(request, reply, old);
    this.cookies.set(request, reply, nameOf(signIn.state), sealed, SECONDS);
  }

  /** @param state of the sign-in, or its cookie's name */
  clear(request: FastifyRequest, reply: FastifyReply, state: string): void {
    this.cookies.clear(request, reply, state.startsWith(PREFIX) ? state : nameOf(state));
  }

  /** Reads the sign-in that the browser has begun by that state; undefined for none, one that is too old, or a forged one. */
  read(request: Pick<FastifyRequest, 'headers'>, state: string, now: number = Date.now()): BegunSignIn | undefined {
    const value = cookiesOf(request).get(nameOf(state));
    const begun = value === undefined ? undefined : this.open(value);
    return begun !== undefined && begun.state === state && now < begun.expiresAt ? begun : undefined;
  }

  private open(value: string): BegunSignIn | undefined {
    const begun = this.cookies.open(value);
    return begun === undefined ? undefined : (parseBoundedJson(begun) as BegunSignIn);
  }

  /** Names of the cookies that make room for another. */
  private findOldest(request: Pick<FastifyRequest, 'headers'>, now: number): string[] {
    const begun = [...cookiesOf(request)]
      .slice(0, 50)
      .map(([name, value]) => ({ name, end: this.open(value)?.expiresAt ?? 0 }));
    const newest = begun.filter(({ end }) => now < end).toSorted((one, other) => other.end - one.end);
    const kept = new Set(newest.slice(0, MOST_SIGN_INS - 1).map(({ name }) => name));
    return begun.map(({ name }) => name).filter((name) => !kept.has(name));
  }
}

/** By a hash: the state itself is nobody's to see. */
const nameOf = (state: string): string =>
  `${PREFIX}${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`;

function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): Map<string, string> {
  const found = (headers.cookie ?? '').matchAll(/(?:^|;\s*)(ml_sso_[\w-]{16})=([^;\s]+)/g);
  return new Map(Array.from(found, ([, name = '', value = '']) => [name, value]));
}
