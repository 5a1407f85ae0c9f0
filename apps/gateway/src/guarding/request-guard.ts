import { GatewayError } from '@multilane/errors';
import {
  type GuardedTexts,
  type Guardrail,
  type GuardrailVerdict,
  PiiSession,
  refuses,
  type TextPart,
  TextReadings,
} from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import type { GuardrailRecord } from '@multilane/telemetry';
import type { AnyRequest } from '../inference/surfaces/surface.js';
import type { PayloadCapture } from '../payloads/payload-capture.js';
import { askModerationModel } from './ask-moderation-model.js';
import { countAnswerTokens, countRequestTokens, hasAtMostTokens } from './count-tokens.js';
import type { GuardSet } from './guard-set.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';
import { redactStored, redactWith, rewriteWith } from './rewrite-with.js';
import { type Refusal, runChecks, runElsewhere, splitChecks } from './run-checks.js';
import { AnswerStreamGuard } from './streams/answer-stream-guard.js';
import {
  findTokens,
  hasWords,
  listAnswerTexts,
  listRequestTexts,
  mapAnswerTexts,
  mapRequestTexts,
} from './texts/map-texts.js';

/** Requests that ask no model to say or to embed anything: personal data does not leave with them, and that is all. */
const ONLY_PII: ReadonlySet<Endpoint> = new Set<Endpoint>(['moderations', 'countTokens']);

/** A checker that is away may be back after this long. */
const RETRY_AFTER_SECONDS = '5';

/** Guards one request and its answer (decisions section 7, "Guardrail" and "PII"). */
export class RequestGuard {
  readonly #pii: PiiSession | undefined;
  readonly #records: GuardrailRecord[] = [];

  constructor(
    private readonly context: GuardedExchange,
    private readonly set: GuardSet,
    /** Where the answer is noted, for the payload that is stored of the request. */
    private readonly capture?: PayloadCapture | undefined,
  ) {
    this.#pii = set.pii && new PiiSession(set.pii);
    if (capture && this.#pii) capture.redact = redactStored(this.#pii);
  }

  /** For the audit log: what was found by which guardrail, never in which text. */
  get records(): readonly GuardrailRecord[] {
    return this.#records;
  }

  /**
   * Refuses a request that a guardrail or the rules of personal data forbid; replaces personal data in the others. A promise
   * only where a checker has to be waited for.
   */
  checkRequest<Plan extends GuardedPlan>(plan: Plan): Plan | Promise<Plan> {
    const { endpoint, request } = plan;
    this.#refuseUnreadable(endpoint, request);
    const guardrails = ONLY_PII.has(endpoint) ? [] : this.set.before;
    const local = guardrails.filter(({ isRemote }) => !isRemote);
    const refusal = this.#run(local, 'before', listRequestTexts(endpoint, request), () => countRequestTokens(plan));
    const goOn = (): Plan | Promise<Plan> => {
      const redacted = this.#redact(plan);
      const remote = guardrails.filter(({ isRemote }) => isRemote);
      if (remote.length === 0) return redacted;
      // What leaves the gateway has no more personal data than what the provider gets.
      const parts = listRequestTexts(endpoint, redacted.request);
      const pending = this.#run(remote, 'before', parts, () => countRequestTokens(redacted));
      return pending instanceof Promise ? pending.then(() => redacted) : redacted;
    };
    return refusal instanceof Promise ? refusal.then(goOn) : goOn();
  }

  /**
   * The same request, in the words of another endpoint or for another target, without the personal data that
   * `checkRequest` replaced; the same value has the same placeholder.
   */
  redactRequest<Request extends AnyRequest>(endpoint: Endpoint, request: Request): Request {
    return this.#pii?.input ? mapRequestTexts(endpoint, request, redactWith(this.#pii)) : request;
  }

  /** The answer as the client is given it. Refuses one that a guardrail forbids. Never mutates. */
  guardAnswer(endpoint: Endpoint, answer: object): object | Promise<object> {
    if (!hasWords(endpoint)) return this.#note(endpoint, answer);
    this.#pii?.placeholders.beginAnswer();
    const members = answer as Readonly<Record<string, unknown>>;
    const rewrite = (): object => {
      this.#note(endpoint, answer);
      return this.#pii && this.#rewritesAnswer ? mapAnswerTexts(endpoint, members, rewriteWith(this.#pii)) : answer;
    };
    if (this.set.after.length === 0) return rewrite();
    const parts = listAnswerTexts(endpoint, members);
    const pending = this.#checkAnswer(this.set.after, parts);
    return pending instanceof Promise ? pending.then(rewrite) : rewrite();
  }

  /** What guards a streamed answer; undefined where it goes out as it comes. */
  startStream(endpoint: Endpoint): AnswerStreamGuard | undefined {
    const { after, pii } = this.set;
    const rewrites = this.#pii !== undefined && this.#rewritesAnswer;
    if (!hasWords(endpoint) || (after.length === 0 && !rewrites && !this.capture)) return undefined;
    this.#pii?.placeholders.beginAnswer();
    return new AnswerStreamGuard(endpoint, {
      session: rewrites ? this.#pii : undefined,
      isChecked: after.length > 0 || this.capture !== undefined,
      // Only what needs the whole answer waits for it.
      isHeld: (rewrites && pii?.output === 'buffer') || after.some(({ mode }) => mode === 'enforce'),
      check: (parts) => this.#checkStream(after, parts),
    });
  }

  /** What a guardrail refuses is not noted. */
  #checkStream(after: readonly Guardrail[], parts: readonly TextPart[]): void | Promise<void> {
    const pending = this.#checkAnswer(after, parts);
    if (pending instanceof Promise) return pending.then(() => this.capture?.noteTexts(parts));
    this.capture?.noteTexts(parts);
  }

