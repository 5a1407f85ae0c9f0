import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** Request to a forward proxy. */
export interface ProxiedCall {
  /** `CONNECT provider.example:443`, or the method and absolute URL of a plain request. */
  line: string;
  /** The Proxy-Authorization header. */
  authorization: string | undefined;
}

export interface ForwardProxy {
  port: number;
  calls: ProxiedCall[];
  close(): Promise<void>;
}

/**
 * Starts a forward proxy (RFC 9110 section 7.6) on 127.0.0.1 that leads every call to one port of this machine,
 * whatever host was asked for: so names that do not resolve can represent hosts on the internet.
 */
export async function startForwardProxy(targetPort: number): Promise<ForwardProxy> {
  const calls: ProxiedCall[] = [];
  const note = (incoming: IncomingMessage): void => {
    const authorization = incoming.headers['proxy-authorization'];
    calls.push({ line: `${incoming.method} ${incoming.url}`, authorization });
  };
  const server = createServer((incoming, response) => {
    note(incoming);
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://proxy');
    const { 'proxy-authorization': _own, ...headers } = incoming.headers;
    const { method } = incoming;
    const onward = request(
      { port: targetPort, host: '127.0.0.1', path: pathname + search, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, client, head) => {
    note(incoming);
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    // Without a place to write to, the pipe pauses the client, whose end would then go unseen.
    target.once('close', () => client.resume());
    client.on('error', () => target.destroy());
    server.once('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
