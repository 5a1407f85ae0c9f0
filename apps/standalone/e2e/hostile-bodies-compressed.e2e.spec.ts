// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/e2e/hostile-bodies.e2e.spec.ts.

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileService, LIMIT_MS } from './hostile-bodies/hostile-service.js';
import { listRequests } from './hostile-bodies/list-requests.js';

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it(
    'whatever it is compressed with, and to whatever size it unpacks',
    async () => {
      const encodings = {
        gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
        br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        zstd: (body: Buffer) => zstdCompressSync(body),
      };
      const bomb = Buffer.alloc(256 * 1024 * 1024, '[{},');
      for (const [encoding, compress] of Object.entries(encodings)) {
        const packed = compress(bomb);
        for (const [path, caller] of [
          ['/auth/login', {}],
          ['/admin/teams', service.callers.administrator],
          ['/v1/chat/completions', service.callers.key],
        ] as const) {
          const route = service.findRoute(path);
          const headers = { 'content-encoding': encoding, ...caller };
          await service.send(`a bomb in ${encoding}`, route, headers, packed);
          for (const { name, body } of listRequests(route, false).filter((each) => / as large /.test(each.name)))
            await service.send(`${name} in ${encoding}`, route, headers, compress(Buffer.from(body())));
        }
      }
      expect(service.listBeyond(0)).toEqual([]);
    },
    LIMIT_MS,
  );
});
