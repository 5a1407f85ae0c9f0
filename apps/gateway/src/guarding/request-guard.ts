import { tenantOf } from '@multilane/auth';
import type { AnyRequest, GuardrailPhase, GuardrailVerdict, PolicyOutcome } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import {
  findBlocked,
  type GuardedTexts,
  type Guardrail,
  PiiSession,
  refuses,
  type TextPart,
  TextReadings,
} from '@multilane/policy';
import type { GuardrailRecord } from '@multilane/telemetry';
import type { PayloadCapture } from '../payloads/payload-capture.js';
import type { GuardSet } from '../snapshot/guards/snapshot-guards.js';
import { answerHasAtMostTokens, countAnswerTokens, countRequestTokens, hasAtMostTokens } from './count-tokens.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';
import {
  areLong,
  type RewrittenTexts,
  readFiles,
  rewriteLongTexts,
  type ScanScope,
  scanLongTexts,
} from './long-texts.js';
import { redactStored, redactWith, rewriteWith } from './rewrite-with.js';
import { RETRY_AFTER_SECONDS, type Refusal, runChecks, runElsewhere, splitChecks } from './run-checks.js';
import { AnswerStreamGuard } from './streams/answer-stream-guard.js';
import type { AnswerTexts, EndpointTexts } from './texts/endpoint-texts.js';
import { FileTexts } from './texts/file-texts.js';
import { findTokens, listAnswerTexts, listRequestTexts } from './texts/list-texts.js';
import type { TextMap } from './texts/text-map.js';

/** The scores of each text by the model of that name. */
export type AskModel = (
  exchange: GuardedExchange,
  name: string,
  texts: readonly string[],
) => Promise<Readonly<Record<string, number>>[]>;

const refuseToAsk: AskModel = () => Promise.reject(new Error('no moderation model can be asked here'));

/**
 * Guards one request and its answer (docs/contract/guardrails.md#guardrails and
 * docs/contract/personal-data.md#policies).
 */
export class RequestGuard {
  readonly #pii: PiiSession | undefined;
  readonly #records: GuardrailRecord[] = [];
  /** The texts of a long request, with placeholders. */
  #redacted: RewrittenTexts | undefined;
  readonly #files = new FileTexts();

  constructor(
    private readonly context: GuardedExchange,
    private readonly set: GuardSet,
    /** Destination of the answer, for the stored payload of the request. */
    private readonly capture?: PayloadCapture | undefined,
    /** Asks a moderation model, for guardrails that want one. */
    private readonly askModel: AskModel = refuseToAsk,
  ) {
    this.#pii = set.pii && new PiiSession(set.pii);
    if (capture && this.#pii) capture.redact = redactStored(this.#pii);
  }

  /** For the audit log: what was found by which guardrail, never in which text. */
  get records(): readonly GuardrailRecord[] {
    return this.#records;
  }

  /**
   * Rejects a request that a guardrail or the rules of personal data forbid; replaces personal data in the others. A promise
   * only where a checker has to be waited for.
   */
  checkRequest<Plan extends GuardedPlan>(plan: Plan): Plan | Promise<Plan> {
    const { format, request } = plan;
    const { texts } = format;
    this.#refuseUnreadable(texts, request);
    const guardrails = texts.isGuarded ? this.set.before : [];
    if (guardrails.length === 0 && !this.set.pii?.block && !this.set.pii?.redact) return plan;
    const listed = this.#listTexts(plan);
    const check = (parts: readonly TextPart[]) => this.#checkTexts(plan, guardrails, parts);
    return listed instanceof Promise ? listed.then(check) : check(listed);
  }

  /** The texts of a request; a promise where its files are too long to be decoded here. */
  #listTexts({ format: { texts }, request }: GuardedPlan): TextPart[] | Promise<TextPart[]> {
    const parts = listRequestTexts(texts, request, this.#files);
    const waiting = this.#files.takeWaiting();
    if (waiting.length === 0) return parts;
    return readFiles(this.#scanPlace('request'), this.#files, waiting).then(() =>
      listRequestTexts(texts, request, this.#files),
    );
  }

  #checkTexts<Plan extends GuardedPlan>(
    plan: Plan,
    guardrails: readonly Guardrail[],
    parts: readonly TextPart[],
  ): Plan | Promise<Plan> {
    const local = guardrails.filter(({ isRemote }) => !isRemote);
    const refusal = this.#run(local, 'before', parts, () => countRequestTokens(plan, this.#tenant));
    const goOn = (): Plan | Promise<Plan> => {
      const redacted = this.#redact(plan, parts);
      const remote = guardrails.filter(({ isRemote }) => isRemote);
      if (remote.length === 0) return redacted;
      if (redacted instanceof Promise) return redacted.then((ready) => this.#askRemote(remote, ready));
      return this.#askRemote(remote, redacted);
    };
    return refusal instanceof Promise ? refusal.then(goOn) : goOn();
  }

  /** Asks remote guardrails. Texts that leave the gateway have no more personal data than the provider gets. */
  #askRemote<Plan extends GuardedPlan>(remote: readonly Guardrail[], redacted: Plan): Plan | Promise<Plan> {
    const listed = this.#listTexts(redacted);
    const ask = (parts: readonly TextPart[]) => this.#askWith(remote, redacted, parts);
    return listed instanceof Promise ? listed.then(ask) : ask(listed);
  }

  #askWith<Plan extends GuardedPlan>(
    remote: readonly Guardrail[],
    redacted: Plan,
    parts: readonly TextPart[],
  ): Plan | Promise<Plan> {
    const pending = this.#run(remote, 'before', parts, () => countRequestTokens(redacted, this.#tenant));
    return pending instanceof Promise ? pending.then(() => redacted) : redacted;
  }

