import { GatewayError } from '@multilane/errors';
import type { AnswerBody, AnswerHeaders, AnswerSink, ReaderListener } from '../services/answer-sink.js';

/** Gathers the answer to the request of a job. Jobs are not streamed. */
export class CollectingSink implements AnswerSink {
  status: number | undefined = undefined;
  body: string | undefined = undefined;
  error: GatewayError | undefined = undefined;
  /** Headers of a whole answer. */
  headers: AnswerHeaders = {};
  private listener: ReaderListener | undefined = undefined;
  private hasLeft = false;

  watch(listener: ReaderListener): void {
    this.listener = listener;
    if (this.hasLeft) listener.readerLeft();
  }

  unwatch(): void {
    this.listener = undefined;
  }

  /** Nobody wants the answer any more: what is under way at a provider ends. */
  leave(): void {
    this.hasLeft = true;
    this.listener?.readerLeft();
  }

  sendWhole(headers: AnswerHeaders, body: string | Buffer, _silenceMs: number | undefined, status = 200): void {
    this.headers = headers;
    this.status = status;
    this.body = body.toString();
  }

  sendError(error: GatewayError): void {
    this.status = error.status;
    this.error = error;
  }

  /** Answers of jobs are text: JSON. */
  async sendBody({ body, onBegin, status }: AnswerBody): Promise<void> {
    onBegin?.();
    if (typeof body === 'string') this.sendWhole({}, body, undefined, status);
    else if (body instanceof Uint8Array) this.sendWhole({}, Buffer.from(body), undefined, status);
    else this.sendWhole({}, await readText(body), undefined, status);
  }

  openStream(): void {
    throw new Error('The request of a job is not streamed.');
  }

  keepAlive(): void {}
  write(): void {}
  end(): void {}
}

/** Answers that are longer are no JSON that anybody asked for, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

async function readText(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_BYTES) throw new GatewayError('provider_error', { message: 'The answer is too long.' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
