import { type ProviderAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import { describeTransportError } from './describe-transport-error.js';
import type { Transport, UpstreamControl, UpstreamHeaders, UpstreamSink } from './upstream-sink.js';

/** Larger answers are not read: no provider sends one, and a runaway upstream must not fill the memory. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/** One upstream call whose whole answer is wanted. Settles once; `abort` rejects nothing, it only ends the call. */
export class WholeAnswer implements UpstreamSink {
  readonly finished: Promise<string>;
  private resolve: (body: string) => void = unset;
  private reject: (failure: Error) => void = unset;
  private control: UpstreamControl | undefined = undefined;
  private timer: NodeJS.Timeout | undefined = undefined;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private first: Buffer | undefined = undefined;
  private more: Buffer[] | undefined = undefined;
  private size = 0;

  constructor(private readonly adapter: ProviderAdapter) {
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Sends the draft; the answer must be complete within `totalMs`. */
  start(transport: Transport, draft: UpstreamDraft, totalMs: number): void {
    this.timer = setTimeout(() => {
      this.fail(new ProviderFailure('provider_timeout', { detail: `no whole answer within ${totalMs} ms` }));
    }, totalMs);
    this.control = transport.send(draft, this);
  }

  abort(reason: Error): void {
    this.fail(reason);
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  onData(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size > ANSWER_LIMIT_BYTES) {
      this.fail(new ProviderFailure('provider_error', { detail: 'the answer is larger than 64 MiB' }));
    } else if (this.first === undefined) {
      this.first = bytes;
    } else {
      this.more ??= [this.first];
      this.more.push(bytes);
    }
  }

  onEnd(): void {
    clearTimeout(this.timer);
    const bytes = this.more ? Buffer.concat(this.more) : this.first;
    const body = bytes?.toString('utf8') ?? '';
    if (this.status >= 200 && this.status < 300) this.resolve(body);
    else this.reject(this.adapter.mapError(this.status, body, this.headers));
  }

  onError(error: Error): void {
    clearTimeout(this.timer);
    this.reject(describeTransportError(error));
  }

  private fail(reason: Error): void {
    clearTimeout(this.timer);
    this.control?.abort();
    this.reject(reason);
  }
}

function unset(): void {}
