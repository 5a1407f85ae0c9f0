import { EventEmitter } from 'node:events';
import { type SessionEvent, SIMULATOR_MODEL, SimulatedSession, type UpstreamDraft } from '@multilane/providers';
import type { FrameSocket } from './frame-socket.js';
import { makeIdSeed } from './make-id-seed.js';

/** Messages that are handled in one turn of the event loop. */
const MESSAGES_A_TURN = 8;

/** A message of the client that takes its time. */
const LONG_CHARACTERS = 16 * 1024;

interface Asked {
  readonly text: string;
  readonly sent: ((error?: Error | null) => void) | undefined;
}

/** A socket whose other end is the simulator, in this process. The client's next request waits until all earlier answers have been sent. */
export class SimulatedSocket extends EventEmitter implements FrameSocket {
  readonly protocol: string;
  private readonly session: SimulatedSession;
  private readonly asked: Asked[] = [];
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isPaused = true;
  private isClosed = false;
  private isScheduled = false;

  constructor({ address }: UpstreamDraft, protocols: readonly string[]) {
    super();
    const query = new URLSearchParams(address.path.split('?')[1]);
    this.protocol = protocols.includes('realtime') ? 'realtime' : '';
    const isTranscription = query.get('intent') === 'transcription';
    this.session = new SimulatedSession(query.get('model') ?? SIMULATOR_MODEL, makeIdSeed(), isTranscription);
    this.queue(this.session.begin());
  }

  get bufferedAmount(): number {
    return this.waitingBytes;
  }

  send(data: Buffer | string, _options: { readonly binary: boolean }, sent?: (error?: Error | null) => void): void {
    if (this.isClosed) {
      if (sent !== undefined) setImmediate(sent, new Error('The socket is closed.'));
      return;
    }
    const text = data.toString();
    this.waitingBytes += text.length;
    this.asked.push({ text, sent });
    this.schedule();
  }

  close(code = 1000, reason: string | Buffer = ''): void {
    this.finish(code, Buffer.from(reason));
  }

  terminate(): void {
    this.finish(1006, Buffer.alloc(0));
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.schedule();
  }

  ping(): void {
    setImmediate(() => this.emit('pong'));
  }

  private queue(events: readonly SessionEvent[]): void {
    for (const event of events) {
      const bytes = Buffer.from(JSON.stringify(event));
      this.waitingBytes += bytes.length;
      this.waiting.push(bytes);
    }
  }

  private schedule(): void {
    if (this.isScheduled || this.isPaused || this.isClosed) return;
    if (this.waiting.length === 0 && this.asked.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => this.work());
  }

  private work(): void {
    this.isScheduled = false;
    for (let count = 0; count < MESSAGES_A_TURN && !this.isPaused && !this.isClosed; count += 1) {
      const message = this.waiting.shift();
      if (message !== undefined) {
        this.waitingBytes -= message.length;
        this.emit('message', message, false);
        continue;
      }
      const asked = this.asked.shift();
      if (asked === undefined) break;
      this.waitingBytes -= asked.text.length;
      this.queue(this.session.receive(asked.text));
      asked.sent?.();
      // One that takes its time is the last one of its turn.
      if (asked.text.length > LONG_CHARACTERS) break;
    }
    this.schedule();
  }

  private finish(code: number, reason: Buffer): void {
    if (this.isClosed) return;
    this.isClosed = true;
    setImmediate(() => this.emit('close', code, reason));
  }
}
