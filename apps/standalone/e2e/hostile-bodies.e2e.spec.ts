import type { OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, type FakeUpstream, httpRequest, jsonReply, startUpstream } from '@multilane/testing';
import { GATEWAY_BYTES, listRequests, listRoutes, type Route } from './hostile-bodies/list-requests.js';
import { type Callers, prepareCallers } from './hostile-bodies/prepare-callers.js';
import { startWatched, type Watched } from './hostile-bodies/start-watched.js';

const LIMIT_MS = 1_200_000;

/** What no request may exceed (decisions section 13, "Bounds"). */
const MOST_BUSY_MS = 100;
const MOST_GROWN_MB = 200;

/** Of what exceeds a bound, the smallest of so many tries counts: a pause that comes again is the request's own. */
const TRIES = 3;

/** Smaller bodies take too little memory to measure. */
const LARGE_BYTES = 2_000_000;

interface Finding {
  readonly what: string;
  readonly status: number;
  readonly busyMs: number;
  readonly grownMb: number;
}

const show = ({ what, status, busyMs, grownMb }: Finding): string =>
  `${busyMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB, ${status}: ${what}`;

describe('no request, of any size and shape, holds up the others', () => {
  let service: Watched;
  let upstream: FakeUpstream;
  let callers: Callers;
  let routes: Route[];
  const findings: Finding[] = [];

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    service = await startWatched();
    callers = await prepareCallers(service.url, await service.setupToken(), upstream);
    routes = listRoutes((await httpRequest({ url: `${service.url}/openapi.json`, timeoutMs: 60_000 })).json() as never);
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    await upstream?.close();
    const worst = (by: (finding: Finding) => number) => findings.toSorted((a, b) => by(b) - by(a));
    const [busiest] = worst(({ busyMs }) => busyMs);
    const [largest] = worst(({ grownMb }) => grownMb);
    process.stdout.write(
      `hostile bodies: ${findings.length} sent; longest busy ${busiest && show(busiest)}; most memory ${largest && show(largest)}\n`,
    );
  }, LIMIT_MS);

  const send = async (what: string, route: Route, headers: OutgoingHttpHeaders, body: string | Buffer) => {
    let best: Finding | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await service.reset(body.length > LARGE_BYTES);
      const { status } = await httpRequest({
        method: route.method,
        url: `${service.url}${route.path}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
        body,
        timeoutMs: 300_000,
      }).catch((error: NodeJS.ErrnoException) => {
        // A refusal of what is too large closes the connection while it is still being sent.
        if (error.code === 'EPIPE' || error.code === 'ECONNRESET') return { status: 0 };
        throw error;
      });
      const { busyMs, grownMb } = await service.read();
      best = {
        what: `${route.method} ${route.path} ${what}`,
        status,
        busyMs: Math.min(busyMs, best?.busyMs ?? Number.POSITIVE_INFINITY),
        grownMb: Math.min(grownMb, best?.grownMb ?? Number.POSITIVE_INFINITY),
      };
      if (best.busyMs <= MOST_BUSY_MS && best.grownMb <= MOST_GROWN_MB) break;
    }
    if (best) findings.push(best);
  };
  const expectBounds = (from: number): void => {
    const beyond = findings
      .slice(from)
      .filter(({ busyMs, grownMb }) => busyMs > MOST_BUSY_MS || grownMb > MOST_GROWN_MB);
    expect(beyond).toEqual([]);
  };

  it('finds the routes of both services', () => {
    expect(routes.filter(({ path }) => path.startsWith('/v1/')).length).toBeGreaterThan(7);
    expect(routes.length).toBeGreaterThan(40);
  });

  it(
    'of a stranger, a member or an administrator on the control plane',
    async () => {
      const from = findings.length;
      for (const route of routes.filter(({ path }) => !path.startsWith('/v1/'))) {
        const known = route.path.startsWith('/scim/') ? [callers.scim] : [callers.administrator];
        for (const request of listRequests(route)) {
          const body = request.body();
          for (const headers of known) await send(request.name, route, headers, body);
        }
        const [names] = listRequests(route).filter(({ name }) => name.startsWith('names, as large'));
        for (const headers of [{}, callers.member])
          await send(`a stranger's or member's names`, route, headers, names?.body() ?? '');
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );

  it(
    'on the data plane',
    async () => {
      const from = findings.length;
      for (const route of routes.filter(({ path }) => path.startsWith('/v1/'))) {
        for (const request of listRequests(route)) await send(request.name, route, callers.key, request.body());
        await send('of a stranger', route, {}, `"${'x'.repeat(GATEWAY_BYTES)}"`);
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );

  it(
    'whatever it is compressed with, and to whatever size it unpacks',
    async () => {
      const from = findings.length;
      const encodings = {
        gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
        br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        zstd: (body: Buffer) => zstdCompressSync(body),
      };
      const bomb = Buffer.alloc(256 * 1024 * 1024, '[{},');
      for (const [encoding, compress] of Object.entries(encodings)) {
        const packed = compress(bomb);
        const headers = { 'content-encoding': encoding };
        for (const [path, caller] of [
          ['/auth/login', {}],
          ['/admin/teams', callers.administrator],
          ['/v1/chat/completions', callers.key],
        ] as const) {
          const route = routes.find((each) => each.path === path && each.method === 'POST');
          if (route === undefined) throw new Error(`there is no ${path}`);
          await send(`a bomb in ${encoding}`, route, { ...headers, ...caller }, packed);
          for (const request of listRequests(route).filter(({ name }) => /as large/.test(name))) {
            await send(
              `${request.name} in ${encoding}`,
              route,
              { ...headers, ...caller },
              compress(Buffer.from(request.body())),
            );
          }
        }
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );
});
