import { GatewayError } from '@multilane/errors';

/** The client closed its connection; there is nobody left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('the client closed the connection');
  }
}

interface Held {
  bytes: number;
  readonly refuse: (error: GatewayError) => void;
}

/**
 * The bodies that have not arrived whole, of all connections. Together they hold a bounded number of bytes: clients that
 * begin bodies and leave them unfinished fill no memory. When there is too much, the body that began first is rejected with
 * 503, since those that take no time to arrive are never the oldest.
 */
export class UnfinishedBodies {
  /** By the key of the body, the oldest first. */
  private readonly bodies = new Map<object, Held>();
  private heldBytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** Counts bytes that arrived. `refuse` is called if the body must give its memory back. */
  hold(body: object, bytes: number, refuse: (error: GatewayError) => void): void {
    const held = this.bodies.get(body);
    if (held === undefined) this.bodies.set(body, { bytes, refuse });
    else held.bytes += bytes;
    this.heldBytes += bytes;
    for (const [oldest, { refuse: refuseOldest }] of this.bodies) {
      if (this.heldBytes <= this.mostBytes) return;
      this.release(oldest);
      refuseOldest(refuseForMemory());
    }
  }

  /** Call it when a body is whole or was given up. Does nothing for one that is not held. */
  release(body: object): void {
    this.heldBytes -= this.bodies.get(body)?.bytes ?? 0;
    this.bodies.delete(body);
  }
}

function refuseForMemory(): GatewayError {
  return new GatewayError('overloaded', {
    message: 'Too many request bodies are arriving at the same time. Send the request again.',
    headers: { 'retry-after': '1', connection: 'close' },
  });
}
