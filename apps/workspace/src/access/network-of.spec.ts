import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('the network that an address is throttled by', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:DB8:0001:0002:0:0:0:9'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
  ])('is the same for %s and %s', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['::1', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('differs for %s and %s', (one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other));
  });
});
