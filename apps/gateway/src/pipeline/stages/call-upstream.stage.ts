import type { ChatRequest } from '@multilane/contracts';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { DecodeFacts, UpstreamDraft } from '@multilane/providers';
import { awaitWarmModel } from '../../upstream/await-warm-model.js';
import { applyCredential } from '../../upstream/credentials/apply-credential.js';
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
export function decodeFacts(context: RequestContext): DecodeFacts {
  const { requestId, serving } = context;
  const { kind } = serving.adapter;
  return {
    kind,
    idSeed: requestId,
    created: Math.floor(Date.now() / 1000),
    model: serving.target.provider.upstreamModel,
    includeUsage: (serving.request as ChatRequest).stream_options?.include_usage === true,
    onUnknownFinishReason: NATIVE_GROUPS.has(PROVIDER_KINDS[kind])
      ? (reason) => logFinishReason(context, reason)
      : undefined,
  };
}

/** Where a provider takes one input a call, this many calls run at once. */
const CALLS_AT_ONCE = 4;

const NATIVE_GROUPS: ReadonlySet<string> = new Set(['N', 'G', 'C', 'B']);

function logFinishReason({ requestId, services }: RequestContext, reason: string): void {
  services.logger.warn({ request_id: requestId, reason: reason.slice(0, 100) }, 'an unknown finish reason became stop');
}

function fetchWhole(context: RequestContext): Promise<void> {
  const { codec, request, target } = context.serving;
  const bodies = codec.encode(request, target.provider);
  return bodies.length === 1 ? fetchOne(context, bodies[0] ?? '') : fetchEach(context, bodies);
}

function fetchOne(context: RequestContext, body: string): Promise<void> {
  const answer = new WholeAnswer(context.serving.adapter, context);
  context.wholeAnswers = [answer];
  context.abortUpstream = (reason) => answer.abort(reason);
  sendWhole(context, answer, body);
  return answer.finished;
}

/** One call for each body, a few at a time; the first failure ends them all. */
async function fetchEach(context: RequestContext, bodies: readonly string[]): Promise<void> {
  const answers = bodies.map(() => new WholeAnswer(context.serving.adapter, context));
  context.wholeAnswers = answers;
  let next = 0;
  let isOver = false;
  const abortAll = (reason: Error): void => {
    isOver = true;
    // What was never sent is no attempt that could end.
    for (const answer of answers.slice(0, next)) answer.abort(reason);
  };
  context.abortUpstream = abortAll;
  const fetchNext = async (): Promise<void> => {
    while (next < answers.length && !isOver) {
      const index = next++;
      const answer = answers[index] as WholeAnswer;
      sendWhole(context, answer, bodies[index] ?? '');
      await answer.finished;
    }
  };
  try {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, fetchNext));
  } catch (error) {
    abortAll(error as Error);
    throw error;
  }
}

function sendWhole(context: RequestContext, answer: WholeAnswer, body: string): void {
  const { transport, timeouts } = context.serving.target;
  answer.start(transport, draftRequest(context, body), timeouts.total_ms);
}

function beginStream(context: RequestContext): Promise<void> {
  const { adapter, codec, request, target } = context.serving;
  const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
  const translator = codec.startStream?.(decodeFacts(context));
  if (!translator) throw new GatewayError('unsupported_parameter', { param: 'stream' });
  const answer = new StreamedAnswer(adapter, translator, { firstByteMs, idleMs }, context);
  context.streamedAnswer = answer;
  context.abortUpstream = (reason) => answer.abort(reason);
  const [body = ''] = codec.encode(request, target.provider);
  answer.start(target.transport, draftRequest(context, body));
  return answer.started;
}

/** The request with its credential: at once, except where a credential is still being issued or has to sign. */
function draftRequest(context: RequestContext, body: string): UpstreamDraft | Promise<UpstreamDraft> {
  const { adapter, codec, endpoint, target } = context.serving;
  context.attemptStarted();
  const addresses = target.addresses[endpoint];
  if (!addresses) throw new Error(`the target has no address for ${endpoint}`);
  const headers: Record<string, string> = {
    ...target.provider.headers,
    'content-type': 'application/json',
    accept: context.streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
  };
  for (const name of codec.forwardedHeaders ?? NONE) {
    const value = context.request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const draft = { address: context.streamed ? addresses.streamed : addresses.whole, headers, body };
  const credential = target.credentials.current();
  if (credential instanceof Promise)
    return credential.then((issued) => applyCredential(adapter, draft, issued, Date.now()));
  return applyCredential(adapter, draft, credential, Date.now());
}

const NONE: readonly string[] = [];
