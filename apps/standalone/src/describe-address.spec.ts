import { describe, expect, it } from '@jest/globals';
import { describeAddress, isReachableFromOutside, listOutsideAddresses } from './describe-address.js';

describe('the address that is shown', () => {
  it.each([
    ['127.0.0.1', 8080, 'http://localhost:8080', false],
    ['::1', 8080, 'http://localhost:8080', false],
    ['localhost', 8081, 'http://localhost:8081', false],
    ['0.0.0.0', 8080, 'http://localhost:8080', true],
    ['::', 8080, 'http://localhost:8080', true],
    ['192.168.1.5', 8080, 'http://192.168.1.5:8080', true],
    ['fd00::5', 8080, 'http://[fd00::5]:8080', true],
    ['gateway.internal', 80, 'http://gateway.internal', true],
  ])('of %s:%i is %s; other machines reach it: %p', (host, port, address, outside) => {
    expect(describeAddress(host, port)).toBe(address);
    expect(isReachableFromOutside(host)).toBe(outside);
  });
});

describe('the addresses at which other machines reach it', () => {
  const own = [
    { address: '127.0.0.1', family: 'IPv4', internal: true },
    { address: '192.168.1.5', family: 'IPv4', internal: false },
    { address: 'fe80::1', family: 'IPv6', internal: false },
    { address: '10.0.0.7', family: 'IPv4', internal: false },
  ];

  it('are those of the machine, where it listens on all of them', () => {
    const addresses = ['http://192.168.1.5:8080', 'http://10.0.0.7:8080'];
    expect(listOutsideAddresses('0.0.0.0', 8080, own)).toEqual(addresses);
    expect(listOutsideAddresses('::', 8080, own)).toEqual(addresses);
  });

  it('need not be listed where it listens on one', () => {
    for (const host of ['127.0.0.1', '192.168.1.5', 'gateway.internal']) {
      expect(listOutsideAddresses(host, 8080, own)).toEqual([]);
    }
  });
});
