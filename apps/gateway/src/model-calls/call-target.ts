import { type AnyRequest, beginNestedJson, type ChatRequest, inOutline, type Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import {
  type Decoded,
  type DecodeFacts,
  decodeEvents,
  EitherForm,
  type Endpoint,
  groupOf,
  isEventStream,
  ProviderFailure,
  type UpstreamDraft,
} from '@multilane/providers';
import { sourceOf } from '@multilane/validation';
import {
  applyCredential,
  type CoolingCredentials,
  type Credential,
} from '../upstream/credentials/credential-source.js';
import { StreamedAnswer } from '../upstream/streamed-answer.js';
import { WholeAnswer } from '../upstream/whole-answer.js';
import { encodeLarge } from './encode/encode-large.js';
import { mendSurrogates, nameMended } from './encode/mend-surrogates.js';
import { BYTES_A_TOKEN } from './estimates/estimate-prompt.js';
import { serveExchange } from './exchange.js';
import { isForAnotherCredential } from './judge-failure.js';
import type { ModelCall } from './model-call.js';
import { openProviderSocket } from './open-provider-socket.js';
import { takeQuota } from './take-quota.js';

/**
 * Calls the provider of the plan, with each of its credentials in turn as long as those are rejected
 * for their rate; resolves when its answer is whole, or has begun where it is streamed.
 */
export function callTarget(call: ModelCall): Promise<void> {
  const { credentials } = call.plan.target;
  return credentials.rotation === undefined ? callWithSample(call) : callInTurn(call, credentials.rotation);
}

/** Asks once more where the model wrote a call or an answer that its provider cannot read: another sample often can be. */
function callWithSample(call: ModelCall): Promise<void> {
  return callOnce(call).catch((error: unknown) => {
    if (!isMalformed(error) || isOver(call)) throw error;
    call.logFollowed(error);
    call.forgetAttempt();
    return callOnce(call);
  });
}

function isMalformed(error: unknown): boolean {
  return error instanceof ProviderFailure && error.fault === 'malformed_output';
}

async function callInTurn(call: ModelCall, rotation: CoolingCredentials): Promise<void> {
  for (let others = rotation.size - 1; ; others--) {
    try {
      return await callWithSample(call);
    } catch (error) {
      if (!isForAnotherCredential(error) || others === 0 || isOver(call) || rotation.allCoolingDown) throw error;
      call.logFollowed(error);
      call.loseUsage();
    }
  }
}

/** True if no other attempt may follow. */
function isOver({ cancelled, isSpent }: ModelCall): boolean {
  return cancelled || isSpent;
}

function callOnce(call: ModelCall): Promise<void> {
  const attempt = chooseAttempt(call);
  return call.plan.target.coldStart ? awaitWarmModel(attempt, call) : attempt(call);
}

function chooseAttempt({ facts, plan }: ModelCall): (call: ModelCall) => Promise<void> {
  if (plan.exchange !== undefined) return serveExchange;
  if (plan.socket !== undefined) return openProviderSocket;
  return facts.streamed ? beginStream : fetchWhole;
}

/** Interval of attempts while a local runtime loads a model, in milliseconds. */
const WARM_UP_EVERY_MS = 500;

/**
 * Repeats an attempt while a local runtime answers that it is still loading the model, up to the target's
 * `cold_start_ms`; then the failure is 504 (docs/contract/time-limits.md#cold-start).
 */
async function awaitWarmModel(attempt: (call: ModelCall) => Promise<void>, call: ModelCall): Promise<void> {
  const limitMs = Math.min(call.plan.target.timeouts.cold_start_ms, call.totalMs ?? Number.POSITIVE_INFINITY);
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt(call);
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.loading) || isOver(call)) throw error;
      if (performance.now() + WARM_UP_EVERY_MS > deadline) {
        throw new ProviderFailure('provider_timeout', { detail: `the model was still loading after ${limitMs} ms` });
      }
      await new Promise((resume) => setTimeout(resume, WARM_UP_EVERY_MS));
      if (call.cancelled) throw new ClientGone();
    }
  }
}

/** Decodes the whole answers of the provider. */
export function decodeAnswers(call: ModelCall): Decoded<object> {
  const { codec } = call.plan;
  const [only, other] = call.wholeAnswers;
  const events = other === undefined && codec.forms && only && isEventStream(only.body) ? only.body : undefined;
  const bodies = events === undefined ? call.wholeAnswers.map((each) => each.parse()) : [];
  beginNestedJson();
  try {
    const facts = decodeFacts(call);
    return events === undefined ? codec.decode(bodies, facts) : decodeEvents(codec, events, facts);
  } catch (error) {
    if (error instanceof ProviderFailure && error.usage !== undefined) call.usage = error.usage;
    throw error;
  }
}

