import type { OutgoingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type FakeUpstream,
  httpRequest,
  isWithinBounds,
  jsonReply,
  MOST_BUSY_MS,
  startUpstream,
  startWatched,
  type Watched,
} from '@multilane/testing';
import {
  GATEWAY_BYTES,
  type HostileRequest,
  listGuardedRequests,
  listLongChats,
  listRequests,
  listRoutes,
  type Route,
} from './hostile-bodies/list-requests.js';
import { type Callers, OTHER_KINDS, prepareCallers } from './hostile-bodies/prepare-callers.js';

const LIMIT_MS = 600_000;

/** By the clock, so that it says little on a machine that does something else: a service that hangs exceeds it. */
const MOST_HEALTH_MS = 5_000;

/** Number of tries, of which the smallest counts if a bound is exceeded: a pause that comes again is the request's own. */
const TRIES = 6;

/** Smaller bodies take too little memory to measure. */
const LARGE_BYTES = 2_000_000;

/** Every shape goes to these; to the other routes go those that cost most. */
const WHOLE = new Set(['/v1/chat/completions', '/auth/login', '/admin/teams']);

interface Finding {
  readonly what: string;
  readonly status: number;
  readonly busyMs: number;
  /** By how much the time was divided: the machine is so many times as slow as the reference. */
  readonly factor: number;
  readonly grownMb: number;
  /** The slowest answer of `/health` meanwhile; 0 if it was not asked. */
  readonly healthMs: number;
}

const show = ({ what, status, busyMs, factor, grownMb, healthMs }: Finding): string =>
  `${busyMs.toFixed(0)} ms (times ${factor.toFixed(2)} here), ${grownMb.toFixed(0)} MB, /health ${healthMs.toFixed(0)} ms, ${status}: ${what}`;

const isWithin = (finding: Finding): boolean => isWithinBounds(finding) && finding.healthMs <= MOST_HEALTH_MS;

