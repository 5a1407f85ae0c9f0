import type { AnyRequest, ChatRequest, Usage } from '@multilane/contracts';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import type { Decoded, DecodeFacts, UpstreamDraft } from '@multilane/providers';
import type { RequestContext } from '../pipeline/request-context.js';
import { applyCredential } from '../upstream/credentials/apply-credential.js';
import type { Credential, RestingCredentials } from '../upstream/credentials/credential-source.js';
import { StreamedAnswer } from '../upstream/streamed-answer.js';
import { WholeAnswer } from '../upstream/whole-answer.js';
import { awaitWarmModel } from './await-warm-model.js';
import { encodeLarge, isLarge } from './encode-large.js';
import { logAttempt } from './log-attempt.js';
import { isRefusalOfCredential } from './rest-refused.js';

/** Calls the provider of the plan, with each of its credentials in turn as long as those are refused for their rate. */
export function callTarget(context: RequestContext): Promise<void> {
  const { credentials } = context.serving.target;
  return credentials.rotation === undefined ? callOnce(context) : callInTurn(context, credentials.rotation);
}

async function callInTurn(context: RequestContext, rotation: RestingCredentials): Promise<void> {
  for (let others = rotation.size - 1; ; others--) {
    try {
      return await callOnce(context);
    } catch (error) {
      if (!isRefusalOfCredential(error) || others === 0 || context.cancelled || rotation.allRest) throw error;
      logAttempt(context, error);
      context.loseUsage();
    }
  }
}

function callOnce(context: RequestContext): Promise<void> {
  const attempt = context.streamed ? beginStream : fetchWhole;
  return context.serving.target.coldStart ? awaitWarmModel(() => attempt(context), context) : attempt(context);
}

/** What the whole answers of the provider say. */
export function decodeAnswers(context: RequestContext): Decoded<object> {
  const { codec } = context.serving;
  return codec.decode(
    context.wholeAnswers.map((each) => each.parse(codec)),
    decodeFacts(context),
  );
}

/** What the codecs must know of this request. */
export function decodeFacts(context: RequestContext): DecodeFacts {
  const { idSeed, serving } = context;
  const { kind } = serving.adapter;
  return {
    kind,
    idSeed,
    answers: context.wholeAnswers,
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

/** A body for the provider, as text or written already. */
type Body = UpstreamDraft['body'];

function fetchWhole(context: RequestContext): Promise<void> {
  if (isLarge(context.exchange.headers)) return fetchLarge(context);
  return fetchBodies(context, encode(context, context.serving.request));
}

function encode(context: RequestContext, request: AnyRequest): string[] {
  const { codec, target } = context.serving;
  context.takeLosses();
  const bodies = codec.encode(request, target.provider, context);
  context.sentWithout = context.takeLosses();
  return bodies;
}

async function fetchLarge(context: RequestContext): Promise<void> {
  return fetchBodies(context, await encodeInTurns(context));
}

function fetchBodies(context: RequestContext, bodies: readonly Body[]): Promise<void> {
  return bodies.length === 1 ? fetchOne(context, bodies[0] ?? '') : fetchEach(context, bodies);
}

async function encodeInTurns(context: RequestContext): Promise<readonly Body[]> {
  const bodies = await encodeLarge(context.serving, (request) => encode(context, request));
  if (context.cancelled) throw new ClientGone();
  return bodies;
}

function fetchOne(context: RequestContext, body: Body): Promise<void> {
  const answer = new WholeAnswer(context.serving.adapter, context);
  context.wholeAnswers = [answer];
  context.abortable = answer;
  sendWhole(context, answer, body);
  return answer.finished;
}

/** One call for each body, a few at a time; the first failure ends those under way, and no other begins. */
async function fetchEach(context: RequestContext, bodies: readonly Body[]): Promise<void> {
  const answers: WholeAnswer[] = [];
  let ended: Error | undefined;
  const abortAll = (reason: Error): void => {
    ended ??= reason;
    for (const answer of answers) answer.abort(reason);
  };
  context.abortable = { abort: abortAll };
  const fetchNext = async (): Promise<void> => {
    while (ended === undefined && answers.length < bodies.length) {
      // Made when it begins: one that is aborted and that nobody waits for would be a rejection that nobody handles.
      const answer = new WholeAnswer(context.serving.adapter, context);
      sendWhole(context, answer, bodies[answers.length] ?? '');
      answers.push(answer);
      await answer.finished;
    }
  };
  try {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, fetchNext));
  } catch (error) {
    abortAll(error as Error);
  }
  if (ended) {
    context.usage = usageOf(
      context,
      answers.filter((each) => each.succeeded),
    );
    throw ended;
  }
  context.wholeAnswers = answers;
}

/** What the calls that succeeded used: it is paid for, though the client gets no answer. */
function usageOf(context: RequestContext, answers: readonly WholeAnswer[]): Usage | undefined {
  if (answers.length === 0) return undefined;
  try {
    const { codec } = context.serving;
    return codec.decode(
      answers.map((each) => each.parse(codec)),
      { ...decodeFacts(context), answers },
    ).usage;
  } catch {
    // An answer that cannot be read says nothing about its cost; it is estimated.
    return undefined;
  }
}

function sendWhole(context: RequestContext, answer: WholeAnswer, body: Body): void {
  const { transport, timeouts } = context.serving.target;
  const draft = draftRequest(context, body);
  answer.credential = context.credentials.at(-1);
  answer.start(transport, draft, timeouts.total_ms);
}

function beginStream(context: RequestContext): Promise<void> {
  if (isLarge(context.exchange.headers)) return beginLargeStream(context);
  const [body = ''] = encode(context, context.serving.request);
  return openStream(context, body);
}

async function beginLargeStream(context: RequestContext): Promise<void> {
  const [body = ''] = await encodeInTurns(context);
  return openStream(context, body);
}

function openStream(context: RequestContext, body: Body): Promise<void> {
  const { adapter, codec, target } = context.serving;
  const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
  const translator = codec.startStream?.(decodeFacts(context));
  if (!translator) throw new GatewayError('unsupported_parameter', { param: 'stream' });
  const answer = new StreamedAnswer(adapter, translator, { firstByteMs, idleMs }, context);
  context.streamedAnswer = answer;
  context.abortable = answer;
  const draft = draftRequest(context, body);
  answer.credential = context.credentials.at(-1);
  answer.start(target.transport, draft);
  return answer.started;
}

/** The request with its credential: at once, except where a credential is still being issued or has to sign. */
function draftRequest(context: RequestContext, body: Body): UpstreamDraft | Promise<UpstreamDraft> {
  const { codec, endpoint, target } = context.serving;
  context.attemptStarted();
  const addresses = target.addressesOf(endpoint);
  const headers: Record<string, string> = {
    ...target.provider.headers,
    'content-type': 'application/json',
    accept: context.streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
  };
  for (const name of codec.forwardedHeaders ?? NONE) {
    const value = context.exchange.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const draft = { address: context.streamed ? addresses.streamed : addresses.whole, headers, body };
  const credential = target.credentials.current();
  if (credential instanceof Promise) return credential.then((issued) => authorize(context, draft, issued));
  return authorize(context, draft, credential);
}

function authorize(
  context: RequestContext,
  draft: UpstreamDraft,
  credential: Credential,
): UpstreamDraft | Promise<UpstreamDraft> {
  context.credentials.push(credential);
  return applyCredential(context.serving.adapter, draft, credential, Date.now());
}

const NONE: readonly string[] = [];
