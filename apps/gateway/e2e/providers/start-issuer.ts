import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Certificate } from '@multilane/testing';

export interface IssuerCall {
  readonly method: string | undefined;
  readonly host: string | undefined;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface IssuerReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: string | object;
}

/** A server that plays an issuer of credentials: a token endpoint, a metadata server. */
export interface Issuer {
  readonly port: number;
  readonly url: string;
  readonly calls: readonly IssuerCall[];
  close(): Promise<void>;
}

/** Starts an issuer on 127.0.0.1; with a certificate it speaks TLS. */
export async function startIssuer(
  reply: (call: IssuerCall) => IssuerReply,
  certificate?: Certificate,
): Promise<Issuer> {
  const calls: IssuerCall[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const { method, headers, url = '/' } = incoming;
    const call = { method, host: headers.host, path: url, headers, body };
    calls.push(call);
    const made = reply(call);
    const isText = typeof made.body === 'string';
    response.writeHead(made.status ?? 200, {
      'content-type': isText ? 'text/xml' : 'application/json',
      ...made.headers,
    });
    response.end(isText ? made.body : JSON.stringify(made.body));
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    answer(incoming, response).catch(() => response.destroy());
  };
  const server = certificate
    ? createHttpsServer({ cert: certificate.cert, key: certificate.key }, listener)
    : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
