import { joinBody, simulate, type UpstreamDraft } from '@multilane/providers';
import { makeIdSeed } from './make-id-seed.js';
import { SimulatedSocket } from './simulated-socket.js';
import type { Transport, UpstreamControl, UpstreamSink } from './upstream-sink.js';

/** Time between two pieces of a simulated stream, in milliseconds: slow enough to be seen streaming. */
const PIECE_EVERY_MS = 15;

/** Bytes of a streamed body that are read: more than the simulator's context has. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** Answers in-process what the simulator would answer over HTTP, so that the rest of the way is the same. */
export class SimulatorTransport implements Transport {
  readonly sockets: Transport['sockets'] = {
    open: (draft, protocols) => Promise.resolve(new SimulatedSocket(draft, protocols)),
  };

  send(draft: UpstreamDraft, sink: UpstreamSink): UpstreamControl {
    const exchange = new SimulatedExchange(draft, sink);
    setImmediate(() => exchange.begin());
    return exchange;
  }
}

class SimulatedExchange implements UpstreamControl {
  private pieces: readonly string[] = [];
  private next = 0;
  private paused = false;
  private ended = false;
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(
    private readonly draft: UpstreamDraft,
    private readonly sink: UpstreamSink,
  ) {}

  begin(): void {
    if (this.ended) return;
    const body = joinBody(this.draft.body ?? '');
    if (typeof body === 'string') this.answer(body);
    else if (body instanceof Uint8Array) this.answer(Buffer.from(body).toString('utf8'));
    else void this.read(body);
  }

  private answer(text: string): void {
    const answer = this.simulate(text);
    if (answer === undefined) return;
    this.sink.onStart(answer.status, answer.headers);
    this.pieces = 'events' in answer ? answer.events : [answer.body];
    this.deliver();
  }

  /** Undefined if it failed, which no caller could be notified of. */
  private simulate(text: string): ReturnType<typeof simulate> | undefined {
    const { address, method = 'POST' } = this.draft;
    const facts = { id: makeIdSeed(), created: Math.floor(Date.now() / 1000) };
    try {
      // It serves nothing by other methods, so that what they name is no path of it.
      return simulate(method === 'POST' ? address.path : `${method} ${address.path}`, text, facts);
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** Answers once a streamed body has come. Never rejects. */
  private async read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const piece of body) {
        if (this.ended) return;
        size += piece.length;
        // More would be too long for it anyway; what was read until here shows that.
        if (size <= MAX_READ_BYTES) pieces.push(piece);
      }
    } catch (error) {
      this.fail(error);
    }
    if (!this.ended) this.answer(Buffer.concat(pieces).toString('utf8'));
  }

  private fail(error: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.sink.onError(error as Error);
  }

  abort(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  pause(): void {
    this.paused = true;
    clearTimeout(this.timer);
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    if (!this.ended) this.deliver();
  }

  private deliver(): void {
    const piece = this.pieces[this.next];
    this.next += 1;
    if (piece !== undefined) this.sink.onData(Buffer.from(piece));
    if (this.ended || this.paused) return;
    if (this.next < this.pieces.length) {
      this.timer = setTimeout(() => this.deliver(), PIECE_EVERY_MS);
    } else {
      this.ended = true;
      this.sink.onEnd();
    }
  }
}
