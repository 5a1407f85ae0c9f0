import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findClosedPort, type ObjectStorageServer, startObjectStorage } from '@multilane/testing';
import { FileStorageUnavailable } from './file-storage-error.js';
import { type ObjectStorageSettings, openObjectStorage } from './object-storage.js';

const MOST = 1_000_000;

describe('object storage', () => {
  let server: ObjectStorageServer;
  let settings: ObjectStorageSettings;

  beforeAll(async () => {
    server = await startObjectStorage();
    settings = {
      bucket: server.bucket,
      region: 'eu-central-1',
      endpoint: server.url,
      access_key_id: server.accessKeyId,
      secret_access_key: server.secretAccessKey,
      prefix: "team's (one)/",
      path_style: true,
    };
  });

  afterEach(() => server.refuse());

  afterAll(() => server.close());

  const failureOf = async (changes: Partial<ObjectStorageSettings>): Promise<string> => {
    const error = await openObjectStorage({ ...settings, ...changes })
      .put('a/0', Buffer.from('x'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileStorageUnavailable);
    const { message } = error as Error;
    expect(message).not.toMatch(/documents|127\.0\.0\.1|AKID|EXAMPLE/);
    return message;
  };

  it('gives back what was stored, below the prefix, and removes it', async () => {
    const storage = openObjectStorage(settings);
    const bytes = Buffer.from([0, 255, 13, 10, 7]);
    await storage.put('id/0', bytes);
    expect([...server.objects.keys()]).toEqual(["team's (one)/id/0"]);
    expect(await storage.get('id/0', MOST)).toEqual(bytes);
    await storage.remove('id/0');
    await storage.remove('id/0');
    expect(server.objects.size).toBe(0);
    expect(await storage.get('id/0', MOST)).toBeUndefined();
  });

  it('reads no more of an object than it may have', async () => {
    const storage = openObjectStorage(settings);
    await storage.put('id/1', Buffer.alloc(1_001));
    expect((await storage.get('id/1', 1_001))?.length).toBe(1_001);
    await expect(storage.get('id/1', 1_000)).rejects.toThrow(FileStorageUnavailable);
  });

  it.each([200, 403, 503])(
    'reads the beginning alone of an answer %d without end to what it stores',
    async (status) => {
      let parts = 0;
      async function* write(): AsyncGenerator<Uint8Array> {
        for (; parts < 2_000; parts += 1) yield Buffer.alloc(16 * 1024, 'x');
      }
      const storage = openObjectStorage(settings, 20_000, () =>
        Promise.resolve({ status, headers: new Headers(), body: write() }),
      );
      const failure = await storage.put('id/2', Buffer.from('x')).catch((error: unknown) => error);
      expect(failure === undefined).toBe(status === 200);
      // Three tries read four parts each, and some are buffered.
      expect(parts).toBeLessThan(30);
    },
  );

  it.each<[string, Partial<ObjectStorageSettings>, RegExp]>([
    ['another secret', { secret_access_key: 'wrong' }, /`secret_access_key`/],
    ['an unknown key', { access_key_id: 'AKIDOTHER' }, /`access_key_id`/],
    ['an unknown bucket', { bucket: 'nowhere' }, /create it, or correct `bucket`/],
  ])('says what to do about %s', async (_what, changes, advice) => {
    expect(await failureOf(changes)).toMatch(advice);
  });

  it.each<[string, number, RegExp]>([
    ['AccessDenied', 403, /s3:PutObject/],
    ['PermanentRedirect', 301, /`region` or `endpoint`/],
    ['AuthorizationHeaderMalformed', 400, /`region`/],
    ['InternalError', 500, /answers with status 500/],
  ])('says what to do about %s', async (code, status, advice) => {
    server.refuse(code, status);
    expect(await failureOf({})).toMatch(advice);
  });

  it('says that nobody answers', async () => {
    expect(await failureOf({ endpoint: `http://127.0.0.1:${await findClosedPort()}` })).toMatch(/cannot be reached/);
  });
});
