import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientAddressOf, compileTrustedProxies } from './trusted-proxies.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('the address of a client', () => {
  it.each<[string, false | number | string[] | undefined, string, string | undefined, string]>([
    ['nobody is trusted', false, '10.0.0.1', '9.9.9.9', '10.0.0.1'],
    ['nobody is trusted by default', undefined, '10.0.0.1', '9.9.9.9', '10.0.0.1'],
    ['one proxy is in front', 1, '10.0.0.1', '9.9.9.9', '9.9.9.9'],
    ['one proxy is in front, and the client claims another', 1, '10.0.0.1', '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    ['two proxies are in front', 2, '10.0.0.1', '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
    ['two proxies are announced and one is there', 2, '10.0.0.1', '9.9.9.9', '9.9.9.9'],
    ['zero proxies are announced', 0, '10.0.0.1', '9.9.9.9', '10.0.0.1'],
    ['the proxy is listed', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    ['the proxy is not listed', ['10.0.0.0/8'], '11.0.0.1', '9.9.9.9', '11.0.0.1'],
    ['a listed proxy forwards for another', ['10.0.0.0/8'], '10.0.0.1', '9.9.9.9, 10.0.0.2', '9.9.9.9'],
    ['the connection is IPv4 in IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.1', '9.9.9.9', '9.9.9.9'],
    ['no proxy has said anything', ['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1'],
  ])('is right if %s', (_case, setting, remote, forwarded, expected) => {
    expect(clientAddressOf(from(remote, forwarded), compileTrustedProxies(setting))).toBe(expected);
  });
});
