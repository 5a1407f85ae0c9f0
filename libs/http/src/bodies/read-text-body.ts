import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from './arriving-bodies.js';

/**
 * Reads a body of text in UTF-8. Rejects with `payload_too_large` beyond so many bytes, and with `ClientGone` where the rest never
 * comes. Call it after authentication.
 */
export function readTextBody(incoming: IncomingMessage, limitBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // It has told whoever listened by then.
    if (incoming.destroyed) {
      reject(new ClientGone());
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    const onData = (bytes: Buffer): void => {
      size += bytes.length;
      pieces.push(bytes);
      if (size <= limitBytes) return;
      // A body that is rejected half-way is still read, so that the rejection reaches the client.
      incoming.off('data', onData);
      incoming.resume();
      const message = `The request body is larger than ${Math.floor(limitBytes / 1024)} KB.`;
      reject(new GatewayError('payload_too_large', { message, headers: { connection: 'close' } }));
    };
    incoming.on('data', onData);
    incoming.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
    incoming.on('error', () => reject(new ClientGone()));
  });
}
