import { connect } from 'node:net';

export interface RawAnswer {
  /** Every byte that came back, as Latin-1, so that none is lost. */
  text: string;
  /** True if the server closed the connection; false when it merely fell silent. */
  closed: boolean;
}

/**
 * Sends bytes over TCP to a port of this machine and reads until the server closes or falls silent, for requests that
 * an HTTP client refuses to make. The sending side stays open. Rejects when no connection comes about.
 *
 * @param quietMs Milliseconds of silence that count as the end.
 */
export function rawRequest(port: number, bytes: string | Buffer, quietMs = 1_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    let connected = false;
    let silent = false;
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      connected = true;
      socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.setTimeout(quietMs, () => {
      silent = true;
      socket.destroy();
    });
    socket.on('error', (error) => {
      // A reset after the connection stood is one way in which a server closes; 'close' follows.
      if (!connected) reject(error);
    });
    socket.on('close', () => resolve({ text, closed: !silent }));
  });
}
