import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAllowedNetworks } from './allowed-networks.js';
import { checkUserBaseUrl, checkUserUrl } from './check-user-url.js';

const NONE = parseAllowedNetworks([]);
const LOOPBACK = parseAllowedNetworks(['127.0.0.0/8', '::1']);

const REFUSED = /^is refused: /;

/** The notations of an IPv4 address that the URL standard, or inet_aton, reads. */
function notations(ip: string): string[] {
  const bytes = ip.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = bytes;
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const octal = (value: number): string => `0${value.toString(8)}`;
  const hex = (value: number): string => `0x${value.toString(16)}`;
  const v6 = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    ip,
    `${ip}.`,
    String(whole),
    `${whole}.`,
    hex(whole),
    hex(whole).toUpperCase().replace('0X', '0X'),
    octal(whole),
    bytes.map(octal).join('.'),
    bytes.map(hex).join('.'),
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `0000000${octal(a)}.${b}.${c}.${d}`,
    // Fullwidth digits, a full stop of another script, percent-encoding: domain-to-ASCII makes the same of them.
    ip.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ip.replaceAll('.', '。'),
    ip.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${ip}]`,
    `[::FFFF:${v6}]`,
    `[0:0:0:0:0:ffff:${v6}]`,
    `[::${ip}]`,
    `[64:ff9b::${ip}]`,
    `[2002:${v6}::1]`,
  ];
}

const privateV4 = fc
  .tuple(
    fc.constantFrom([127], [10], [192, 168], [169, 254], [172, 20], [0], [100, 64], [224]),
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
  )
  .map(([head, rest]) => [...head, ...rest].slice(0, 4).join('.'));

describe('docs/contract/egress.md#addresses: the URL that a person names', () => {
  it('is rejected where it holds a forbidden address, in whatever notation', () => {
    fc.assert(
      fc.property(
        privateV4,
        fc.constantFrom('', ':8080', ':443'),
        fc.constantFrom('', '/', '/v1?x=1#y'),
        (ip, port, rest) => {
          const urls = notations(ip).flatMap((host) =>
            ['http', 'https', 'HTTP'].map((scheme) => `${scheme}://${host}${port}${rest}`),
          );
          expect(urls.filter((url) => !REFUSED.test(checkUserUrl(url, NONE) ?? ''))).toEqual([]);
        },
      ),
    );
  });

  it.each([
    'http://[::1]:11434',
    'http://[::]',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/latest/meta-data',
    'http://[FD00:EC2:0::0:254]/',
    'http://localhost:11434',
    'http://LOCALHOST.',
    'http://db.localhost/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://①②⑦.0.0.1/',
    'http://127.1',
    'http://0',
    'http://017700000001',
  ])('is rejected: %s', (url) => {
    expect(checkUserUrl(url, NONE)).toMatch(REFUSED);
  });

  it.each(['http://localhost:11434/v1', 'http://127.0.0.1', 'http://0x7f.1', 'http://[::1]:8080/'])(
    'is accepted where network.allow_private lists the address: %s',
    (url) => {
      expect(checkUserUrl(url, LOOPBACK)).toBeUndefined();
    },
  );

  it.each([
    'https://api.example.com/v1',
    'http://api.example.com:65535',
    'https://bücher.example/hook?token=1#part',
    'HTTPS://API.EXAMPLE.COM./',
    'https://8.8.8.8:8443/v1',
    'https://[2606:4700::1111]/',
    // A name: what it resolves to is seen when it is connected to.
    'http://metadata.google.internal/',
  ])('is accepted: %s', (url) => {
    expect(checkUserUrl(url, NONE)).toBeUndefined();
  });

  it.each([
    'http://user@example.com',
    'https://user:pass@example.com',
    'https://:pass@example.com',
    'https://@example.com/',
    'http://example.com@10.0.0.1/',
  ])('may not hold a user name or password: %s', (url) => {
    expect(checkUserUrl(url, NONE)).toBe('must not contain a user name or password');
  });

  it.each([
    '',
    'example.com',
    '//example.com',
    '/v1',
    'http:example.com',
    'http:/example.com',
    'http:///example.com',
    'http://',
    'http://:80',
    'http://?x',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://example.com',
    'data:text/plain,x',
    'javascript:alert(1)',
    'unix:///var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock',
    ' http://example.com',
    'http://example.com ',
    'http://exam\nple.com',
    'http://exam\tple.com',
    'http:\\\\example.com',
    'http://example.com\\@10.0.0.1',
    'http://example.com:99999',
    'http://1.2.3.4.5',
    'http://256.1.1.1',
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://exa mple.com',
  ])('must be absolute, http or https, and read alike by every parser: "%s"', (url) => {
    expect(checkUserUrl(url, NONE)).toBe('must be an absolute http or https URL');
  });

  it('has at most 2048 characters', () => {
    const url = `https://example.com/${'x'.repeat(2_048 - 20)}`;
    expect(checkUserUrl(url, NONE)).toBeUndefined();
    expect(checkUserUrl(`${url}x`, NONE)).toMatch('2048');
  });

  it('has neither query nor fragment where paths are appended to it', () => {
    expect(checkUserBaseUrl('https://example.com/v1', NONE)).toBeUndefined();
    for (const url of ['https://example.com/?x=1', 'https://example.com/#x', 'https://example.com?']) {
      expect(checkUserBaseUrl(url, NONE)).toBe('must not contain a query or a fragment');
    }
    expect(checkUserBaseUrl('http://10.0.0.1/?', NONE)).toMatch(REFUSED);
  });

  it('never throws, and never accepts what a parser would send inside', () => {
    const path = fc.constantFrom('', '/', '/v1/a%20b', '?q=1', '/v1#f');
    fc.assert(
      fc.property(
        fc.oneof(
          fc
            .tuple(fc.constantFrom('http://', 'https://'), fc.webAuthority({ withUserInfo: true }), path)
            .map((each) => each.join('')),
          fc.string(),
          fc.tuple(fc.constantFrom('http://', 'https://'), fc.string()).map((each) => each.join('')),
        ),
        (text) => {
          if (checkUserUrl(text, NONE) !== undefined) return;
          const { protocol, username, password, hostname } = new URL(text);
          expect(['http:', 'https:']).toContain(protocol);
          expect(username + password).toBe('');
          expect(hostname).not.toMatch(/^(127\.|10\.|192\.168\.|localhost$)/);
        },
      ),
    );
  });
});
