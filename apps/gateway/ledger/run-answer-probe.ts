import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import { type DecodeFacts, ProviderFailure } from '@multilane/providers';
import type { AnswerFacts, StreamWriter } from '../src/endpoints/descriptor.js';
import { PLAIN_ANSWERS, PLAIN_RANKS, PLAIN_VECTORS } from './answers/plain-answers.js';
import { BASE_REQUESTS } from './base-requests.js';
import { type Column, type Source, targetOf, type Wire } from './columns.js';
import { copyJson, type Json, withPlaces } from './json-path.js';
import { isEquivalent, judge, type Outcome } from './outcome.js';
import { type PlannedProbe, planProbe } from './plan-probe.js';
import { type AnswerProbe, type ByProvider, entryOf } from './probe.js';
import { readClientStream } from './streams/read-client-stream.js';
import { writeProviderStream } from './streams/write-provider-stream.js';

export type Mode = 'whole' | 'streamed';

const CREATED = 1_700_000_000;

/**
 * Answers a request as the provider would and says what of it reaches the client; `-` where the provider cannot say it,
 * or is not asked at all. A refusal is the error that the client gets in place of an answer.
 */
export function runAnswerProbe(
  probe: AnswerProbe,
  source: Source,
  mode: Mode,
  column: Column,
  plan = planProbe,
): Outcome {
  if (probe.only?.includes(source) === false) return '-';
  const isStreamed = mode === 'streamed';
  const asked = { ...BASE_REQUESTS[source], ...probe.asks?.[source], ...(isStreamed && askForStream(source)) };
  let planned: PlannedProbe;
  try {
    planned = plan(source, asked, targetOf(column, source));
  } catch (error) {
    if (error instanceof GatewayError) return '-';
    throw error;
  }
  const wire = wireOf(planned, column);
  const places = wire === 'completions' ? probe.answers.completions : entryOf(probe.answers, column);
  const plain = plainAnswer(source, wire, column);
  if (places === undefined || plain === undefined) return '-';
  const native = withPlaces(plain, places);
  try {
    const answer = isStreamed ? readStream(planned, source, wire, native, column) : readWhole(planned, native, column);
    if (!isStreamed && planned.plan.bridge === undefined && isEquivalent(answer, native, [])) return 'exact';
    return judge(answer, probe.arrives[source], probe.sentinels ?? []);
  } catch (error) {
    const reported = error instanceof ProviderFailure ? error.toGatewayError() : error;
    if (reported instanceof GatewayError) return `refused ${toErrorEnvelope(reported).error.code}`;
    throw error;
  }
}

/** A stream of the reference format reports usage where the client asks for it. */
function askForStream(source: Source): Json {
  const isReference = source === 'chat' || source === 'completions';
  return { stream: true, ...(isReference && { stream_options: { include_usage: true } }) };
}

function wireOf({ plan }: PlannedProbe, column: Column): Wire | 'completions' {
  return plan.endpoint === 'completions' ? 'completions' : column.wire;
}

function plainAnswer(source: Source, wire: Wire | 'completions', column: Column): Json | undefined {
  if (source === 'embeddings') return entryOf(PLAIN_VECTORS as ByProvider<Json>, column);
  if (source === 'rerank') return entryOf(PLAIN_RANKS as ByProvider<Json>, column);
  return PLAIN_ANSWERS[wire];
}

function decodeFacts({ plan }: PlannedProbe, { kind }: Column, includeUsage: boolean): DecodeFacts {
  return { kind, idSeed: 'probe', created: CREATED, model: plan.target.provider.upstreamModel, includeUsage };
}

function answerFacts(column: Column): AnswerFacts {
  return {
    requestId: 'probe',
    idSeed: 'probe',
    created: CREATED,
    clock: () => CREATED,
    model: 'probe',
    kind: column.kind,
  };
}

function readWhole(planned: PlannedProbe, native: Json, column: Column): Json {
  const { asked, plan, endpoint } = planned;
  const { response } = plan.codec.decode([native], decodeFacts(planned, column, false));
  const answer = plan.bridge
    ? plan.bridge.fromChat(response as Parameters<typeof plan.bridge.fromChat>[0], asked, answerFacts(column))
    : (endpoint.finish?.(response, asked) ?? response);
  return copyJson(answer) as Json;
}

function readStream(
  planned: PlannedProbe,
  source: Source,
  wire: Wire | 'completions',
  native: Json,
  column: Column,
): Json {
  const { asked, plan, endpoint } = planned;
  const translator = plan.codec.startStream?.(decodeFacts(planned, column, true));
  const writer = (plan.bridge?.startStream?.(asked, answerFacts(column)) ??
    endpoint.startNativeStream?.(answerFacts(column), asked)) as StreamWriter<unknown> | undefined;
  if (translator === undefined || writer === undefined) throw new Error(`${source} does not stream`);
  let text = '';
  const emit = (chunk: object | undefined, raw: string | undefined) => {
    text += writer.write(chunk, raw);
  };
  translator.push(writeProviderStream(wire, native), emit);
  translator.end(emit);
  return readClientStream(source, text + writer.end());
}
