import type { OutgoingHttpHeaders } from 'node:http';
import {
  completion,
  type FakeUpstream,
  httpRequest,
  isWithinBounds,
  jsonReply,
  startUpstream,
  startWatched,
  type Watched,
} from '@multilane/testing';
import { type HostileRequest, listRoutes, type Route } from './list-requests.js';
import { type Callers, prepareCallers } from './prepare-callers.js';

/** Milliseconds for a start, and for all requests of a test. */
export const LIMIT_MS = 600_000;

/** By the clock, so that it says little on a machine that does something else: a service that hangs exceeds it. */
const MOST_HEALTH_MS = 5_000;

/** Number of tries, of which the smallest counts if a bound is exceeded: a pause that comes again is the request's own. */
const TRIES = 6;

/** Smaller bodies take too little memory to measure. */
export const LARGE_BYTES = 2_000_000;

/** Every shape goes to these; to the other routes go those that cost most. */
export const WHOLE = new Set(['/v1/chat/completions', '/auth/login', '/admin/teams']);

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

/** Both services in one process, and what requests did to it. */
export class HostileService {
  readonly #findings: Finding[] = [];

  private constructor(
    readonly watched: Watched,
    readonly callers: Callers,
    /** Routes that take a body. */
    readonly routes: readonly Route[],
    readonly upstreams: readonly FakeUpstream[],
  ) {}

  static async start(): Promise<HostileService> {
    const [upstream, refusing] = [await startUpstream(), await startUpstream()];
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
    const watched = await startWatched({ providers: [refuser], models });
    const callers = await prepareCallers(watched.url, await watched.setupToken(), upstream, refusing);
    const documents = await httpRequest({ url: `${watched.url}/openapi.json`, timeoutMs: 60_000 });
    return new HostileService(watched, callers, listRoutes(documents.json() as never), [upstream, refusing]);
  }

  /** Number of requests so far. */
  get count(): number {
    return this.#findings.length;
  }

  /** Requests beyond a bound, in words, of those after the first `from`. */
  listBeyond(from: number): string[] {
    return this.#findings.slice(from).flatMap((finding) => (isWithin(finding) ? [] : [show(finding)]));
  }

  /** Statuses of the requests after the first `from`. */
  listStatuses(from: number): number[] {
    return this.#findings.slice(from).map(({ status }) => status);
  }

  findRoute(path: string): Route {
    const found = this.routes.find((route) => route.path === path && route.method === 'POST');
    if (found === undefined) throw new Error(`there is no ${path}`);
    return found;
  }

  async sendAll(route: Route, headers: OutgoingHttpHeaders, requests: readonly HostileRequest[]): Promise<void> {
    for (const { name, body } of requests) await this.send(name, route, headers, Buffer.from(body()));
  }

  async send(what: string, route: Route, headers: OutgoingHttpHeaders, body: Buffer): Promise<void> {
    let best: Finding | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.watched.reset({ collect: body.length > LARGE_BYTES, compensate: tries > 0 });
      const work = this.#sendOnce(route, headers, body);
      const healthMs = body.length > LARGE_BYTES ? await this.#askHealthBeside(work) : 0;
      const status = await work;
      const { busyMs, factor, grownMb } = await this.watched.read();
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
    if (best) this.#findings.push(best);
  }

  /** Ends everything and prints the worst. */
  async stop(): Promise<void> {
    await this.watched.stop();
    for (const upstream of this.upstreams) await upstream.close();
    const worst = (by: (finding: Finding) => number) => this.#findings.toSorted((a, b) => by(b) - by(a))[0];
    const busiest = worst(({ busyMs }) => busyMs);
    const largest = worst(({ grownMb }) => grownMb);
    const slowest = worst(({ healthMs }) => healthMs);
    process.stdout.write(
      `hostile bodies: ${this.count} sent; longest busy ${busiest && show(busiest)}; most memory ${largest && show(largest)}; slowest /health ${slowest && show(slowest)}\n`,
    );
  }

  /** Asks for `/health` again and again until `work` is done; says how long the slowest answer took, in milliseconds. */
  async #askHealthBeside(work: Promise<unknown>): Promise<number> {
    let isDone = false;
    let slowestMs = 0;
    const finish = () => {
      isDone = true;
    };
    work.then(finish, finish);
    while (!isDone) {
      const start = performance.now();
      const { status } = await httpRequest({ url: `${this.watched.url}/health`, timeoutMs: 60_000 });
      if (status !== 200) throw new Error(`/health answered ${status}`);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return slowestMs;
  }

  async #sendOnce({ method, path }: Route, own: OutgoingHttpHeaders, body: Buffer): Promise<number> {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, ...own };
    try {
      return (await httpRequest({ method, url: `${this.watched.url}${path}`, headers, body, timeoutMs: 60_000 }))
        .status;
    } catch (error) {
      // A refusal of what is too large closes the connection while it is still being sent.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'ECONNRESET') return 0;
      throw error;
    }
  }
}
