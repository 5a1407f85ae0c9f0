import type { Caller } from '@multilane/auth';
import type { GatewayConfig, SettingsAtStart } from '@multilane/config';
import type { AuditPayload, Database } from '@multilane/persistence';
import type { AuditRecord, BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import { teamOf, workspaceOf } from '../snapshot/find-policy.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { boundPayload } from './bound-payload.js';
import { PayloadCapture } from './payload-capture.js';

export interface PayloadRecorderOptions {
  readonly audit: Pick<GatewayConfig['audit'], 'capture_payloads' | 'payload_max_kb' | 'payload_teams'>;
  readonly store: (payloads: readonly AuditPayload[]) => Promise<void>;
  readonly metrics: Pick<Metrics, 'recordAuditProblem'>;
  readonly tasks: Pick<BackgroundTasks, 'failed' | 'succeeded'>;
}

interface Waiting {
  readonly capture: PayloadCapture;
  readonly id: string;
  readonly organizationId: string;
  readonly time: Date;
}

/** Most that wait to be copied, each with its whole request and answer, and to be stored, as bounded texts. */
const MOST_CAPTURES = 64;
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Payloads are copied for so many milliseconds before others have their turn on the event loop. */
const SLICE_MS = 5;
/** Stored in one statement. */
const MOST_AT_ONCE = 50;
const STORE_EVERY_MS = 250;
const RETRY_AFTER_MS = 2_000;

/**
 * Stores what requests and answers said (`audit.capture_payloads`, or for a time in a workspace), in the background: copied one at a time between other work,
 * redacted, bounded, and sealed by the database. No request waits for it; where the database is unavailable for long, payloads are
 * dropped and counted.
 */
export class PayloadRecorder {
  readonly #captures: Waiting[] = [];
  readonly #payloads: AuditPayload[] = [];
  readonly #isOn: boolean;
  readonly #teams: ReadonlySet<string> | undefined;
  readonly #maxCharacters: number;
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #isCopying = false;
  /** Copy in progress: a long payload takes several turns. */
  #copy: Generator<undefined, void> | undefined;
  #storing: Promise<void> | undefined;

  constructor(private readonly options: PayloadRecorderOptions) {
    const { capture_payloads: isOn, payload_max_kb: kilobytes, payload_teams: teams } = options.audit;
    this.#isOn = isOn;
    this.#teams = teams && new Set(teams);
    this.#maxCharacters = kilobytes * 1024;
  }

  /** True if any payloads are stored now. */
  isWanted({ capturingWorkspaces }: Pick<Snapshot, 'capturingWorkspaces'>): boolean {
    return this.#isOn || capturingWorkspaces !== undefined;
  }

  /**
   * Begins the capture of a caller's request; undefined if nothing is stored. gateway.yaml decides for its own organization alone, and
   * people for a workspace, until the time that they said.
   */
  begin(caller: Caller, snapshot: Snapshot): PayloadCapture | undefined {
    if (snapshot.capturingWorkspaces !== undefined && isCapturing(snapshot.capturingWorkspaces, snapshot, caller)) {
      return new PayloadCapture();
    }
    if (!this.#isOn) return undefined;
    const { id: ownId } = snapshot.ownOrganization;
    if (caller.organizationId !== undefined && caller.organizationId !== ownId) return undefined;
    if (this.#teams === undefined) return new PayloadCapture();
    const team = teamOf(snapshot, caller)?.teamName ?? caller.teamName;
    return team !== undefined && this.#teams.has(team) ? new PayloadCapture() : undefined;
  }

  /** Takes what was noted of a request that has ended. */
  record(capture: PayloadCapture, { id, organization_id: organizationId, time }: AuditRecord): void {
    if (capture.request === undefined || organizationId === null) return;
    if (this.#captures.length >= MOST_CAPTURES || this.#characters >= MOST_CHARACTERS) {
      this.#reportProblem('payload_dropped', new Error('Too many payloads wait for the database.'));
      return;
    }
    this.#captures.push({ capture, id, organizationId, time: new Date(time) });
    this.#copyLater();
  }

  /** Stores what waits, as far as the database is there. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#isAmid) this.#copyFor(Number.POSITIVE_INFINITY);
    await this.#storing;
    clearTimeout(this.#timer);
    while (this.#payloads.length > 0) {
      const waiting = this.#payloads.length;
      await this.#storeNext();
      if (this.#payloads.length === waiting) break;
    }
    clearTimeout(this.#timer);
  }

  #copyLater(): void {
    if (this.#isCopying) return;
    this.#isCopying = true;
    setImmediate(() => {
      this.#isCopying = false;
      this.#copyFor(SLICE_MS);
      if (this.#isAmid) this.#copyLater();
    });
  }

  /** True if something is being copied, or waits for it. */
  get #isAmid(): boolean {
    return this.#copy !== undefined || this.#captures.length > 0;
  }

  /** Copies one payload, or a part of it. */
  #copyFor(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    const next = this.#copy === undefined ? this.#captures.shift() : undefined;
    if (next) this.#copy = this.#startCopy(next);
    while (this.#copy !== undefined && performance.now() < end) {
      if (this.#copy.next().done === true) this.#copy = undefined;
    }
  }

  *#startCopy({ capture, id, organizationId, time }: Waiting): Generator<undefined, void> {
    try {
      const request = yield* boundPayload(capture.request, this.#maxCharacters, capture.redact);
      const answer = yield* boundPayload(capture.answer ?? null, this.#maxCharacters, capture.redact);
      const text = JSON.stringify({
        request: request.value,
        answer: answer.value,
        is_truncated: request.isTruncated || answer.isTruncated,
      });
      this.#payloads.push({ id, organizationId, time, text });
      this.#characters += text.length;
    } catch (error) {
      this.#reportProblem('payload_dropped', error as Error);
      return;
    }
    this.#storeLater(STORE_EVERY_MS);
  }

  #storeLater(delayMs: number): void {
    if (this.#timer !== undefined || this.#storing !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#storing = this.#storeNext().finally(() => {
        this.#storing = undefined;
        if (this.#payloads.length > 0) this.#storeLater(this.#hasFailed ? RETRY_AFTER_MS : 0);
      });
    }, delayMs).unref();
  }

  #hasFailed = false;

  /** Never rejects: what could not be stored is tried again. */
  async #storeNext(): Promise<void> {
    const batch = this.#payloads.slice(0, MOST_AT_ONCE);
    try {
      await this.options.store(batch);
      this.#hasFailed = false;
      this.options.tasks.succeeded('audit_payloads');
      this.#payloads.splice(0, batch.length);
      for (const { text } of batch) this.#characters -= text.length;
    } catch (error) {
      this.#hasFailed = true;
      this.#reportProblem('payload_failed', error as Error);
    }
  }

  #reportProblem(kind: 'payload_dropped' | 'payload_failed', error: Error): void {
    this.options.metrics.recordAuditProblem(kind);
    this.options.tasks.failed('audit_payloads', error);
  }
}

function isCapturing(capturing: ReadonlyMap<string, number>, snapshot: Snapshot, caller: Caller): boolean {
  const workspace = workspaceOf(snapshot, caller);
  const until = workspace === undefined ? undefined : capturing.get(workspace.id);
  return until !== undefined && until > Date.now();
}

/** Undefined if payloads cannot be stored. If gateway.yaml wants them, that is a warning, for an operator must know. */
export function createPayloadRecorder(
  { audit }: Pick<SettingsAtStart, 'audit'>,
  database: Database | undefined,
  services: { readonly logger: Pick<Logger, 'warn'> } & Pick<PayloadRecorderOptions, 'metrics' | 'tasks'>,
): PayloadRecorder | undefined {
  if (database === undefined || !database.auditPayloads.isReady) {
    const missing = database === undefined ? 'a database (`database.url`)' : '`encryption.key`';
    if (audit.capture_payloads)
      services.logger.warn({}, `audit.capture_payloads is on, but no payloads are stored: it requires ${missing}`);
    return undefined;
  }
  return new PayloadRecorder({ audit, store: (payloads) => database.auditPayloads.store(payloads), ...services });
}
