import type { Caller } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Ceiling } from '@multilane/policy';
import type { ResponseEnd, SocketCodec, SocketEvent, SocketRequest, TranscriptionEnd } from '@multilane/providers';
import type { Admission, ServingPlan } from '../../recording/request-parts.js';
import { mayUseModel, resolveName } from '../../snapshot/access/find-model.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';
import { ResponsesInProgress, type Unfinished } from '../responses-in-progress.js';
import { assertEntitled } from '../stages/check-request.stages.js';
import { describeRefusal } from '../stages/limits.stages.js';
import type { EventRules } from './check-client-event.js';
import type { AskedEvent, Refusal, RelayRules } from './relay-rules.js';
import { type ResponseHold, SessionCharges, type Transcriber } from './session-charges.js';

/** Limit of a session's responses in progress. */
const MOST_RESPONSES = 16;

/** Limit of expected transcriptions; the oldest ones are no longer waited for. */
const MOST_TRANSCRIPTIONS = 64;

/** The types of models that transcribe in sessions. */
const TRANSCRIBING: ReadonlySet<ServedModel['type']> = new Set(['transcription', 'realtime']);

/** The credential and the model's policy are looked at again this often, in milliseconds. */
const RECHECK_MS = 1_000;

/** The policies of one session, by what is in effect while it lasts. */
export class SessionRules implements RelayRules {
  private checkedAt = 0;
  private rules: EventRules | undefined = undefined;
  private caller: Caller;
  private readonly charges: SessionCharges;
  private readonly responses = new ResponsesInProgress<ResponseHold>();
  /** Items whose sound is being transcribed. */
  private readonly transcriptions = new Set<string>();
  /** The provider's names of the model that transcribes: as it says itself, and as the client asked. */
  private transcriber: string | undefined = undefined;
  private askedTranscriber: string | undefined = undefined;
  private readonly query: SocketRequest['query'];

  constructor(
    private readonly context: RequestContext,
    private readonly plan: ServingPlan,
  ) {
    this.caller = context.asked.caller;
    this.query = (context.asked.validated as SocketRequest).query;
    this.charges = new SessionCharges(context, plan, this.who.bind(this));
  }

  get codec(): SocketCodec {
    if (this.plan.socket === undefined) throw new Error('the plan has no socket');
    return this.plan.socket;
  }

  /** Another snapshot may have revoked the access of the session. */
  current(): EventRules {
    const { snapshot } = this.who();
    const now = Date.now();
    if (this.rules?.snapshot === snapshot && now - this.checkedAt < RECHECK_MS) return this.rules;
    const { model } = this.plan;
    const named = resolveName(snapshot, this.caller, this.context.asked.validated.model ?? '', 'catalog');
    if (named === undefined) throw new GatewayError('model_not_found', { param: 'model' });
    if (!mayUseModel(snapshot, this.caller, model)) throw new GatewayError('model_not_allowed', { param: 'model' });
    this.checkedAt = now;
    this.rules = { caller: this.caller, snapshot, model };
    return this.rules;
  }

  /** The credential may have been revoked, or have another team. */
  async verify(): Promise<void> {
    const { incoming } = this.context.asked;
    if (incoming.readmit === undefined) return;
    try {
      const admission = await incoming.readmit();
      assertEntitled(admission);
      this.caller = admission.caller;
      this.rules = undefined;
    } catch (error) {
      // A store that is away for a moment ends no session.
      if (error instanceof GatewayError && error.status < 500) throw error;
    }
  }

  noteTranscriber(upstreamModel: string): void {
    this.askedTranscriber = upstreamModel;
  }

  /** For an event that only might ask for a response nothing is reserved: if it does, the provider says so. */
  beforeResponse(event: AskedEvent): Refusal | Promise<Refusal> {
    this.settleStale();
    this.charges.checkBudgets();
    if (!event.isCertain) return undefined;
    if (this.responses.count >= MOST_RESPONSES) return refuseMore();
    const ceiling = this.charges.findFullCeiling();
    return ceiling instanceof Promise
      ? ceiling.then((known) => this.reserve(event, known))
      : this.reserve(event, ceiling);
  }

  private reserve({ eventId }: AskedEvent, ceiling: Ceiling | undefined): Refusal | Promise<Refusal> {
    if (ceiling !== undefined) return describeRefusal(this.context, ceiling);
    const reserved = this.charges.reserve(this.responses.count === 0);
    return reserved instanceof Promise
      ? reserved.then((known) => this.noteAsked(known, eventId))
      : this.noteAsked(reserved, eventId);
  }

  private noteAsked(reserved: ResponseHold | GatewayError, eventId: string | undefined): Refusal {
    if (reserved instanceof GatewayError) return reserved;
    this.responses.ask(reserved, eventId, performance.now());
    return undefined;
  }

  withdrawResponse(): void {
    this.release(this.responses.withdraw());
  }

  afterEvent(event: SocketEvent): Refusal | Promise<Refusal> {
    switch (event.kind) {
      case 'response began':
        return this.responseBegan(event.id);
      case 'response ended':
        return this.responseEnded(event);
      case 'sound committed':
        return this.soundCommitted(event.itemId);
      case 'transcription ended':
        return this.transcriptionEnded(event);
      case 'session':
        this.transcriber = event.transcriber ?? undefined;
        if (event.transcriber === null) this.askedTranscriber = undefined;
        return undefined;
      case 'error':
        this.release(this.responses.refuse(event.eventId));
        return undefined;
    }
  }

