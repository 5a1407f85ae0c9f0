import type { Worker } from 'node:cluster';

/** The handle of a connection that the primary process has accepted: what node:cluster gives to a worker. */
export interface ConnectionHandle {
  close(): void;
  /** Ends the connection so that its client learns of it at once. A pipe has none. */
  reset?(): void;
}

/** The messages of node:cluster that give a connection to a worker, and say that the worker has it. */
interface ClusterMessage {
  readonly cmd?: unknown;
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly key?: unknown;
  readonly ack?: unknown;
  readonly accepted?: unknown;
}

type Send = (message: unknown, handle?: unknown, ...more: unknown[]) => boolean;

/** Outcome for a connection whose worker has ended. */
export type Outcome = 'handed over' | 'reset';

const CLUSTER = 'NODE_CLUSTER';
const NEW_CONNECTION = 'newconn';

/** Numbers of our own messages: node:cluster counts upwards from 0. */
let lastSeq = -1;

interface InTransit {
  readonly message: ClusterMessage;
  readonly handle: ConnectionHandle;
  /** True if node:cluster closes the handle itself when the worker has confirmed it. */
  readonly isNodes: boolean;
}

/**
 * Connections that were given to a worker and that it has not confirmed. node:cluster keeps those of a worker that dies open for ever: the
 * client would wait for an answer until it gives up. A worker confirms a connection before it reads from it, so that another worker can
 * serve it as if nothing had happened.
 */
export class ConnectionsInTransit {
  private readonly ofWorkers = new Map<number, Map<number, InTransit>>();

  /** @param onLost told of each connection whose worker ended */
  constructor(private readonly onLost: (outcome: Outcome) => void = ignore) {}

  /** Notes what is given to a worker from here on. Call it as soon as the worker has been made. */
  watch(worker: Worker): void {
    const child = worker.process;
    // One that could not be started has no channel.
    if (child.send === undefined) return;
    const sent = new Map<number, InTransit>();
    this.ofWorkers.set(worker.id, sent);
    const send = child.send.bind(child) as Send;
    const note: Send = (message, handle, ...more) => {
      const { act, cmd, seq } = Object(message) as ClusterMessage;
      if (cmd === CLUSTER && act === NEW_CONNECTION && typeof seq === 'number' && handle !== undefined) {
        sent.set(seq, { message: message as ClusterMessage, handle: handle as ConnectionHandle, isNodes: seq >= 0 });
      }
      return send(message, handle, ...more);
    };
    child.send = note as typeof child.send;
    child.on('internalMessage', (message: unknown) => {
      const { accepted, ack, cmd } = Object(message) as ClusterMessage;
      if (cmd !== CLUSTER || typeof ack !== 'number') return;
      const confirmed = sent.get(ack);
      sent.delete(ack);
      // It may have stopped listening since: node:cluster gives its own to the next one.
      if (confirmed === undefined || confirmed.isNodes) return;
      if (accepted === true) confirmed.handle.close();
      else this.end(confirmed.handle);
    });
  }

  /** Gives what a worker that has ended did not confirm to one of the others, or ends it where there is none. */
  release({ id }: Worker, others: readonly Worker[]): void {
    const left = this.ofWorkers.get(id);
    this.ofWorkers.delete(id);
    let next = 0;
    for (const { handle, message } of left?.values() ?? []) {
      const other = others[next++ % Math.max(1, others.length)];
      if (other !== undefined && send(other, message, handle)) this.onLost('handed over');
      else this.end(handle);
    }
  }

  private end(handle: ConnectionHandle): void {
    if (handle.reset === undefined) handle.close();
    else handle.reset();
    this.onLost('reset');
  }
}

/** Sends the connection. True if it could be sent. */
function send(worker: Worker, message: ClusterMessage, handle: ConnectionHandle): boolean {
  if (!worker.isConnected() || worker.isDead()) return false;
  try {
    (worker.process.send as Send)({ ...message, seq: lastSeq-- }, handle);
    return true;
  } catch {
    // Its channel has been closed in the meantime.
    return false;
  }
}

function ignore(): void {}
