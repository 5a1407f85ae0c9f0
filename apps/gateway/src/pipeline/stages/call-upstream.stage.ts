import { type DecodeFacts, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import { awaitWarmModel } from '../../upstream/await-warm-model.js';
import { StreamedAnswer } from '../../upstream/streamed-answer.js';
import { WholeAnswer } from '../../upstream/whole-answer.js';
import type { RequestContext } from '../request-context.js';

/** Sends the request to the provider, and waits until its answer is whole, or has begun where it is streamed. */
export function callUpstream(context: RequestContext): Promise<void> {
  const { target } = context.serving;
  return target.coldStart ? awaitWarmModel(() => attempt(context), context) : attempt(context);
}

/** One call to the provider, measured until its answer is whole or has begun. */
async function attempt(context: RequestContext): Promise<void> {
  const begun = performance.now();
  let outcome = 'success';
  try {
    await (context.streamed ? beginStream(context) : fetchWhole(context));
  } catch (error) {
    outcome = error instanceof ProviderFailure ? error.code : 'cancelled';
    throw error;
  } finally {
    const { kind } = context.serving.adapter;
    context.services.metrics.recordUpstream({ provider: kind, outcome, durationMs: performance.now() - begun });
  }
}

/** What the codecs must know of this request. */
export function decodeFacts({ requestId, serving }: RequestContext): DecodeFacts {
  return {
    kind: serving.adapter.kind,
    idSeed: requestId,
    includeUsage: serving.chat.stream_options?.include_usage === true,
  };
}

async function fetchWhole(context: RequestContext): Promise<void> {
  const { adapter, target } = context.serving;
  const answer = new WholeAnswer(adapter);
  context.abortUpstream = (reason) => answer.abort(reason);
  answer.start(target.transport, draftRequest(context), target.timeouts.total_ms);
  context.wholeAnswer = await answer.finished;
}

async function beginStream(context: RequestContext): Promise<void> {
  const { adapter, codec, target } = context.serving;
  const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
  const answer = new StreamedAnswer(adapter, codec.startStream(decodeFacts(context)), { firstByteMs, idleMs });
  context.streamedAnswer = answer;
  context.abortUpstream = (reason) => answer.abort(reason);
  answer.start(target.transport, draftRequest(context));
  await answer.started;
}

function draftRequest(context: RequestContext): UpstreamDraft {
  const { adapter, chat, codec, target } = context.serving;
  context.attempts += 1;
  const [body = ''] = codec.encode(chat, target.provider);
  const draft: UpstreamDraft = {
    address: context.streamed ? target.streamAddress : target.address,
    headers: {
      ...target.provider.headers,
      'content-type': 'application/json',
      accept: context.streamed ? 'text/event-stream' : 'application/json',
    },
    body,
  };
  return adapter.authorize(draft, target.nextSecret(), Date.now());
}
