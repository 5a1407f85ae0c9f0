import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { waitUntil } from '../wait-until.js';
import { pause } from './pause.js';
import { type RecordedRequest, recordRequest } from './recorded-request.js';
import type { Reply } from './reply.js';
import type { IssuedTurn, Wire, WireFault } from './wires/wire.js';
import { writeReply } from './write-reply.js';

/** Chooses the reply to a request; undefined leaves it to the default. */
export type ReplyChooser = (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined>;

/**
 * A provider that answers what a test asks of it: the replies put in the queue first, each once and in order, then
 * what `onRequest` chooses, then the default. In strict mode a request that breaks the wire format is rejected with 400
 * instead; it uses up its reply, so that the replies after it meet the requests they were meant for.
 */
export class FakeUpstream {
  /** Every request in the order in which their bodies were complete. */
  readonly requests: RecordedRequest[] = [];
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  private queue: Reply[] = [];
  private readonly issued = new Map<Wire, IssuedTurn[]>();
  private choose: ReplyChooser | undefined;
  private defaultReply: Reply | undefined;
  private closing = false;

  constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly wireFor: (path: string) => Wire,
    private readonly strict: boolean,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    server.on('request', (incoming, response) => void this.serve(incoming, response));
  }

  enqueue(...replies: Reply[]): void {
    this.queue.push(...replies);
  }

  setDefault(reply: Reply): void {
    this.defaultReply = reply;
  }

  onRequest(choose: ReplyChooser): void {
    this.choose = choose;
  }

  /** Reasons for which requests were rejected; a test that expects none says so with an empty list. */
  get refusals(): string[] {
    return this.requests.flatMap((request) => request.refusal ?? []);
  }

  /** The `number`th request (the first is 1), as soon as its body has come. */
  waitForRequest(number = 1, timeoutMs?: number): Promise<RecordedRequest> {
    return waitUntil(`request ${number} to the upstream`, () => this.requests[number - 1], timeoutMs);
  }

  /** The `number`th request whose caller went away before the reply's end. */
  waitForAbort(number = 1, timeoutMs?: number): Promise<RecordedRequest> {
    const aborted = () => this.requests.filter((request) => request.aborted)[number - 1];
    return waitUntil(`abort ${number} of a request to the upstream`, aborted, timeoutMs);
  }

  /** Forgets the script, the requests, the tool calls and the thinking, for the next test on the same port. */
  reset(): void {
    this.requests.length = 0;
    this.queue = [];
    this.issued.clear();
    this.choose = undefined;
    this.defaultReply = undefined;
  }

  /** Ends every connection, open streams included. */
  async close(): Promise<void> {
    this.closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    let cut = false;
    let request: RecordedRequest | undefined;
    response.once('close', () => {
      gone.abort();
      if (!request) return;
      request.times.closed = performance.now();
      request.aborted = !response.writableFinished && !cut && !this.closing;
    });
    request = await recordRequest(incoming);
    this.requests.push(request);
    if (request.aborted) return;

    const reply = await this.decide(request);
    await pause(reply.beforeMs ?? 0, gone.signal);
    if (gone.signal.aborted) return;
    request.times.answered = performance.now();
    if ((await writeReply(reply, response, gone.signal)) === 'cut') {
      cut = true;
      response.socket?.destroy();
    }
  }

  private async decide(request: RecordedRequest): Promise<Reply> {
    const reply = await this.nextReply(request);
    const wire = this.wireFor(request.path);
    if (reply instanceof Error) return refuse(wire, request, reply);
    const issued = this.issued.get(wire) ?? [];
    const fault = this.strict ? wire.findFault(request, reply, issued) : undefined;
    if (fault) return refuse(wire, request, fault);
    if (this.strict) this.remember(wire, reply);
    return reply;
  }

  private remember(wire: Wire, reply: Reply): void {
    const issued = wire.readIssued(reply);
    const turn = reply.demandsThinking === false ? { ...issued, isOptional: true } : issued;
    if (turn.calls.length + turn.thoughts.length === 0) return;
    const before = this.issued.get(wire);
    if (before) before.push(turn);
    else this.issued.set(wire, [turn]);
  }

  /**
   * Takes the next reply of the script; an Error when it has none or fails, because a throw here would reach no test.
   */
  private async nextReply(request: RecordedRequest): Promise<Reply | Error> {
    try {
      const reply = this.queue.shift() ?? (await this.choose?.(request)) ?? this.defaultReply;
      return reply ?? new Error(`no reply is scripted for ${request.method} ${request.url}`);
    } catch (error) {
      return new Error(`the script failed: ${String(error)}`, { cause: error });
    }
  }
}

function refuse(wire: Wire, request: RecordedRequest, fault: WireFault): Reply {
  request.refusal = fault.param ? `${fault.param}: ${fault.message}` : fault.message;
  return wire.refuse(fault);
}
