import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { parseAllowedNetworks } from './allowed-networks.js';
import { checkHost, createGuardedLookup, type ResolveName } from './guarded-lookup.js';

const NONE = parseAllowedNetworks([]);

/** Gives each answer once, in order, the last for ever. */
function resolveTo(...answers: string[][]): ResolveName & { asked: number } {
  const resolve = Object.assign(
    (_hostname: string, _options: object, callback: (error: null, addresses: LookupAddress[]) => void) => {
      const answer = answers[Math.min(resolve.asked, answers.length - 1)] ?? [];
      resolve.asked += 1;
      callback(
        null,
        answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
    { asked: 0 },
  );
  return resolve as ResolveName & { asked: number };
}

function look(resolve: ResolveName, options: object, allowed = NONE): unknown[] {
  const results: unknown[] = [];
  createGuardedLookup(allowed, resolve)('name.test', options, (...all) => results.push(...all));
  return results;
}

describe('docs/contract/egress.md#addresses: the address that a name resolves to is checked at connect time', () => {
  it('a public answer is handed on whole, or as its first address, as the socket asked', () => {
    const resolve = resolveTo(['93.184.215.14', '2606:4700::1111']);
    expect(look(resolve, { all: true })).toEqual([
      null,
      [
        { address: '93.184.215.14', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    ]);
    expect(look(resolve, {})).toEqual([null, '93.184.215.14', 4]);
    expect(resolve.asked).toBe(2);
  });

  it.each([
    ['the only one', ['10.0.0.1']],
    ['the last of several', ['93.184.215.14', '1.1.1.1', '192.168.0.1']],
    ['the first of several', ['127.0.0.1', '93.184.215.14']],
    ['of the other version', ['93.184.215.14', '::1']],
    ['a mapped one', ['::ffff:10.0.0.1']],
    ['with a zone', ['fe80::1%eth0']],
    ['metadata, as metadata.google.internal has', ['169.254.169.254']],
  ])('a name is rejected where a forbidden address is %s, and none is dialled', (_, addresses) => {
    for (const options of [{ all: true }, {}]) {
      const [error, found] = look(resolveTo(addresses), options);
      expect(error).toMatchObject({ name: 'EgressRefusal', code: 'ERR_FORBIDDEN_ADDRESS' });
      expect(found).toEqual([]);
    }
  });

  it('a name that is public first and private then (DNS rebinding) is rejected then', () => {
    const resolve = resolveTo(['93.184.215.14'], ['10.0.0.1']);
    expect(look(resolve, { all: true })[0]).toBeNull();
    expect(look(resolve, { all: true })[0]).toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS', address: '10.0.0.1' });
  });

  it('the message for the person does not reveal what the name resolves to', () => {
    const [error] = look(resolveTo(['10.0.0.1']), {});
    expect((error as Error).message).not.toMatch(/10\.0|name\.test/);
  });

  it('an empty answer is a name that does not exist', () => {
    expect(look(resolveTo([]), { all: true })[0]).toMatchObject({ code: 'ENOTFOUND' });
  });

  it('a host for somebody else to connect to is checked whether address or name', async () => {
    const refused = expect.objectContaining({ code: 'ERR_FORBIDDEN_ADDRESS' });
    const resolve = resolveTo(['93.184.215.14'], ['10.0.0.1']);
    await expect(checkHost('[::1]', NONE, resolve)).rejects.toEqual(refused);
    await expect(checkHost('10.0.0.1', NONE, resolve)).rejects.toEqual(refused);
    await expect(checkHost('[2606:4700::1111]', NONE, resolve)).resolves.toBeUndefined();
    expect(resolve.asked).toBe(0);
    await expect(checkHost('name.test', NONE, resolve)).resolves.toBeUndefined();
    await expect(checkHost('name.test', NONE, resolve)).rejects.toEqual(refused);
  });
});
