import type { DecodeFacts, UpstreamDraft } from '@multilane/providers';
import { awaitWarmModel } from '../../upstream/await-warm-model.js';
import { StreamedAnswer } from '../../upstream/streamed-answer.js';
import { WholeAnswer } from '../../upstream/whole-answer.js';
import type { RequestContext } from '../request-context.js';

/** Sends the request to the provider, and waits until its answer is whole, or has begun where it is streamed. */
export function callUpstream(context: RequestContext): Promise<void> {
  const { target } = context.serving;
  const attempt = context.streamed ? beginStream : fetchWhole;
  return target.coldStart ? awaitWarmModel(() => attempt(context), context) : attempt(context);
}

/** What the codecs must know of this request. */
export function decodeFacts({ requestId, serving }: RequestContext): DecodeFacts {
  return {
    kind: serving.adapter.kind,
    idSeed: requestId,
    created: Math.floor(Date.now() / 1000),
    model: serving.target.provider.upstreamModel,
    includeUsage: serving.chat.stream_options?.include_usage === true,
  };
}

function fetchWhole(context: RequestContext): Promise<void> {
  const { adapter, target } = context.serving;
  const answer = new WholeAnswer(adapter, context);
  context.wholeAnswer = answer;
  context.abortUpstream = (reason) => answer.abort(reason);
  answer.start(target.transport, draftRequest(context), target.timeouts.total_ms);
  return answer.finished;
}

function beginStream(context: RequestContext): Promise<void> {
  const { adapter, codec, target } = context.serving;
  const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
  const translator = codec.startStream(decodeFacts(context));
  const answer = new StreamedAnswer(adapter, translator, { firstByteMs, idleMs }, context);
  context.streamedAnswer = answer;
  context.abortUpstream = (reason) => answer.abort(reason);
  answer.start(target.transport, draftRequest(context));
  return answer.started;
}

function draftRequest(context: RequestContext): UpstreamDraft {
  const { adapter, chat, codec, target } = context.serving;
  context.attemptStarted();
  const [body = ''] = codec.encode(chat, target.provider);
  const draft: UpstreamDraft = {
    address: context.streamed ? target.streamAddress : target.address,
    headers: {
      ...target.provider.headers,
      'content-type': 'application/json',
      accept: context.streamed ? 'text/event-stream' : 'application/json',
      'accept-encoding': 'identity',
    },
    body,
  };
  return adapter.authorize(draft, target.nextSecret());
}
