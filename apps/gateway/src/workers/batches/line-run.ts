import type { BatchHold, BatchLineToRun, BatchTokens, Database } from '@multilane/persistence';
import type { TaskReport } from '@multilane/telemetry';
import type { JobOfRequest, Settlement } from '../../recording/request-parts.js';
import { CollectingSink } from '../collecting-sink.js';
import { type RunOfRequest, writeBeginning } from '../write-again.js';
import { nameBatch } from './describe-batch.js';

/** One line while it runs in this process. */
export class LineRun implements JobOfRequest, RunOfRequest {
  readonly sink = new CollectingSink();
  /** Its request is a request of its own for limits. */
  readonly wasCounted = false;
  hasAnswer = false;
  isLost = false;

  constructor(
    readonly line: BatchLineToRun,
    private readonly hold: BatchHold,
    private readonly store: Database['batchLines'],
    private readonly report: TaskReport,
    /** Set where the provider's own batch has answered it. */
    readonly settlement?: Settlement,
  ) {}

  /** Id of the request in the audit log and the results. */
  get requestId(): string {
    return `batch_req_${this.hold.id.replaceAll('-', '')}_${this.line.line}`;
  }

  get id(): string {
    return nameBatch(this.hold.id);
  }

  noteAnswer(): void {
    if (this.hasAnswer || this.settlement !== undefined) return;
    this.hasAnswer = true;
    void writeBeginning(this, () => this.store.noteAnswer(this.hold, this.line.line), this.report);
  }

  /** The line is another worker's. */
  lose(): void {
    this.isLost = true;
    this.sink.leave();
  }

  /** This process ends. */
  stop(): void {
    this.sink.leave();
  }
}

/** The tokens that an answer says it used, whatever its endpoint calls them. */
export function readTokens(body: unknown): Partial<BatchTokens> {
  const { usage } = Object(body) as { usage?: unknown };
  const { completion_tokens, completion_tokens_details, input_tokens, input_tokens_details, output_tokens, ...more } =
    Object(usage) as Record<string, unknown>;
  const { output_tokens_details, prompt_tokens, prompt_tokens_details, cache_read_input_tokens: cacheRead } = more;
  const cached = detail(prompt_tokens_details ?? input_tokens_details, 'cached_tokens') || count(cacheRead);
  return {
    promptTokens: count(prompt_tokens ?? input_tokens),
    cachedTokens: cached,
    completionTokens: count(completion_tokens ?? output_tokens),
    reasoningTokens: detail(completion_tokens_details ?? output_tokens_details, 'reasoning_tokens'),
  };
}

function detail(details: unknown, name: string): number {
  return count((Object(details) as Record<string, unknown>)[name]);
}

/** Bounds a count that a provider reports: counts are added up, and no sum may overflow. */
function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? Math.min(Math.floor(value), 1e12) : 0;
}
