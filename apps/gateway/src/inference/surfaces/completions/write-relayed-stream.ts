import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { StreamWriter } from '../surface.js';

/** Writes a stream of the reference format whose provider speaks it: its own lines, or chunks serialised anew. */
export class RelayedStreamWriter implements StreamWriter<unknown> {
  write(chunk: unknown, raw: string | undefined): string {
    return raw ?? `data: ${JSON.stringify(chunk)}\n\n`;
  }

  end(): string {
    return 'data: [DONE]\n\n';
  }

  fail(error: GatewayError): string {
    return `data: ${JSON.stringify(toErrorEnvelope(error))}\n\n`;
  }
}