/** Facts of this request for the codecs. */
export function decodeFacts(call: ModelCall): DecodeFacts {
  const { facts, plan } = call;
  const { kind } = plan.adapter;
  return {
    kind,
    idSeed: facts.idSeed,
    answers: call.wholeAnswers,
    created: Math.floor(Date.now() / 1000),
    model: plan.target.provider.upstreamModel,
    request: plan.request,
    includeUsage: (plan.request as ChatRequest).stream_options?.include_usage === true,
    onUnknownFinishReason: (reason) => logFinishReason(call, reason),
  };
}

/** The groups whose streams are translated: they always show their usage. */
const TRANSLATED: ReadonlySet<string> = new Set(['N', 'G', 'C', 'B']);

/** Number of simultaneous calls to a provider that takes one input a call. */
const CALLS_AT_ONCE = 4;

function logFinishReason({ facts: { requestId }, services }: ModelCall, reason: string): void {
  services.logger.warn({ request_id: requestId, reason: reason.slice(0, 100) }, 'an unknown finish reason became stop');
}

/** A body for the provider, as text or written already. */
type Body = UpstreamDraft['body'];

function fetchWhole(call: ModelCall): Promise<void> {
  const own = writeFromSource(call);
  if (own !== undefined) return fetchOne(call, own);
  if (call.facts.isLarge) return fetchLarge(call);
  return fetchBodies(call, encode(call, call.plan.request));
}

/**
 * The body in the client's own bytes, if the provider speaks its words and nothing inside of its members was changed. A body that
 * guardrails, personal data or a translation changed is a copy, which has no source.
 */
function writeFromSource(call: ModelCall): Body | undefined {
  const { codec, request, target } = call.plan;
  const { compose } = codec;
  const source = compose && sourceOf(request);
  if (compose === undefined || source === undefined) return undefined;
  call.takeLosses();
  beginNestedJson();
  const written = inOutline(() => source.write(compose(readable(call, request), target.provider, call)));
  // undici sends one piece in the write of the head, and several in turns.
  const body = written?.length === 1 ? written[0] : written;
  const mended = source.isWellFormed ? body : mend(call, body);
  call.sentWithout = call.takeLosses();
  return mended;
}

function encode(call: ModelCall, request: AnyRequest): string[] {
  const { codec, target } = call.plan;
  call.takeLosses();
  beginNestedJson();
  const bodies = codec.encode(readable(call, request), target.provider, call).map((body) => mend(call, body) as string);
  call.sentWithout = call.takeLosses();
  return bodies;
}

/** The body without halves of characters, which is declared. */
function mend(call: ModelCall, body: Body): Body {
  const mended = mendSurrogates(body);
  if (mended !== body) for (const name of nameMended(call.plan.request)) call.lose(name);
  return mended;
}

/** The request without the thinking that the provider has said it cannot read. */
function readable(call: ModelCall, request: AnyRequest): AnyRequest {
  const { leavesOutThinking, plan } = call;
  return leavesOutThinking === plan ? (plan.codec.withoutThinking?.(request, call) ?? request) : request;
}

async function fetchLarge(call: ModelCall): Promise<void> {
  return fetchBodies(call, await encodeInTurns(call));
}

function fetchBodies(call: ModelCall, bodies: readonly Body[]): Promise<void> {
  return bodies.length === 1 ? fetchOne(call, bodies[0] ?? '') : fetchEach(call, bodies);
}

async function encodeInTurns(call: ModelCall): Promise<readonly Body[]> {
  const encoded = await encodeLarge(call.plan, (request) => encode(call, request));
  const bodies = encoded.map(mendSurrogates);
  if (bodies.some((body, index) => body !== encoded[index])) {
    call.sentWithout = [...(call.sentWithout ?? []), ...nameMended(call.plan.request)];
  }
  if (call.cancelled) throw new ClientGone();
  return bodies;
}

function fetchOne(call: ModelCall, body: Body): Promise<void> {
  const answer = new WholeAnswer(call.plan.adapter, call.plan.codec, call);
  call.wholeAnswers = [answer];
  call.abortable = answer;
  sendWhole(call, answer, body);
  return answer.finished;
}

