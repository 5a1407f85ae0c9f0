import { Readable } from 'node:stream';
import { GatewayError } from '@multilane/errors';
import type { ChannelListener } from '@multilane/jobs';
import { type Database, RUN_EVENTS_CHANNEL, type RunEventRecord } from '@multilane/persistence';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../services/workspace-services.js';

/** A stream of the events of a run. */
export interface RunEventStream {
  readonly runId: string;
  /** Organization of the run, which has a bounded number of streams. */
  readonly organizationId: string;
  /** The number of the last event that the reader has seen, as `Last-Event-ID` says it; undefined: none. */
  readonly lastEventId: string | undefined;
  /** True for an event of the last kind in its run. The stream ends with it. */
  readonly isLast: (kind: string) => boolean;
  /** Resolves to true if the run has ended. Checked when no event comes, so that a stream ends though the last event is gone. */
  readonly hasEnded: () => Promise<boolean>;
}

/** Streams at once in this process, and of one organization among them. */
const MOST_STREAMS = 400;
const MOST_OF_ONE = 50;
const PAGE = 100;
/** Events are looked for so often if nothing announces them. Milliseconds. */
const LOOK_MS = 1_000;
/** A stream without events says so often that it lives. */
const HEARTBEAT_MS = 15_000;
/** Then the reader connects again, with `Last-Event-ID`, and is authenticated again. */
const LONGEST_MS = 10 * 60_000;

/**
 * Streams the events of runs as Server-Sent Events (docs/contract/workflows.md#events). Any process of the service can go on with a
 * stream that another one began: the events are in the database.
 */
@Injectable()
export class RunEventStreams implements OnModuleDestroy {
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly counts = new Map<string, number>();
  private readonly closing = new AbortController();
  private total = 0;
  private listener: Promise<ChannelListener | undefined> | undefined = undefined;
  private readonly stopHearing: () => void;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    this.stopHearing = database.runEvents.onAppend((runId) => this.wake(runId));
  }

  /**
   * Answers a request with the stream.
   *
   * @throws GatewayError 400 for a `Last-Event-ID` that is no number, 503 `overloaded` where there are too many streams
   */
  send(reply: FastifyReply, stream: RunEventStream): void {
    const after = readEventId(stream.lastEventId);
    const { organizationId } = stream;
    const count = this.counts.get(organizationId) ?? 0;
    if (this.total >= MOST_STREAMS || count >= MOST_OF_ONE) {
      throw new GatewayError('overloaded', { headers: { 'retry-after': '5' } });
    }
    this.counts.set(organizationId, count + 1);
    this.total += 1;
    this.listen();
    const stop = new AbortController();
    const body = Readable.from(this.read(stream, after, AbortSignal.any([stop.signal, this.closing.signal])), {
      objectMode: false,
    });
    body.once('close', () => {
      stop.abort();
      this.total -= 1;
      const left = (this.counts.get(organizationId) ?? 1) - 1;
      if (left === 0) this.counts.delete(organizationId);
      else this.counts.set(organizationId, left);
    });
    void reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(body);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopHearing();
    this.closing.abort();
    // One that could not be opened was reported.
    await (await this.listener?.catch(() => undefined))?.close();
  }

  private async *read(
    { hasEnded, isLast, runId }: RunEventStream,
    start: number,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const endsAt = performance.now() + LONGEST_MS;
    let after = start;
    let saidAt = performance.now();
    yield 'retry: 1000\n\n';
    while (!signal.aborted && performance.now() < endsAt) {
      // Before events are read: what comes afterwards wakes.
      const woken = this.waitFor(runId, signal);
      const ended = await hasEnded();
      const events = await this.database.runEvents.list(runId, after, PAGE);
      for (const event of events) {
        after = event.seq;
        yield writeEvent(event);
        if (isLast(event.kind)) return;
      }
      if (events.length === PAGE) continue;
      if (ended) return;
      if (events.length > 0) saidAt = performance.now();
      else if (performance.now() - saidAt > HEARTBEAT_MS) {
        saidAt = performance.now();
        yield ': \n\n';
      }
      await woken;
    }
  }

  /** Resolves with the next event of the run, after a while, or when the stream ends. */
  private waitFor(runId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wakers = this.waiting.get(runId) ?? new Set();
      this.waiting.set(runId, wakers);
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        wakers.delete(finish);
        if (wakers.size === 0 && this.waiting.get(runId) === wakers) this.waiting.delete(runId);
        resolve();
      };
      const timer = setTimeout(finish, LOOK_MS);
      timer.unref();
      signal.addEventListener('abort', finish, { once: true });
      wakers.add(finish);
    });
  }

  private wake(runId: string): void {
    for (const finish of [...(this.waiting.get(runId) ?? [])]) finish();
  }

  /** Hears of events that other processes add. Without it they are found by looking. */
  private listen(): void {
    const { listen_url: listenUrl, url } = this.services.config.database;
    const address = listenUrl ?? url;
    if (address === undefined || this.listener !== undefined) return;
    this.listener = import('@multilane/jobs').then(({ listenToChannel }) =>
      listenToChannel({
        url: address,
        channel: RUN_EVENTS_CHANNEL,
        onMessage: (runId) => this.wake(runId),
        onConnect: () => undefined,
        report: this.services.tasks.reportOf('run_events'),
      }),
    );
    this.listener.catch((error: unknown) => this.services.tasks.failed('run_events', error));
  }
}

function readEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new GatewayError('invalid_value', {
    param: 'last-event-id',
    message: '`Last-Event-ID` must be the id of an event of the stream.',
  });
}

/** JSON has no line breaks, so that an event is one line of data. */
function writeEvent({ createdAt, data, kind, seq }: RunEventRecord): string {
  return `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify({ ...data, created_at: createdAt.toISOString() })}\n\n`;
}
