import type { UpstreamFailure } from './upstreams/upstream-failure.js';

/** Kind of the request that failed. A failed list fails the server, whatever the reason. */
export type Asked = 'list' | 'call';

/** Reasons with which a server answered a call: it can be reached. */
const ANSWERED: ReadonlySet<UpstreamFailure['reason']> = new Set(['rpc_error', 'input_required', 'too_long']);

/** Keys of a server in the stored states. */
export interface HealthSubject {
  readonly organizationId: string;
  readonly serverKey: string;
  /** Null for one of gateway.yaml. */
  readonly serverId: string | null;
}

export interface LastFailure {
  readonly failure: UpstreamFailure;
  readonly asked: Asked;
  /** By the monotonic clock of the process. */
  readonly at: number;
}

/** Health of a server, by the last request to it with any credential. Times are those of `performance.now()`. */
export class ServerHealth {
  state: 'reachable' | 'failing' | undefined;
  since = 0;
  seenAt = 0;
  last: LastFailure | undefined;

  constructor(
    readonly subject: HealthSubject,
    /** Told of each request; `isNew` where something other than a time has changed. */
    private readonly onNoted: (health: ServerHealth, isNew: boolean) => void,
  ) {}

  /** Notes that a request was answered. */
  succeeded(): void {
    this.note('reachable', false);
  }

  failed(failure: UpstreamFailure, asked: Asked): void {
    const isOther = describe(this.last) !== describe({ failure, asked });
    this.last = { failure, asked, at: performance.now() };
    this.note(asked === 'call' && ANSWERED.has(failure.reason) ? 'reachable' : 'failing', isOther);
  }

  private note(state: 'reachable' | 'failing', isOther: boolean): void {
    const isTurned = this.state !== state;
    this.seenAt = performance.now();
    if (isTurned) {
      this.state = state;
      this.since = this.seenAt;
    }
    this.onNoted(this, isTurned || isOther);
  }
}

function describe(last: Omit<LastFailure, 'at'> | undefined): string | undefined {
  return last && `${last.asked} ${last.failure.reason} ${last.failure.status} ${last.failure.code}`;
}
