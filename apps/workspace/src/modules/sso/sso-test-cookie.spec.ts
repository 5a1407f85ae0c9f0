import { describe, expect, it } from '@jest/globals';
import { testEncryptionKey } from '@multilane/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInCookie } from './sign-in-cookie.js';
import { SsoTestCookie } from './sso-test-cookie.js';

const KEY = testEncryptionKey(7);
const CHECKS = {
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  redirectUri: 'https://console.example/callback',
};
const OWN = { organizationId: 'organization', settingsHash: 'hash' };

const requestWith = (cookie?: string) => ({ headers: { cookie }, protocol: 'https' }) as unknown as FastifyRequest;

/** Cookies that `work` sets, by name. */
function cookiesOf(work: (request: FastifyRequest, reply: FastifyReply) => void): [name: string, value: string][] {
  const set: [string, string][] = [];
  const reply = {
    header: (_name: string, cookie: string) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      set.push([name, value]);
    },
  };
  work(requestWith(), reply as unknown as FastifyReply);
  return set;
}

describe('cookies of tests of single sign-on', () => {
  const tests = new SsoTestCookie(KEY, true);
  const signIns = new SignInCookie(KEY, true);
  const test = { ...CHECKS, ...OWN, userId: 'owner' };
  const [[testName, ofTest] = ['', '']] = cookiesOf((request, reply) => tests.set(request, reply, test));
  const [[signInName, ofSignIn] = ['', '']] = cookiesOf((request, reply) =>
    signIns.set(request, reply, { ...CHECKS, returnTo: '/ui', own: OWN }),
  );

  it('are read for their state, and only for ten minutes', () => {
    const request = requestWith(`a=b; ${testName}=${ofTest}`);
    expect(tests.read(request, 'state')).toMatchObject(test);
    expect(tests.read(request, 'another')).toBeUndefined();
    expect(tests.read(request, 'state', Date.now() + 601_000)).toBeUndefined();
    expect(tests.read(requestWith(`${testName}=${ofTest.slice(0, -2)}xx`), 'state')).toBeUndefined();
    expect(tests.read(requestWith(), 'state')).toBeUndefined();
  });

  it('are no cookies of a sign-in under the name of one, nor the other way round', () => {
    expect(signIns.read(requestWith(`${signInName}=${ofSignIn}`), 'state')).toMatchObject(CHECKS);
    expect(signIns.read(requestWith(`${signInName}=${ofTest}`), 'state')).toBeUndefined();
    expect(tests.read(requestWith(`${testName}=${ofSignIn}`), 'state')).toBeUndefined();
  });
});