  /**
   * The same request, in the words of another endpoint or for another target, without the personal data that
   * `checkRequest` replaced; the same value has the same placeholder.
   */
  redactRequest<Request extends AnyRequest>(texts: EndpointTexts, request: Request): Request {
    if (!this.#pii?.input) return request;
    return texts.mapRequest(request, this.#files.withMap(redactWith(this.#pii, this.#redacted)));
  }

  /** The answer as the client is given it. Rejects one that a guardrail forbids. Never mutates. */
  guardAnswer(texts: EndpointTexts, answer: object): object | Promise<object> {
    const { answer: words } = texts;
    if (words === undefined) return this.#note(texts, answer);
    this.#pii?.placeholders.beginAnswer();
    const members = answer as Readonly<Record<string, unknown>>;
    const rewrite = (): object | Promise<object> => {
      this.#note(texts, answer);
      return this.#pii && this.#rewritesAnswer ? this.#rewriteAnswer(this.#pii, words, members, parts) : answer;
    };
    const parts = this.set.after.length > 0 || this.#rewritesAnswer ? listAnswerTexts(words, members) : [];
    if (this.set.after.length === 0) return rewrite();
    const pending = this.#checkAnswer(this.set.after, parts);
    return pending instanceof Promise ? pending.then(rewrite) : rewrite();
  }

  #rewriteAnswer(
    pii: PiiSession,
    words: AnswerTexts,
    answer: Readonly<Record<string, unknown>>,
    parts: readonly TextPart[],
  ): object | Promise<object> {
    if (!areLong(parts, pii.rules.answerCost)) return words.map(answer, rewriteWith(pii), pii.hides);
    return this.#rewriteLongAnswer(pii, words, answer);
  }

  async #rewriteLongAnswer(
    pii: PiiSession,
    words: AnswerTexts,
    answer: Readonly<Record<string, unknown>>,
  ): Promise<object> {
    const place = this.#scanPlace('answer');
    const show = (map: TextMap): void => void words.map(answer, map);
    const known = {
      answer: await rewriteLongTexts(place, show, pii.answer, {
        readsEscapes: false,
        isMeant: (_, role) => role !== 'reasoning',
      }),
      thoughts: await rewriteLongTexts(place, show, pii.thoughts, {
        readsEscapes: false,
        isMeant: (_, role) => role === 'reasoning',
      }),
    };
    return words.map(answer, rewriteWith(pii, known), pii.hides);
  }

