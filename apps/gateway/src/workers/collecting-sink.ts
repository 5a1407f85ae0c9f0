import type { GatewayError } from '@multilane/errors';
import type { AnswerHeaders, AnswerSink, ReaderListener } from '../pipeline/answer-sink.js';

/** Gathers the answer to the request of a job. Jobs are not streamed. */
export class CollectingSink implements AnswerSink {
  status: number | undefined = undefined;
  body: string | undefined = undefined;
  error: GatewayError | undefined = undefined;
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

  sendWhole(_headers: AnswerHeaders, body: string | Buffer, _silenceMs: number | undefined, status = 200): void {
    this.status = status;
    this.body = body.toString();
  }

  sendError(error: GatewayError): void {
    this.status = error.status;
    this.error = error;
  }

  sendBody(): Promise<void> {
    return Promise.reject(new Error('The answer to the request of a job is JSON.'));
  }

  openStream(): void {
    throw new Error('The request of a job is not streamed.');
  }

  keepAlive(): void {}
  write(): void {}
  end(): void {}
}
