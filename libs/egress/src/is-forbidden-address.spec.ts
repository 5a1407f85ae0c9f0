import { BlockList } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAllowedNetworks } from './allowed-networks.js';
import { isForbiddenAddress } from './is-forbidden-address.js';

const NONE = parseAllowedNetworks([]);

const forbidden = (ip: string, allow: readonly string[] = []): boolean =>
  isForbiddenAddress(ip, parseAllowedNetworks(allow));

/** First and last address of each range, and its neighbours outside, which are public unless marked. */
const V4_RANGES: [name: string, first: string, last: string, before: string | undefined, after: string | undefined][] =
  [
    ['this network and unspecified', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
    ['private 10/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['CGNAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ["Azure's platform", '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
    ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['private 172.16/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['protocol assignments', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['private 192.168/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['multicast, reserved and broadcast', '224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
  ];

const V6_RANGES: [name: string, first: string, last: string, before: string | undefined, after: string | undefined][] =
  [
    [
      'unspecified, loopback and all below the public',
      '::',
      '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      undefined,
      '2000::',
    ],
    ['protocol assignments', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2001:200::'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
    ['documentation 2', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', undefined],
    ['unique-local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
    ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ];

describe('docs/contract/egress.md#addresses: an address that people name is rejected', () => {
  it.each([...V4_RANGES, ...V6_RANGES])(
    'within %s, from %s to %s, and not beside it',
    (_, first, last, before, after) => {
      expect([forbidden(first), forbidden(last)]).toEqual([true, true]);
      for (const outside of [before, after])
        if (outside !== undefined) expect([outside, forbidden(outside)]).toEqual([outside, false]);
    },
  );

  it.each([
    ['loopback', '::1'],
    ['a zone', 'fe80::1%eth0'],
    ['the discard prefix', '100::1'],
    ['the local NAT64 prefix, whatever it holds', '64:ff9b:1::808:808'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hexadecimal', '::FFFF:7f00:1'],
    ['a mapped public address', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible and public', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64 to a private address', '64:ff9b::10.1.2.3'],
    ['NAT64 to metadata', '64:ff9b::a9fe:a9fe'],
    ['6to4 of a private network', '2002:c0a8:1::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo with a private server', '2001:0:a00:1:0:0:f7f7:f7f7'],
    ['Teredo with a private client (inverted)', '2001:0:808:808:0:0:f5ff:fffe'],
    ['metadata of AWS over IPv6', 'fd00:ec2::254'],
    ['metadata of Google over IPv6', 'fd20:ce::254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle classic', '192.0.0.192'],
    ['metadata.google.internal and most others', '169.254.169.254'],
  ])('in the form %s: %s', (_, ip) => {
    expect(forbidden(ip)).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '2130706433', '0x7f000001', '[::1]', '8.8.8.8 ', '8.8.8.8/32', '08.8.8.8'])(
    'for not being an address in plain form: "%s"',
    (text) => {
      expect(forbidden(text)).toBe(true);
    },
  );

  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2001:0:808:808::f7f7:f7f7',
  ])('but not where it is, or leads to, the public internet: %s', (ip) => {
    expect(forbidden(ip)).toBe(false);
  });
});

describe('docs/contract/egress.md#addresses: unless network.allow_private lists it', () => {
  it.each([
    ['a range', '10.20.0.0/16', '10.20.255.255', '10.21.0.0'],
    ['a range with bits behind its prefix', '10.20.30.40/16', '10.20.0.0', '10.19.255.255'],
    ['an odd prefix', '192.168.4.0/22', '192.168.7.255', '192.168.8.0'],
    ['one address', '127.0.0.1', '127.0.0.1', '127.0.0.2'],
    ['an IPv6 range', 'fd12:3456::/32', 'fd12:3456:ffff::1', 'fd12:3457::1'],
    ['one IPv6 address, written otherwise', '0:0:0:0:0:0:0:1', '::1', '::2'],
    ['a mapped range, which is the IPv4 range', '::ffff:10.0.0.0/104', '10.255.0.1', '11.0.0.0.0'],
    ['an IPv4 range, for the mapped form', '10.0.0.0/8', '::ffff:10.0.0.1', '::ffff:11.0.0.1'],
    ['an IPv4 range, through NAT64', '10.0.0.0/8', '64:ff9b::10.0.0.1', '64:ff9b::192.168.0.1'],
    ['a zone within link-local', 'fe80::/10', 'fe80::1%eth0', 'fec0::1%eth0'],
    ['everything of IPv4', '0.0.0.0/0', '255.255.255.255', '::1'],
    ['everything of IPv4, for a form that no host has', '0.0.0.0/0', '127.0.0.1', '::127.0.0.1'],
  ])('%s', (_, listed, inside, outside) => {
    expect([forbidden(inside, [listed]), forbidden(outside, [listed])]).toEqual([false, true]);
  });

  it.each([
    ['169.254.0.0/16', '169.254.169.254'],
    ['0.0.0.0/0', '169.254.169.254'],
    ['169.254.0.0/16', '::ffff:169.254.169.254'],
    ['64:ff9b::/96', '64:ff9b::169.254.169.254'],
    ['::/0', 'fd00:ec2::254'],
    ['100.64.0.0/10', '100.100.100.200'],
  ])('a range %s does not cover cloud metadata at %s, an entry of its own does', (range, metadata) => {
    expect(forbidden(metadata, [range])).toBe(true);
    expect(forbidden(metadata, [range, metadata])).toBe(false);
  });

  it('does not take one half of a Teredo address for the whole', () => {
    const bothPrivate = '2001:0:a00:1:0:0:3f57:fffe';
    expect(forbidden(bothPrivate, ['10.0.0.1'])).toBe(true);
    expect(forbidden(bothPrivate, ['10.0.0.1', '192.168.0.1'])).toBe(false);
  });

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'localhost',
    '10.0',
    'fe80::1%eth0',
    '',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
  ])('anything but an address or a range is an error: "%s"', (entry) => {
    expect(() => parseAllowedNetworks([entry])).toThrow(TypeError);
  });
});

describe('ranges, against the ones of Node.js', () => {
  const v4 = fc.ipV4();
  const v6 = fc.ipV6();

  it('hold the same IPv4 addresses', () => {
    fc.assert(
      fc.property(v4, fc.integer({ min: 0, max: 32 }), v4, fc.boolean(), (net, prefix, other, near) => {
        const ip = near ? net.replace(/\d+$/, other.replace(/.*\./, '')) : other;
        const oracle = new BlockList();
        oracle.addSubnet(net, prefix);
        // Only reserved addresses show whether a range contains them.
        fc.pre(isForbiddenAddress(ip, NONE) && ip !== '169.254.169.254');
        expect(forbidden(ip, [`${net}/${prefix}`])).toBe(!oracle.check(ip));
      }),
    );
  });

  it('hold the same IPv6 addresses, however they are written', () => {
    fc.assert(
      fc.property(v6, fc.integer({ min: 0, max: 128 }), v6, fc.boolean(), (net, prefix, other, near) => {
        const ip = near ? net : other;
        fc.pre(isForbiddenAddress(ip, NONE) && !isDisguised(ip));
        const oracle = new BlockList();
        oracle.addSubnet(net, prefix, 'ipv6');
        expect(forbidden(ip, [`${net}/${prefix}`])).toBe(!oracle.check(ip, 'ipv6'));
      }),
    );
  });

  it('judge every embedding of an IPv4 address at least as strictly as the address', () => {
    fc.assert(
      fc.property(v4, fc.constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::'), (ip, prefix) => {
        if (forbidden(ip)) expect(forbidden(`${prefix}${ip}`)).toBe(true);
      }),
    );
  });
});

/** True if an IPv6 address represents an IPv4 address, which Node.js converts. */
function isDisguised(ip: string): boolean {
  return /^\[(::|64:ff9b::)/.test(new URL(`http://[${ip}]`).hostname);
}