  #scanPlace(what: 'request' | 'answer'): ScanScope {
    return {
      pool: this.context.services.checks,
      tenant: this.#tenant,
      what,
      onFailure: (verdict) => {
        this.context.services.metrics.recordGuardrailFailure('pii', verdict);
        this.#count('refused', 'pii', 'guardrail_unavailable');
      },
    };
  }

  get #tenant(): string {
    return tenantOf(this.context.asked.caller);
  }

  /** Starts the guard of a streamed answer; undefined if it goes out as it comes. */
  startStream({ answer: words }: EndpointTexts): AnswerStreamGuard | undefined {
    const { after, pii } = this.set;
    const rewrites = this.#pii !== undefined && this.#rewritesAnswer;
    if (words === undefined || (after.length === 0 && !rewrites && !this.capture)) return undefined;
    this.#pii?.placeholders.beginAnswer();
    return new AnswerStreamGuard(words, {
      session: rewrites ? this.#pii : undefined,
      isChecked: after.length > 0 || this.capture !== undefined,
      // Only what needs the whole answer waits for it.
      isHeld: (rewrites && pii?.output === 'buffer') || after.some(({ mode }) => mode === 'enforce'),
      check: (parts) => this.#checkStream(after, parts),
    });
  }

  /** An answer that a guardrail rejects is not noted. */
  #checkStream(after: readonly Guardrail[], parts: readonly TextPart[]): void | Promise<void> {
    const pending = this.#checkAnswer(after, parts);
    if (pending instanceof Promise) return pending.then(() => this.capture?.noteTexts(parts));
    this.capture?.noteTexts(parts);
  }

  #note({ isAnswerStored }: EndpointTexts, answer: object): object {
    if (this.capture && isAnswerStored) this.capture.answer = answer;
    return answer;
  }

  get #rewritesAnswer(): boolean {
    const { answer, output } = this.set.pii ?? {};
    // Placeholders are put back only if something was replaced.
    return answer !== undefined && (output !== 'off' || (this.#pii?.placeholders.hasOwnValues ?? false));
  }

  #checkAnswer(guardrails: readonly Guardrail[], parts: readonly TextPart[]): void | Promise<void> {
    return this.#run(guardrails, 'after', parts, () => countAnswerTokens(this.context, parts));
  }

  /** Runs guardrails over texts; throws, or returns a rejected promise, if one rejects them. */
  #run(
    guardrails: readonly Guardrail[],
    phase: GuardrailPhase,
    parts: readonly TextPart[],
    countTokens: () => number | Promise<number>,
  ): void | Promise<void> {
    if (guardrails.length === 0) return;
    const { asked, planned } = this.context;
    const texts: GuardedTexts = {
      phase,
      endpoint: asked.endpoint.name,
      model: planned.model?.logicalName ?? '',
      requestId: asked.requestId,
      organizationId: asked.caller.organizationId,
      parts,
      readings: new TextReadings(parts),
      countTokens,
      hasAtMostTokens: (limit) =>
        phase === 'after' ? answerHasAtMostTokens(this.context, parts, limit) : hasAtMostTokens(parts, limit),
      askModel: (name, inputs) => this.askModel(this.context, name, inputs),
    };
    const { elsewhere, here } = splitChecks(guardrails, texts);
    const refusal = runChecks(here, texts, this.#record);
    if (refusal instanceof Promise || (refusal === undefined && elsewhere.length > 0)) {
      return this.#wait(refusal, elsewhere, texts);
    }
    this.#decide(refusal, phase);
  }

  async #wait(
    pending: Refusal | undefined | Promise<Refusal | undefined>,
    elsewhere: readonly Guardrail[],
    texts: GuardedTexts,
  ): Promise<void> {
    let refusal = await pending;
    if (refusal === undefined && elsewhere.length > 0) {
      refusal = await runElsewhere(this.context.services.checks, this.#tenant, elsewhere, texts, this.#record);
    }
    this.#decide(refusal, texts.phase);
  }

  readonly #record = (guardrail: Guardrail, verdict: GuardrailVerdict): void => {
    if (verdict === 'pass') return;
    const { mode, name, phase } = guardrail;
    const action = refuses(guardrail, verdict) ? 'refused' : mode === 'audit' ? 'audited' : 'passed';
    this.#records.push({ name, phase, result: verdict, action });
    if (verdict !== 'finding') this.context.services.metrics.recordGuardrailFailure(guardrail.kind, verdict);
    if (action === 'audited') {
      this.#count('audited', 'guardrail', verdict === 'finding' ? 'guardrail_blocked' : 'guardrail_unavailable');
    }
  };

  #decide(refusal: Refusal | undefined, phase: GuardrailPhase): void {
    if (refusal === undefined) {
      this.#count('allowed', 'guardrail');
      return;
    }
    const { guardrail, verdict } = refusal;
    const what = phase === 'before' ? 'request' : 'answer';
    if (verdict === 'finding') {
      this.#count('refused', 'guardrail');
      const message = `The guardrail ${guardrail.name} blocked the ${what}.`;
      throw new GatewayError('guardrail_blocked', { guardrail: guardrail.name, message });
    }
    this.#count('refused', 'guardrail', 'guardrail_unavailable');
    const why = verdict === 'timeout' ? 'took too long to check' : 'could not check';
    throw new GatewayError('guardrail_unavailable', {
      guardrail: guardrail.name,
      message: `The guardrail ${guardrail.name} ${why} the ${what}, and it blocks what it cannot check.`,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }

  #count(
    outcome: PolicyOutcome,
    policyType: 'guardrail' | 'pii',
    code = outcome === 'allowed' ? '' : 'guardrail_blocked',
  ): void {
    this.context.services.metrics.recordPolicyDecision(outcome, policyType, code);
  }

  #redact<Plan extends GuardedPlan>(plan: Plan, parts: readonly TextPart[]): Plan | Promise<Plan> {
    const pii = this.#pii;
    if (pii === undefined || (pii.rules.block === undefined && pii.rules.redact === undefined)) return plan;
    if (areLong(parts, pii.rules.requestCost)) return this.#redactLong(pii, plan, parts);
    if (pii.rules.block) this.#refuseBlocked(findBlocked(parts, pii.rules.block));
    if (pii.rules.restore) for (const { text } of parts) pii.placeholders.noteTyped(text);
    return this.#putRedacted(plan);
  }

  async #redactLong<Plan extends GuardedPlan>(pii: PiiSession, plan: Plan, parts: readonly TextPart[]): Promise<Plan> {
    const place = this.#scanPlace('request');
    this.#refuseBlocked(await scanLongTexts(place, parts, pii));
    const show = (map: TextMap): void => void plan.format.texts.mapRequest(plan.request, this.#files.withMap(map));
    this.#redacted = await rewriteLongTexts(place, show, pii.input, { readsEscapes: true });
    return this.#putRedacted(plan);
  }

  #putRedacted<Plan extends GuardedPlan>(plan: Plan): Plan {
    const redacted = this.redactRequest(plan.format.texts, plan.request);
    this.#count('allowed', 'pii');
    return redacted === plan.request ? plan : { ...plan, request: redacted };
  }

  #refuseBlocked(entity: string | undefined): void {
    if (entity === undefined) return;
    this.#count('refused', 'pii');
    throw new GatewayError('guardrail_blocked', {
      guardrail: 'pii',
      message: `The request contains personal data (${entity}) that must not be sent.`,
    });
  }

  /** Rejects unreadable content that guards would have to check. */
  #refuseUnreadable(texts: EndpointTexts, request: AnyRequest): void {
    const rules = this.set.pii;
    const isLookedInto = rules?.block || rules?.redact || this.set.before.some(({ mode }) => mode === 'enforce');
    const tokens = isLookedInto ? findTokens(texts, request) : undefined;
    if (tokens !== undefined) {
      throw unsupported(tokens, 'must be text: tokens cannot be looked into by the guardrails that apply.');
    }
    if (!rules || rules.output === 'off' || texts.answer === undefined) return;
    const param = texts.findLogprobs ? texts.findLogprobs(request) : findLogprobs(request);
    if (param !== undefined) throw unsupported(param, 'would reveal hidden values of the answer. Leave it out.');
  }
}

function findLogprobs({ logprobs }: AnyRequest): string | undefined {
  return logprobs === undefined || logprobs === null || logprobs === false ? undefined : 'logprobs';
}