  /** A response that nobody asked for, because somebody has spoken, is rejected when it has begun. That of a call is the call's. */
  private responseBegan(id: string | undefined): Refusal | Promise<Refusal> {
    this.settleStale();
    const isFirst = this.responses.count === 0;
    const hold = this.responses.begin(id, performance.now(), () => this.charges.holdBegun());
    if (hold === undefined || this.isCall) return undefined;
    const refusal = this.charges.judgeBegun(hold, isFirst);
    if (refusal !== undefined) return refusal;
    const ceiling = this.charges.findFullCeiling();
    return ceiling instanceof Promise ? ceiling.then((known) => this.refuse(known)) : this.refuse(ceiling);
  }

  private refuse(ceiling: Ceiling | undefined): Refusal {
    return ceiling && describeRefusal(this.context, ceiling);
  }

  private responseEnded({ id, isFailed, usage }: ResponseEnd): undefined {
    const ended = this.responses.end(id);
    if (ended === 'settled') return;
    // The socket does not pay for responses that others ask of a call.
    if (this.isCall && !ended?.isAsked) {
      this.release(ended?.hold);
      return;
    }
    const hold = ended?.hold;
    // A response that the provider fails without a report costs nothing, as for requests.
    if (usage === undefined && isFailed) {
      this.release(hold);
      return;
    }
    this.charges.chargeResponse(hold ?? this.charges.holdBegun(), usage);
    this.charges.checkBudgets();
  }

  private soundCommitted(itemId: string | undefined): undefined {
    if (itemId === undefined || this.isCall || !this.transcribes) return;
    this.transcriptions.add(itemId);
    if (this.transcriptions.size <= MOST_TRANSCRIPTIONS) return;
    for (const oldest of this.transcriptions) {
      this.transcriptions.delete(oldest);
      break;
    }
  }

  private transcriptionEnded({ isFailed, itemId, usage }: TranscriptionEnd): undefined {
    if (itemId !== undefined) this.transcriptions.delete(itemId);
    if (this.isCall || (isFailed && usage === undefined)) return;
    this.charges.chargeTranscription(this.findTranscriber(), { usage });
    this.charges.checkBudgets();
  }

  get unfinished(): number {
    return this.responses.count + this.transcriptions.size;
  }

  /** Closing a socket to a call does not end the call, and none of its responses. */
  takeCancels(ids?: readonly (string | undefined)[]): string[] {
    if (this.isCall) return [];
    return this.responses.takeCancels(ids).map((id) => this.codec.cancel(id));
  }

  settleUnfinished(byProvider: boolean): void {
    this.settleStale();
    this.settle(this.responses.takeAll(), !byProvider);
    for (const _item of this.transcriptions) this.charges.chargeTranscription(this.findTranscriber(), undefined);
    this.transcriptions.clear();
  }

  private settleStale(): void {
    this.settle(this.responses.takeStale(performance.now()), false);
  }

  /**
   * Charges responses of which no use will be reported.
   *
   * @param isAskedCharged Those too that the provider has not begun, as far as it is known: it may work on them
   */
  private settle({ asked, begun }: Unfinished<ResponseHold>, isAskedCharged: boolean): void {
    for (const hold of asked) {
      if (isAskedCharged) this.charges.chargeResponse(hold, undefined);
      else this.release(hold);
    }
    for (const { hold, isAsked } of begun) {
      if (isAsked || !this.isCall) this.charges.chargeResponse(hold, undefined);
      else this.release(hold);
    }
  }

  private release(hold: ResponseHold | undefined): void {
    hold?.budgets?.settle(0, 0);
  }

  /** The socket is one to a call, whose sound goes between a browser and the provider. */
  private get isCall(): boolean {
    return this.query.call_id !== undefined;
  }

  private get isTranscription(): boolean {
    return this.query.intent === 'transcription';
  }

  private get transcribes(): boolean {
    return (this.transcriber ?? this.askedTranscriber) !== undefined || this.isTranscription;
  }

  /** The model that transcribes now: one of the catalog at the same provider, or the model of a session that only transcribes. */
  private findTranscriber(): Transcriber {
    const { askedTranscriber, plan, transcriber } = this;
    const isOwn = this.isTranscription && askedTranscriber === undefined;
    const upstreamModel =
      transcriber ?? askedTranscriber ?? (isOwn ? plan.model.target.provider.upstreamModel : undefined);
    // Some providers report another name than the one that they were asked by.
    const model = this.findServed(transcriber) ?? this.findServed(askedTranscriber) ?? (isOwn ? plan.model : undefined);
    return { model, upstreamModel };
  }

  private findServed(upstreamModel: string | undefined): ServedModel | undefined {
    const { model } = this.plan;
    const { provider: own } = model.target;
    if (upstreamModel === undefined) return undefined;
    if (upstreamModel === own.upstreamModel) return model;
    for (const each of this.who().snapshot.models.values()) {
      const { provider } = each.target;
      const isFound = provider.upstreamModel === upstreamModel && TRANSCRIBING.has(each.type);
      if (isFound && provider.kind === own.kind && provider.baseUrl === own.baseUrl) return each;
    }
    return undefined;
  }

  /** The caller, and what is in effect at this moment. */
  private who(): Admission {
    const { asked, services } = this.context;
    return { caller: this.caller, snapshot: services.snapshots.current ?? asked.snapshot };
  }
}

function refuseMore(): GatewayError {
  const message = `The session has ${MOST_RESPONSES} responses in progress. Wait until one of them ends.`;
  return new GatewayError('overloaded', { message });
}
