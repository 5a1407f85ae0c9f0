import { simulate, type UpstreamDraft } from '@multilane/providers';
import { makeIdSeed } from '../make-id-seed.js';
import type { Transport, UpstreamControl, UpstreamSink } from './upstream-sink.js';

/** Time between two pieces of a simulated stream, in milliseconds: slow enough to be seen streaming. */
const PIECE_EVERY_MS = 15;

/** Answers in-process what the simulator would answer over HTTP, so that the rest of the way is the same. */
export class SimulatorTransport implements Transport {
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
    const answer = this.simulate();
    if (answer === undefined) return;
    this.sink.onStart(answer.status, answer.headers);
    this.pieces = 'events' in answer ? answer.events : [answer.body];
    this.deliver();
  }

  /** Undefined where it failed, which nobody up the stack could hear of. */
  private simulate(): ReturnType<typeof simulate> | undefined {
    const facts = { id: makeIdSeed(), created: Math.floor(Date.now() / 1000) };
    try {
      return simulate(this.draft.address.path, textOf(this.draft), facts);
    } catch (error) {
      this.ended = true;
      this.sink.onError(error as Error);
      return undefined;
    }
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

/** Nothing is written as bytes for the simulator: `encodeLarge`. */
function textOf({ body }: UpstreamDraft): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
