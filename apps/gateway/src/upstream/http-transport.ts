import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { GatewayConfig } from '@multilane/config';
import { checkBeforeProxy, createGuardedConnect, parseAllowedNetworks } from '@multilane/egress';
import { batchWrites } from '@multilane/http';
import type { UpstreamBody, UpstreamDraft } from '@multilane/providers';
import type { buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici';
// Only what is used: the package's index loads fetch, WebSocket and caches too, 14 MB of memory that idle for ever.
import connectTo from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { SocketOpener } from './open-socket.js';
import type { Transport, UpstreamControl, UpstreamHeaders, UpstreamSink } from './upstream-sink.js';

/**
 * The connections to providers that share network settings and a connect limit: a pool for each origin, or the egress
 * proxy's agent. HTTP/1.1 only, and undici's own timers are off: the time limits are ours
 * (docs/contract/time-limits.md#defaults).
 */
export class HttpTransport implements Transport {
  /** undici's `Agent` would do this too, but joins and hashes a key for every request. */
  private readonly pools = new Map<string, Dispatcher>();

  private constructor(
    private readonly options: Pool.Options,
    private readonly proxy: Dispatcher | undefined,
    readonly sockets: SocketOpener,
  ) {}

  /**
   * `network` chooses the egress proxy and the extra certificate authority; throws when the file cannot be read.
   *
   * @param trusted Whether the operator named the provider. Where people did, only addresses that they may name are
   *   reached (docs/contract/egress.md#addresses).
   */
  static create(network: GatewayConfig['network'], connectTimeoutMs: number, trusted: boolean): HttpTransport {
    const tls = network.ca_file ? { ca: [...rootCertificates, readFileSync(network.ca_file, 'utf8')] } : {};
    const plain = { timeout: connectTimeoutMs, ...tls };
    const allowed = trusted ? undefined : parseAllowedNetworks(network.allow_private);
    const dial = allowed ? createGuardedConnect(allowed, plain) : connectTo({ allowH2: false, ...plain });
    const connect = connectBatched(dial);
    const options = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 20_000, connect };
    const sockets = new SocketOpener(network);
    if (!network.proxy) return new HttpTransport(options, undefined, sockets);
    const proxy = makeProxyAgent({
      ...options,
      httpProxy: network.proxy,
      httpsProxy: network.proxy,
      noProxy: network.no_proxy ?? '',
      requestTls: plain,
      proxyTls: plain,
    });
    return new HttpTransport(options, allowed ? proxy.compose(checkBeforeProxy(allowed)) : proxy, sockets);
  }

  send(draft: UpstreamDraft, sink: UpstreamSink): UpstreamControl {
    const { origin, path } = draft.address;
    const exchange = new HttpExchange(sink);
    const dispatcher = this.proxy ?? this.pools.get(origin) ?? this.openPool(origin);
    const { body, method = 'POST' } = draft;
    const headers = isInPieces(body) ? { ...draft.headers, 'content-length': String(lengthOf(body)) } : draft.headers;
    dispatcher.dispatch({ origin, path, method, headers, body: bodyOf(body) }, exchange);
    return exchange;
  }

  /** Lets running exchanges finish, then closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values(), ...(this.proxy ? [this.proxy] : [])].map((each) => each.close()));
  }

  private openPool(origin: string): Dispatcher {
    const pool = new Pool(origin, this.options);
    this.pools.set(origin, pool);
    return pool;
  }
}

/** Connections whose requests are sent together with the other writes of a turn. */
function connectBatched(dial: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    dial(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      batchWrites(socket);
      callback(null, socket);
    });
}

/** Loads undici's index, only if there is a proxy: its agents call what the index alone adds to every dispatcher. */
function makeProxyAgent(options: EnvHttpProxyAgent.Options): Dispatcher {
  const undici: typeof import('undici') = createRequire(import.meta.url)('undici');
  return new undici.EnvHttpProxyAgent(options);
}

type SentBody = Dispatcher.DispatchOptions['body'];

/** A stream is paused by a provider that reads slowly, and destroyed when its exchange ends early. */
function bodyOf(body: UpstreamBody | undefined): SentBody {
  if (body === undefined) return null;
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable) return body;
  // Any iterable will do, which the types of undici do not say.
  if (isInPieces(body)) return body as unknown as SentBody;
  return Readable.from(body, { objectMode: false });
}

function isInPieces(body: UpstreamBody | undefined): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

/** undici does not know how long an iterable is. */
function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

class ExchangeAborted extends Error {}

/** One exchange over undici's `dispatch`, which spares the promise and the stream that `request` would make. */
class HttpExchange implements Dispatcher.DispatchHandler, UpstreamControl {
  private controller: Dispatcher.DispatchController | undefined = undefined;
  private aborted = false;

  constructor(private readonly sink: UpstreamSink) {}

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.controller?.abort(new ExchangeAborted());
  }

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The client may have gone while the request waited for a connection.
    if (this.aborted) controller.abort(new ExchangeAborted());
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: UpstreamHeaders): void {
    if (!this.aborted && status >= 200) this.sink.onStart(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.aborted) this.sink.onData(chunk);
  }

  onResponseEnd(): void {
    if (!this.aborted) this.sink.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.aborted) this.sink.onError(error);
  }
}
