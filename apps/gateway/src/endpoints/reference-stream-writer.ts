import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { StreamWriter } from './descriptor.js';

/** Writes a stream of the reference format as its provider wrote it. Keeps nothing, so one serves every stream. */
export class ReferenceStreamWriter implements StreamWriter<unknown> {
  write(chunk: unknown, raw: string | undefined): string {
    return raw ?? `data: ${JSON.stringify(chunk)}\n\n`;
  }

  end(): string {
    return 'data: [DONE]\n\n';
  }

  /** One `data:` line with the envelope, and no `[DONE]`. */
  fail(error: GatewayError): string {
    return `data: ${JSON.stringify(toErrorEnvelope(error))}\n\n`;
  }
}
