import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { GatewayConfig } from '@multilane/config';
import { ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import type WebSocket from 'ws';
import type { ClientOptions } from 'ws';
import { describeTransportError } from './describe-transport-error.js';
import type { FrameSocket } from './frame-socket.js';
import { OneWriteSocket } from './one-write-socket.js';

export interface SocketLimits {
  /** From the connection to the upgrade, in milliseconds. */
  readonly openMs: number;
  /** The greatest frame, in bytes. */
  readonly frameBytes: number;
}

/** Says what a provider's answer in place of an upgrade means. */
export type MapError = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) => ProviderFailure;

const ERROR_LIMIT_BYTES = 64 * 1024;

/** Opens sockets to providers by the settings of the network. `ws` is loaded with the first of them. */
export class SocketOpener {
  private readonly options: ClientOptions;

  /** Throws when the file of the certificate authority cannot be read. */
  constructor(private readonly network: GatewayConfig['network']) {
    const { ca_file: file } = network;
    this.options = {
      perMessageDeflate: false,
      // One message a turn of the event loop, as from clients.
      allowSynchronousEvents: false,
      followRedirects: false,
      ...(file && { ca: [...rootCertificates, readFileSync(file, 'utf8')] }),
    };
  }

  /** Resolves when the provider has upgraded; rejects with what it said instead. The signal ends the attempt. */
  open(
    draft: UpstreamDraft,
    protocols: readonly string[],
    { frameBytes, openMs }: SocketLimits,
    mapError: MapError,
    signal: AbortSignal,
  ): Promise<FrameSocket> {
    const { address, headers } = draft;
    const url = `${address.origin.replace(/^http/, 'ws')}${address.path}`;
    return new Promise((resolve, reject) => {
      const socket = new (loadWebSocket())(url, [...protocols], {
        ...this.options,
        headers,
        handshakeTimeout: openMs,
        maxPayload: frameBytes,
        ...this.agentFor(address.origin),
      });
      const leave = (): void => {
        reject(signal.reason as Error);
        socket.terminate();
      };
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      socket.once('upgrade', ({ socket: connection }) => {
        socket.once('open', () => {
          signal.removeEventListener('abort', leave);
          // Frames that arrive before a listener is set would be lost.
          socket.pause();
          resolve(new OneWriteSocket(socket, connection, 'client'));
        });
      });
      socket.once('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (bytes: Buffer) => {
          if (body.length < ERROR_LIMIT_BYTES) body += bytes.toString('utf8');
        });
        const finish = (): void => reject(mapError(response.statusCode ?? 502, body, response.headers));
        response.once('end', finish);
        response.once('close', finish);
      });
      socket.on('error', (error: Error) => {
        signal.removeEventListener('abort', leave);
        reject(/Opening handshake has timed out/.test(error.message) ? tooLate(openMs) : describeTransportError(error));
      });
    });
  }

  /** Sockets take the egress proxy too. */
  private agentFor(origin: string): Pick<ClientOptions, 'agent'> {
    const { no_proxy: exceptions = '', proxy } = this.network;
    if (!proxy || isExcepted(new URL(origin).hostname, exceptions)) return {};
    const { HttpsProxyAgent }: typeof import('https-proxy-agent') = load('https-proxy-agent');
    return { agent: new HttpsProxyAgent(proxy) };
  }
}

const load = createRequire(import.meta.url);

function loadWebSocket(): typeof WebSocket {
  return (load('ws') as { WebSocket: typeof WebSocket }).WebSocket;
}

function tooLate(openMs: number): ProviderFailure {
  return new ProviderFailure('provider_timeout', { detail: `no socket within ${openMs} ms` });
}

/** `NO_PROXY`: names of hosts, those below them, or `*`. */
function isExcepted(host: string, exceptions: string): boolean {
  return exceptions.split(/[\s,]+/).some((each) => {
    if (each === '*') return true;
    const name = each
      .replace(/^\*?\./, '')
      .replace(/:\d+$/, '')
      .toLowerCase();
    return name !== '' && (host === name || host.endsWith(`.${name}`));
  });
}
