import { randomUUID } from 'node:crypto';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { SocketCodec, SocketEvent } from '@multilane/providers';
import { JsonFrame } from '@multilane/validation';

/**
 * Reads the usage that a provider's event reports; undefined if it reports none or is not JSON. Its long strings are not parsed.
 *
 * @throws GatewayError for one that holds more than is parsed in one turn of the event loop
 */
export function readProviderEvent(data: Buffer, codec: Pick<SocketCodec, 'readEvent'>): SocketEvent | undefined {
  const short = readShort(data);
  try {
    const event = parseBoundedJson(short.toString('utf8'));
    return isRecord(event) ? codec.readEvent(event) : undefined;
  } catch {
    return undefined;
  }
}

function readShort(data: Buffer): Buffer {
  try {
    return JsonFrame.read(data, randomUUID()).short;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const message = error.message.replace('The request body', 'An event of the provider');
    throw new GatewayError('provider_error', { message, cause: error });
  }
}