/** One call for each body, a few at a time; the first failure ends those in progress, and no other begins. */
async function fetchEach(call: ModelCall, bodies: readonly Body[]): Promise<void> {
  const answers: WholeAnswer[] = [];
  let ended: Error | undefined;
  const abortAll = (reason: Error): void => {
    ended ??= reason;
    for (const answer of answers) answer.abort(reason);
  };
  call.abortable = { abort: abortAll };
  const fetchNext = async (): Promise<void> => {
    while (ended === undefined && answers.length < bodies.length) {
      // Made when it begins: one that is aborted and that nobody waits for would be a rejection that nobody handles.
      const answer = new WholeAnswer(call.plan.adapter, call.plan.codec, call);
      sendWhole(call, answer, bodies[answers.length] ?? '');
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
    call.usage = usageOf(
      call,
      answers.filter((each) => each.succeeded),
    );
    throw ended;
  }
  call.wholeAnswers = answers;
}

/** Usage of the calls that succeeded: it is paid for, though the client gets no answer. */
function usageOf(call: ModelCall, answers: readonly WholeAnswer[]): Usage | undefined {
  if (answers.length === 0) return undefined;
  try {
    const { codec } = call.plan;
    return codec.decode(
      answers.map((each) => each.parse()),
      // These are not the answers to all of the request, and are not held to it.
      { ...decodeFacts(call), answers, request: undefined },
    ).usage;
  } catch {
    // An answer that cannot be read says nothing about its cost; it is estimated.
    return undefined;
  }
}

function sendWhole(call: ModelCall, answer: WholeAnswer, body: Body): void {
  const { transport, timeouts } = call.plan.target;
  const draft = draftRequest(call, body);
  answer.credential = call.credentials.at(-1);
  answer.start(transport, draft, call.totalMs ?? timeouts.total_ms);
}

function beginStream(call: ModelCall): Promise<void> {
  const own = writeFromSource(call);
  if (own !== undefined) return openStream(call, own);
  if (call.facts.isLarge) return beginLargeStream(call);
  const [body = ''] = encode(call, call.plan.request);
  return openStream(call, body);
}

async function beginLargeStream(call: ModelCall): Promise<void> {
  const [body = ''] = await encodeInTurns(call);
  return openStream(call, body);
}

function openStream(call: ModelCall, body: Body): Promise<void> {
  const { adapter, codec, target } = call.plan;
  const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
  const { waitsForContent } = call;
  const facts = decodeFacts(call);
  const own = codec.startStream?.(facts);
  if (!own) throw new GatewayError('unsupported_parameter', { param: 'stream' });
  const showsUsage = facts.includeUsage || TRANSLATED.has(groupOf(adapter));
  const translator = new EitherForm(own, codec, facts, showsUsage);
  const answer = new StreamedAnswer(adapter, translator, { firstByteMs, idleMs, waitsForContent }, call);
  call.streamedAnswer = answer;
  call.abortable = answer;
  const draft = draftRequest(call, body);
  answer.credential = call.credentials.at(-1);
  answer.start(target.transport, draft);
  return answer.started;
}

/** The request with its credential: at once, except where a credential is still being issued or has to sign. */
function draftRequest(call: ModelCall, body: Body): UpstreamDraft | Promise<UpstreamDraft> {
  const { codec, target } = call.plan;
  const endpoint = call.plan.endpoint as Endpoint;
  call.attempts += 1;
  const addresses = target.addressesOf(endpoint);
  const headers: Record<string, string> = {
    ...target.provider.headers,
    'content-type': 'application/json',
    accept: call.facts.streamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
  };
  for (const name of codec.forwardedHeaders ?? NONE) {
    const value = call.facts.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (codec.headersOf !== undefined) {
    Object.assign(headers, codec.headersOf(call.plan.request as Readonly<AnyRequest>, target.provider));
  }
  const draft = { address: call.facts.streamed ? addresses.streamed : addresses.whole, headers, body };
  const tokens = estimateTokens(body);
  const credential = target.credentials.current(target.quotas, tokens);
  if (credential instanceof Promise) return credential.then((issued) => countAndAuthorize(call, draft, issued, tokens));
  target.quotas?.take(call.placeOf(credential), tokens);
  return countAndAuthorize(call, draft, credential, tokens);
}

function countAndAuthorize(
  call: ModelCall,
  draft: UpstreamDraft,
  credential: Credential,
  tokens: number,
): UpstreamDraft | Promise<UpstreamDraft> {
  const { declared } = call.plan.target;
  const counted = declared && takeQuota(call, declared, credential, tokens);
  return counted === undefined
    ? authorize(call, draft, credential)
    : counted.then(() => authorize(call, draft, credential));
}

/** Estimates the tokens of a request by the size of its body alone. */
function estimateTokens(body: Body): number {
  if (body === undefined) return 0;
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length / BYTES_A_TOKEN;
  let bytes = 0;
  if (Array.isArray(body)) for (const piece of body) bytes += piece.length;
  return bytes / BYTES_A_TOKEN;
}

function authorize(
  call: ModelCall,
  draft: UpstreamDraft,
  credential: Credential,
): UpstreamDraft | Promise<UpstreamDraft> {
  call.credentials.push(credential);
  return applyCredential(call.plan.adapter, draft, credential, Date.now());
}

const NONE: readonly string[] = [];
