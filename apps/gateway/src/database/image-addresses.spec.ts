import { describe, expect, test } from '@jest/globals';
import { ImageAddresses, type ImageAddressesOptions } from './image-addresses.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const OWNER = { organizationId: 'org', loopbackOrigin: 'http://127.0.0.1:8080' };
const MB = 1024 * 1024;

function setUp(options: Partial<ImageAddressesOptions> = {}) {
  const rows = new Map<string, Buffer>();
  const results: string[] = [];
  const warnings: string[] = [];
  const looked: string[] = [];
  const addresses = new ImageAddresses({
    images: {
      store: ({ id, bytes }) => {
        rows.set(id, Buffer.from(bytes));
        return Promise.resolve(0);
      },
      find: (id) => {
        looked.push(id);
        const bytes = rows.get(id);
        return Promise.resolve(bytes && { bytes, organizationId: OWNER.organizationId });
      },
    },
    newId: () => `id-${rows.size}`,
    encryptionKeys: KEY,
    publicBaseUrl: undefined,
    media: { url_ttl_minutes: 5, stored_images_mb: 1 },
    logger: { warn: (_details: object, message: string) => void warnings.push(message) } as never,
    metrics: { recordImageAddress: (result) => void results.push(result) },
    ...options,
  });
  const publish = (image: Uint8Array) => addresses.publisherFor(OWNER)?.(image);
  return { addresses, publish, looked, results, rows, warnings };
}

const partsOf = (url = '') => {
  const { pathname, searchParams } = new URL(url);
  return [pathname.split('/').at(-1) ?? '', searchParams.get('expires'), searchParams.get('signature')] as const;
};

describe('images by address', () => {
  test('are found by the address that was returned, until it expires', async () => {
    const { addresses, publish, results } = setUp();
    const parts = partsOf(await publish(Buffer.from('image')));
    expect(await addresses.find(...parts)).toEqual({ bytes: Buffer.from('image'), organizationId: 'org' });
    const end = Number(parts[1]) * 1000;
    expect(end - Date.now()).toBeGreaterThan(298_000);
    expect(await addresses.find(...parts, end - 1)).toBeDefined();
    expect(await addresses.find(...parts, end)).toBeUndefined();
    expect(results).toEqual(['stored', 'served', 'served', 'refused']);
  });

  test('nothing is looked up for an address whose signature is wrong', async () => {
    const { addresses, publish, looked } = setUp();
    const [id, expires, signature] = partsOf(await publish(Buffer.from('image')));
    for (const wrong of [undefined, null, ['1', '2'], {}, 7, '1e20', ' 1', '0x10', '9'.repeat(400)]) {
      expect(await addresses.find(id, wrong, signature)).toBeUndefined();
      expect(await addresses.find(id, expires, wrong)).toBeUndefined();
    }
    expect(looked).toEqual([]);
  });

  test.each([
    ['the public address', 'https://ai.example.com/gateway/', 'https://ai.example.com/gateway/v1/media/id-0?'],
    ['the address on this machine', undefined, 'http://127.0.0.1:8080/v1/media/id-0?'],
  ])('begin with %s', async (_name, publicBaseUrl, expected) => {
    const url = await setUp({ publicBaseUrl }).publish(Buffer.from('image'));
    expect(url?.startsWith(expected)).toBe(true);
  });

  test('are not offered without a public address', () => {
    const { addresses } = setUp();
    expect(addresses.publisherFor({ ...OWNER, loopbackOrigin: undefined })).toBeUndefined();
    expect(addresses.publisherFor({ ...OWNER, organizationId: undefined })).toBeUndefined();
  });

  test.each([
    ['an empty image', Buffer.alloc(0), {}],
    ['an image of more than 32 MB', Buffer.alloc(32 * MB + 1), {}],
    [
      'a database that is away',
      Buffer.from('image'),
      { images: { store: () => Promise.reject(new Error('away')), find: () => Promise.resolve(undefined) } },
    ],
    [
      'an organization that does not exist',
      Buffer.from('image'),
      { images: { store: () => Promise.resolve(undefined), find: () => Promise.resolve(undefined) } },
    ],
  ])('%s is not stored, and the request does not fail', async (_name, image, options) => {
    const { publish, results, warnings } = setUp(options);
    expect(await publish(image)).toBeUndefined();
    expect(results).toEqual(['not_stored']);
    expect(warnings).toHaveLength(1);
  });
});
