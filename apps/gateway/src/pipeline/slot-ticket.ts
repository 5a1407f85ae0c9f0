import { ClientGone } from '@multilane/http';
import type { RequestPriority, SlotLimit, SlotTicket, SlotWait } from '@multilane/policy';
import { sourceOf } from '@multilane/validation';
import type { AskedRequest } from '../recording/request-parts.js';
import type { RequestContext } from './request-context.js';
import { choosePriority } from './request-priority.js';

/** Size of a form whose length is not known, in bytes. */
const UNKNOWN_BYTES = 1024 * 1024;

/** Outcome of a wait. */
export type WaitOutcome = 'admitted' | 'rejected' | 'left';

/** Wait of a request for slots, and what is told of it. */
export class RequestTicket implements SlotTicket {
  readonly priority: RequestPriority;
  readonly organization: string;
  readonly member: string;
  readonly maxWaitMs: number | undefined;
  private begunAt = 0;
  private full: SlotLimit | undefined = undefined;
  private size: number | undefined = undefined;

  /**
   * @param maxWaitMs longest wait, instead of the queue's own
   * @param isShared true if requests of several organizations wait in the queue
   */
  constructor(
    private readonly context: RequestContext,
    { isShared, maxWaitMs }: { readonly isShared: boolean; readonly maxWaitMs: number | undefined },
  ) {
    const { caller, snapshot } = context.asked;
    this.maxWaitMs = maxWaitMs;
    this.priority = choosePriority(context, isShared);
    this.organization = caller.organizationId ?? snapshot.ownOrganization.id ?? snapshot.ownOrganization.name;
    this.member = caller.credentialId ?? `${caller.teamName ?? ''}/${caller.keyName}`;
  }

  /** Read only by requests that wait: finding it may take a walk through the body. */
  get bytes(): number {
    this.size ??= sizeOf(this.context);
    return this.size;
  }

  begin(wait: SlotWait, full: SlotLimit): void {
    const { services, tried } = this.context;
    this.begunAt = performance.now();
    this.full = full;
    services.metrics.queues.enter(full.scope, this.priority);
    if (tried.cancelled) wait.abort(new ClientGone());
    else tried.abortable = wait;
  }

  /** The wait is over, if there was one. Returns the limit that was waited for. */
  end(outcome: WaitOutcome): SlotLimit | undefined {
    const { full, priority } = this;
    if (full === undefined) return undefined;
    this.full = undefined;
    const { planned, services, tried } = this.context;
    const waitedMs = performance.now() - this.begunAt;
    tried.abortable = undefined;
    planned.queuedMs = (planned.queuedMs ?? 0) + waitedMs;
    services.metrics.queues.leave(full.scope, priority, outcome, waitedMs);
    return full;
  }
}

/** Size of the body, with the stored prompt that it names. */
function sizeOf({ asked }: RequestContext): number {
  return sizeOfBody(asked) + (asked.prompt?.characters ?? 0);
}

function sizeOfBody(asked: AskedRequest): number {
  const source = sourceOf(asked.body)?.length;
  if (source !== undefined) return source;
  const length = Number(asked.header('content-length'));
  // A compressed body is a thousand times as large as what was sent.
  if (length > 0 && asked.header('content-encoding') === undefined) return length;
  return isJson(asked.body) ? measure(asked.body) : UNKNOWN_BYTES;
}

function isJson(body: unknown): boolean {
  return Array.isArray(body) || Object.getPrototypeOf(body ?? UNKNOWN_BYTES) === Object.prototype;
}

/** Bytes of a value that is no text. */
const VALUE_BYTES = 8;

/** About the memory of a parsed body, whose depth is bounded. */
function measure(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += measure(item);
  else for (const [name, member] of Object.entries(value)) bytes += name.length + measure(member);
  return bytes;
}
