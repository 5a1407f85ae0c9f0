import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { GatewayConfig } from '@multilane/config';
import type { UpstreamDraft } from '@multilane/providers';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Transport, UpstreamControl, UpstreamHeaders, UpstreamSink } from './upstream-sink.js';

/**
 * The pool of connections to providers, one for each connect limit.
 * HTTP/1.1 only, and undici's own timers are off: the time limits are ours (decisions section 9).
 */
export class HttpTransport implements Transport {
  private constructor(private readonly dispatcher: Dispatcher) {}

  /** `network` chooses the egress proxy and the extra certificate authority; throws when the file cannot be read. */
  static create(network: GatewayConfig['network'], connectTimeoutMs: number): HttpTransport {
    const tls = network.ca_file ? { ca: [...rootCertificates, readFileSync(network.ca_file, 'utf8')] } : {};
    const options = {
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 20_000,
      connect: { timeout: connectTimeoutMs, ...tls },
    };
    if (!network.proxy) return new HttpTransport(new Agent(options));
    return new HttpTransport(
      new EnvHttpProxyAgent({
        ...options,
        httpProxy: network.proxy,
        httpsProxy: network.proxy,
        noProxy: network.no_proxy ?? '',
        requestTls: options.connect,
        proxyTls: options.connect,
      }),
    );
  }

  send(draft: UpstreamDraft, sink: UpstreamSink): UpstreamControl {
    const exchange = new HttpExchange(sink);
    this.dispatcher.dispatch(
      {
        origin: draft.address.origin,
        path: draft.address.path,
        method: 'POST',
        headers: draft.headers,
        body: draft.body,
      },
      exchange,
    );
    return exchange;
  }

  /** Lets running exchanges finish, then closes the connections. */
  async close(): Promise<void> {
    await this.dispatcher.close();
  }
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