  /** Vectors say nothing to a reader. */
  #note(endpoint: Endpoint, answer: object): object {
    if (this.capture && endpoint !== 'embeddings') this.capture.answer = answer;
    return answer;
  }

  get #rewritesAnswer(): boolean {
    const { answer, output } = this.set.pii ?? {};
    // Where nothing was replaced there is nothing to put back.
    return answer !== undefined && (output !== 'off' || (this.#pii?.placeholders.hasOwnValues ?? false));
  }

  #checkAnswer(guardrails: readonly Guardrail[], parts: readonly TextPart[]): void | Promise<void> {
    return this.#run(guardrails, 'after', parts, () => countAnswerTokens(this.context, parts));
  }

  /** Runs guardrails over texts; throws, or rejects, where one refuses. */
  #run(
    guardrails: readonly Guardrail[],
    phase: 'before' | 'after',
    parts: readonly TextPart[],
    countTokens: () => number | Promise<number>,
  ): void | Promise<void> {
    if (guardrails.length === 0) return;
    const { model, requestId, surface } = this.context;
    const texts: GuardedTexts = {
      phase,
      endpoint: surface.name,
      model: model?.logicalName ?? '',
      requestId,
      parts,
      readings: new TextReadings(parts),
      countTokens,
      hasAtMostTokens: (limit) => hasAtMostTokens(parts, limit),
      askModel: (name, asked) => askModerationModel(this.context, name, asked),
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
    const { caller, services } = this.context;
    let refusal = await pending;
    if (refusal === undefined && elsewhere.length > 0) {
      const tenant = `${caller.organizationId} ${caller.workspaceId} ${caller.teamName}`;
      refusal = await runElsewhere(services.checks, tenant, elsewhere, texts, this.#record);
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

  #decide(refusal: Refusal | undefined, phase: 'before' | 'after'): void {
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
      message: `The guardrail ${guardrail.name} ${why} the ${what}, and it refuses what it has not checked.`,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }

  #count(
    outcome: 'allowed' | 'audited' | 'refused',
    policyType: 'guardrail' | 'pii',
    code = outcome === 'allowed' ? '' : 'guardrail_blocked',
  ): void {
    this.context.services.metrics.recordPolicyDecision(outcome, policyType, code);
  }

  #redact<Plan extends GuardedPlan>(plan: Plan): Plan {
    const pii = this.#pii;
    if (pii === undefined) return plan;
    const { endpoint, request } = plan;
    this.#block(pii, endpoint, request);
    if (pii.rules.restore) for (const { text } of listRequestTexts(endpoint, request)) pii.placeholders.noteTyped(text);
    const redacted = this.redactRequest(endpoint, request);
    if (pii.rules.block || pii.rules.redact) this.#count('allowed', 'pii');
    return redacted === request ? plan : { ...plan, request: redacted };
  }

  #block(pii: PiiSession, endpoint: Endpoint, request: AnyRequest): void {
    if (pii.rules.block === undefined) return;
    for (const { plain, text } of new TextReadings(listRequestTexts(endpoint, request)).list()) {
      const entity = pii.blocks(text) ?? (plain === text ? undefined : pii.blocks(plain));
      if (entity === undefined) continue;
      this.#count('refused', 'pii');
      throw new GatewayError('guardrail_blocked', {
        guardrail: 'pii',
        message: `The request holds personal data (${entity}) that must not be sent.`,
      });
    }
  }

  /** What nobody can look into must not pass by those who have to. */
  #refuseUnreadable(endpoint: Endpoint, request: AnyRequest): void {
    const rules = this.set.pii;
    const isLookedInto = rules?.block || rules?.redact || this.set.before.some(({ mode }) => mode === 'enforce');
    const tokens = isLookedInto ? findTokens(endpoint, request) : undefined;
    if (tokens !== undefined) {
      throw new GatewayError('unsupported_parameter', {
        param: tokens,
        message: `\`${tokens}\` must be text: tokens cannot be looked into by the guardrails that apply.`,
      });
    }
    if (!rules || rules.output === 'off' || !hasWords(endpoint)) return;
    const { logprobs } = request;
    if (logprobs === undefined || logprobs === null || logprobs === false) return;
    throw new GatewayError('unsupported_parameter', {
      param: 'logprobs',
      message: '`logprobs` would tell what is hidden in the answer.',
    });
  }
}
