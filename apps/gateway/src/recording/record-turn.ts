import type { BudgetCharge, MediaUsage, Usage } from '@multilane/contracts';
import type { MediaCost } from '@multilane/policy';
import { describeAttribution } from './attribution.js';
import { describeServing, summarizeRequest } from './describe-request.js';
import type { RecordedRequest } from './request-parts.js';
import { countMedia, finish, writeMedia, writeUsage } from './settle-request.js';

/** A response or a transcription within a session that has several. */
export interface Turn {
  /** Counted from 1. */
  readonly turn: number;
  readonly charges: readonly BudgetCharge[];
  /** `estimated`: the provider has not reported what it used. */
  readonly source: 'reported' | 'estimated';
  /** Usage of a response; undefined for a transcription. */
  readonly usage?: Usage;
  /** Transcription of speech in the session. */
  readonly transcription?: Transcription;
}

export interface Transcription {
  /** Name of the model that transcribes, which may be another than the session's; undefined if it is not in the catalog. */
  readonly logicalName: string | undefined;
  /** The provider's name of it; undefined if the session does not say. */
  readonly upstreamModel: string | undefined;
  /** Media that were used, as far as they are known. */
  readonly media: MediaUsage | undefined;
  readonly cost: MediaCost | undefined;
}

/** Records one turn of a session, when it is there: what a session used is never lost with it. */
export function recordTurn(request: RecordedRequest, { charges, source, transcription, turn, usage }: Turn): void {
  const { asked, planned, services } = request;
  const { serving } = planned;
  const record = summarizeRequest(asked.incoming, 0);
  describeAttribution(record, asked);
  record.kind = 'call';
  record.request_id = `${asked.requestId}-${turn}`;
  record.model = asked.validated.model ?? null;
  record.logical_name = serving.model.logicalName;
  record.streamed = true;
  record.attempts = 1;
  record.details = { session: asked.requestId };
  describeServing(record, serving);
  if (transcription === undefined) {
    writeUsage(record, { usage, lostUsage: undefined }, serving.model, source);
  } else {
    const { cost, logicalName, media, upstreamModel } = transcription;
    record.logical_name = logicalName ?? null;
    record.upstream_model = upstreamModel ?? null;
    writeMedia(record, { costUsd: cost?.usd, media, mediaPriceVersion: cost?.version }, source);
    countMedia(services, record);
  }
  record.charges = charges;
  finish(services, record);
}
