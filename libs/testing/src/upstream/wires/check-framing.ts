import { contentTypeOf, type Reply } from '../reply.js';
import type { WireFault } from './wire.js';

/**
 * A caller gets a stream exactly when it asks for one: what the script says must be what was asked.
 *
 * @param contentType Of the provider's streams, without parameters.
 */
export function checkFraming(asksForStream: boolean, reply: Reply, contentType: string): WireFault | undefined {
  const streams = reply.kind === 'stream' && contentTypeOf(reply).startsWith(contentType);
  if (streams && !asksForStream) return { param: 'stream', message: 'the scripted reply is a stream, unasked' };
  const succeeds = reply.kind === 'json' && (reply.status ?? 200) < 300;
  if (succeeds && asksForStream) return { param: 'stream', message: 'the scripted reply is not a stream' };
  return undefined;
}
