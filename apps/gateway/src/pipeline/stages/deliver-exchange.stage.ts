import { toErrorEnvelope } from '@multilane/errors';
import { computeMediaCost, type MediaUnit } from '@multilane/policy';
import { type ExchangeAnswer, toGatewayError } from '@multilane/providers';
import type { BillingUnit } from '../../endpoints/descriptor.js';
import { serviceHeaders } from '../../recording/describe-answer.js';
import { useCompatibleStatus } from '../../recording/use-compatible-status.js';
import { inClientTerms } from '../in-client-terms.js';
import type { RequestContext } from '../request-context.js';
import { EventRelay } from '../sockets/event-relay.js';

/** Answers with what an exchange brought: whole, or byte by byte as it comes. */
export async function deliverExchange(context: RequestContext): Promise<void> {
  const { asked, ended, planned, sink, tried } = context;
  const { exchangeAnswer: answer } = tried;
  // The client may have left while the provider worked.
  if (answer === undefined || ended.answered) return;
  const { body, contentType, headers, isStream = false, status = 200 } = answer;
  noteUse(context, answer);
  const events = isStream ? new EventRelay() : undefined;
  try {
    await sink.sendBody(
      {
        status,
        headers: {
          ...serviceHeaders(context),
          ...(isStream && { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }),
          ...headers,
          'content-type': contentType,
        },
        body: isWhole(body) ? body : relay(context, body, events),
        onBegin: () => {
          ended.timeToFirstByteMs = performance.now() - asked.startedAt;
        },
      },
      planned.serving.target.timeouts.idle_ms,
    );
  } finally {
    noteUse(context, answer);
  }
  // Reported already, and recorded as what it is.
  if (events?.failure !== undefined) throw events.failure;
  ended.answered = true;
}

function isWhole(body: ExchangeAnswer['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** A download, counted for the audit log. */
export async function* countBytes(
  body: AsyncIterable<Uint8Array>,
  ended: RequestContext['ended'],
): AsyncGenerator<Uint8Array> {
  ended.downloadedBytes = 0;
  for await (const bytes of body) {
    ended.downloadedBytes += bytes.length;
    yield bytes;
  }
}

/** A body as it comes: events whole, downloads counted. */
function relay(
  context: RequestContext,
  body: AsyncIterable<Uint8Array>,
  events: EventRelay | undefined,
): AsyncIterable<Uint8Array> {
  const { asked, ended } = context;
  if (events !== undefined) return events.relay(body, (failure) => writeFailureEvent(context, failure));
  return asked.endpoint.isStored ? countBytes(body, ended) : body;
}

/** The event that reports a failure inside a stream of events (docs/contract/media.md#streams); undefined where nobody reads it. */
function writeFailureEvent({ asked, planned, tried }: RequestContext, failure: unknown): string | undefined {
  if (tried.cancelled) return undefined;
  const error = useCompatibleStatus(
    toGatewayError(inClientTerms(asked.request, planned.plan, failure)),
    asked.snapshot,
  );
  return `event: error\ndata: ${JSON.stringify({ type: 'error', ...toErrorEnvelope(error) })}\n\n`;
}

/** Notes the use of an answer and its cost; both are complete only at the end of the answer. */
function noteUse({ asked, ended, planned }: RequestContext, answer: ExchangeAnswer): void {
  const { format, model } = planned.serving;
  const { n } = asked.validated;
  ended.media = answer.usage();
  if (!isMediaUnit(format.billing)) return;
  const cost = computeMediaCost({
    unit: format.billing,
    images: typeof n === 'number' ? n : 1,
    usage: ended.media,
    prices: model.mediaPrices,
    tokenPrice: model.price.current,
  });
  ended.costUsd = cost?.usd;
  ended.mediaPriceVersion = cost?.version;
}

function isMediaUnit(billing: BillingUnit): billing is MediaUnit {
  return billing === 'images' || billing === 'characters' || billing === 'requests';
}
