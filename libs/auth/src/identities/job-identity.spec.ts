import { describe, expect, it } from '@jest/globals';
import { hashToken } from '../authenticate-stored-credential.js';
import type { Caller } from '../caller.js';
import { causeOf, identityOf, readStoredCaller } from './job-identity.js';

const key: Caller = {
  credentialType: 'api_key',
  credentialId: 'c1',
  organizationId: 'o1',
  keyName: 'key',
  role: 'member',
  expiresAt: undefined,
};
const headers = { authorization: 'Bearer ml-secret-of-somebody' };

describe('identityOf', () => {
  it.each([
    ['a credential of the database by its id', key, { by: 'credential', id: 'c1', organizationId: 'o1' }],
    [
      'a key of gateway.yaml by its hash',
      { ...key, credentialId: undefined, organizationId: undefined },
      { by: 'hash', hash: hashToken('ml-secret-of-somebody') },
    ],
    ['a token of an identity provider by what it says', { ...key, credentialType: 'oidc' }, { by: 'claims' }],
  ] as [string, Caller, object][])('finds %s later', (_, caller, identity) => {
    expect(identityOf({ caller, headers })).toMatchObject(identity);
  });

  it('finds a session by its hash and the workspace that it was used in', () => {
    const caller: Caller = { ...key, credentialType: 'session', workspaceId: 'w1' };
    const cookie = { cookie: '__Host-multilane_session=abc; multilane_session=abc', authorization: 'Bearer abc' };
    expect(identityOf({ caller, headers: cookie })).toMatchObject({ by: 'session', workspaceId: 'w1' });
  });

  it.each([{ ...key, credentialId: undefined }, key])('never stores the credential itself', (caller) => {
    expect(JSON.stringify(identityOf({ caller, headers }))).not.toContain('secret-of-somebody');
  });

  it.each([
    [{ allowedModels: new Set(['gpt-4o', 'o3']), allowedProviders: new Set(['openai']) }],
    [{ allowedModels: new Set<string>() }],
    [{}],
  ])("the powers of an identity provider's token are the same after it was stored as JSON: %j", (allowed) => {
    const caller: Caller = { ...key, credentialType: 'oidc', ...allowed };
    const stored = JSON.parse(JSON.stringify(identityOf({ caller, headers })));
    expect(readStoredCaller(stored.caller)).toEqual({ ...caller, ...allowed });
  });

  it('a stored set that cannot be read allows nothing', () => {
    const stored = { ...key, allowedModels: {} } as never;
    expect(readStoredCaller(stored).allowedModels).toEqual(new Set());
  });

  it('rejects a caller without any credential', () => {
    expect(() => identityOf({ caller: { ...key, credentialId: undefined }, headers: {} })).toThrow(
      expect.objectContaining({ code: 'invalid_api_key' }),
    );
  });
});

describe('the cause of a job', () => {
  const told = { ...headers, 'x-service-tags': 'feature=search', 'x-service-customer': 'acme' };

  it('is kept with the identity, after it was stored as JSON too', () => {
    const stored = JSON.parse(JSON.stringify(identityOf({ caller: key, headers: told })));
    expect(stored).toEqual({
      ...{ by: 'credential', id: 'c1', organizationId: 'o1' },
      cause: { 'x-service-tags': 'feature=search', 'x-service-customer': 'acme' },
    });
    expect(causeOf(stored)).toEqual(stored.cause);
  });

  it('is nothing where the request says nothing', () => {
    expect(identityOf({ caller: key, headers })).toEqual({ by: 'credential', id: 'c1', organizationId: 'o1' });
    expect(causeOf(identityOf({ caller: key, headers }))).toEqual({});
  });

  it.each([
    [{ 'x-service-tags': 'feature' }, 'X-Service-Tags'],
    [{ 'x-service-customer': '' }, 'X-Service-Customer'],
    [{ 'x-service-customer': ['a', 'b'] }, 'X-Service-Customer'],
  ])('that is faulty is 400: %j', (faulty, param) => {
    expect(() => identityOf({ caller: key, headers: { ...headers, ...faulty } })).toThrow(
      expect.objectContaining({ code: 'invalid_value', param }) as never,
    );
  });
});