describe('no request, of any size and shape, holds up the others', () => {
  let service: Watched;
  let upstream: FakeUpstream;
  let refusing: FakeUpstream;
  let callers: Callers;
  let routes: Route[];
  const findings: Finding[] = [];

  beforeAll(async () => {
    [upstream, refusing] = [await startUpstream(), await startUpstream()];
    upstream.setDefault(jsonReply(completion()));
    refusing.setDefault(jsonReply({ error: { message: 'no' } }, { status: 400 }));
    const refuser = { name: 'filed-refuser', kind: 'openai', base_url: `${refusing.url}/v1`, api_key: 'sk-x' };
    const model = (name: string, type: string, provider: string) => ({
      logical_name: name,
      provider,
      upstream_model: 'm',
      type,
    });
    const models = [
      model('our-completion', 'completion', 'filed-refuser'),
      model('filed-embedding', 'embedding', 'filed-refuser'),
    ];
    service = await startWatched({ providers: [refuser], models });
    callers = await prepareCallers(service.url, await service.setupToken(), upstream, refusing);
    routes = listRoutes((await httpRequest({ url: `${service.url}/openapi.json`, timeoutMs: 60_000 })).json() as never);
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    await upstream?.close();
    await refusing?.close();
    const worst = (by: (finding: Finding) => number) => findings.toSorted((a, b) => by(b) - by(a))[0];
    const busiest = worst(({ busyMs }) => busyMs);
    const largest = worst(({ grownMb }) => grownMb);
    const slowest = worst(({ healthMs }) => healthMs);
    process.stdout.write(
      `hostile bodies: ${findings.length} sent; longest busy ${busiest && show(busiest)}; most memory ${largest && show(largest)}; slowest /health ${slowest && show(slowest)}\n`,
    );
  }, LIMIT_MS);

  /** Asks for `/health` again and again until `work` is done; says how long the slowest answer took, in milliseconds. */
  const askHealthBeside = async (work: Promise<unknown>): Promise<number> => {
    let isDone = false;
    let slowestMs = 0;
    const finish = () => {
      isDone = true;
    };
    work.then(finish, finish);
    while (!isDone) {
      const start = performance.now();
      const { status } = await httpRequest({ url: `${service.url}/health`, timeoutMs: 60_000 });
      expect(status).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return slowestMs;
  };

  const sendOnce = async (route: Route, headers: OutgoingHttpHeaders, body: Buffer): Promise<number> => {
    const { method, path } = route;
    const length = { 'content-type': 'application/json', 'content-length': body.length };
    try {
      const all = { ...length, ...headers };
      return (await httpRequest({ method, url: `${service.url}${path}`, headers: all, body, timeoutMs: 60_000 }))
        .status;
    } catch (error) {
      // A refusal of what is too large closes the connection while it is still being sent.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'ECONNRESET') return 0;
      throw error;
    }
  };

  const send = async (what: string, route: Route, headers: OutgoingHttpHeaders, body: Buffer): Promise<void> => {
    let best: Finding | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await service.reset({ collect: body.length > LARGE_BYTES, compensate: tries > 0 });
      const work = sendOnce(route, headers, body);
      const healthMs = body.length > LARGE_BYTES ? await askHealthBeside(work) : 0;
      const status = await work;
      const { busyMs, factor, grownMb } = await service.read();
      best = {
        what: `${route.method} ${route.path} ${what}`,
        status,
        ...(best !== undefined && best.busyMs < busyMs
          ? { busyMs: best.busyMs, factor: best.factor }
          : { busyMs, factor }),
        grownMb: Math.min(grownMb, best?.grownMb ?? Number.POSITIVE_INFINITY),
        healthMs: Math.min(healthMs, best?.healthMs ?? Number.POSITIVE_INFINITY),
      };
      if (isWithin(best)) break;
    }
    if (best) findings.push(best);
  };

  const sendAll = async (route: Route, headers: OutgoingHttpHeaders, requests: readonly HostileRequest[]) => {
    for (const { name, body } of requests) await send(name, route, headers, Buffer.from(body()));
  };

  const expectBounds = (from: number): void => {
    const beyond = findings.slice(from).filter((finding) => !isWithin(finding));
    expect(beyond.map(show)).toEqual([]);
  };

  const findRoute = (path: string): Route => {
    const found = routes.find((route) => route.path === path && route.method === 'POST');
    if (found === undefined) throw new Error(`there is no ${path}`);
    return found;
  };

  it('is what the watch would see if one did', async () => {
    await service.reset({ collect: false, compensate: true });
    await service.burn();
    expect((await service.read()).busyMs).toBeGreaterThan(MOST_BUSY_MS);
  });

  it('holds for the routes of both services', () => {
    expect(routes.filter(({ path }) => path.startsWith('/v1/')).length).toBeGreaterThan(7);
    expect(routes.length).toBeGreaterThan(40);
  });

  it(
    'whether a stranger, a member or an administrator sends it to the control plane',
    async () => {
      const from = findings.length;
      for (const [index, route] of routes.filter(({ path }) => !path.startsWith('/v1/')).entries()) {
        const every = listRequests(route, WHOLE.has(route.path));
        // All these routes read a body in one way: the others get two of the shapes each, in turn.
        const requests = WHOLE.has(route.path)
          ? every
          : [0, 1].flatMap((at) => every[(2 * index + at) % every.length] ?? []);
        const caller = route.path.startsWith('/scim/') ? callers.scim : callers.administrator;
        await sendAll(route, caller, requests);
        for (const headers of [{}, callers.member]) await sendAll(route, headers, requests.slice(0, 1));
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );

  it(
    'whether a stranger or a key sends it to the data plane',
    async () => {
      const from = findings.length;
      const textOf = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
      for (const [turn, route] of routes.filter(({ path }) => path.startsWith('/v1/')).entries()) {
        await sendAll(route, callers.key, listRequests(route, WHOLE.has(route.path), turn));
        // The credential is checked before a body, on every route in one place: all sizes are tried for the amount that is rejected.
        await send('of a stranger', route, {}, textOf(WHOLE.has(route.path) ? GATEWAY_BYTES : LARGE_BYTES));
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );

  it(
    'whatever kind of provider it goes to',
    async () => {
      const from = findings.length;
      for (const model of ['our-chat', ...OTHER_KINDS])
        await sendAll(findRoute('/v1/chat/completions'), callers.key, listLongChats(model));
      expectBounds(from);
    },
    LIMIT_MS,
  );

  it(
    'whatever guardrails and rules of personal data look for in it',
    async () => {
      const from = findings.length;
      for (const { body, name, path } of listGuardedRequests())
        await send(name, findRoute(path), callers.guardedKey, Buffer.from(body()));
      await sendAll(findRoute('/v1/chat/completions'), callers.guardedKey, listLongChats('guarded-chat'));
      await sendAll(
        findRoute('/v1/completions'),
        callers.guardedKey,
        listRequests(findRoute('/v1/completions'), false),
      );
      expectBounds(from);
      // They come as far as the guardrails.
      expect(findings.slice(from).filter(({ status }) => status === 404 || status === 401)).toEqual([]);
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
        for (const [path, caller] of [
          ['/auth/login', {}],
          ['/admin/teams', callers.administrator],
          ['/v1/chat/completions', callers.key],
        ] as const) {
          const route = findRoute(path);
          const headers = { 'content-encoding': encoding, ...caller };
          await send(`a bomb in ${encoding}`, route, headers, packed);
          for (const { name, body } of listRequests(route, false).filter((each) => / as large /.test(each.name)))
            await send(`${name} in ${encoding}`, route, headers, compress(Buffer.from(body())));
        }
      }
      expectBounds(from);
    },
    LIMIT_MS,
  );
});
