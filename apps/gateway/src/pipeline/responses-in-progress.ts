/** A response that a client asked for and the provider has not begun. */
interface Asked<Hold> {
  readonly hold: Hold;
  readonly eventId: string | undefined;
  readonly at: number;
}

/** A response that the provider has begun. */
interface Begun<Hold> {
  readonly hold: Hold;
  /** Undefined if the provider named none. */
  readonly id: string | undefined;
  /** False for one that the provider began by itself, when somebody had spoken. */
  readonly isAsked: boolean;
  readonly at: number;
  isCancelled: boolean;
}

/** A provider that says nothing about a `response.create` for so long has not taken it. In milliseconds. */
const ASKED_FOR_MS = 60_000;

/** A response whose end is not reported within this time has ended without a report. In milliseconds. */
const LONGEST_RESPONSE_MS = 600_000;

/** Limit of remembered ids of responses that were settled before they were reported. */
const MOST_SETTLED = 64;

/** A response that has ended. */
export type Ended<Hold> = Pick<Begun<Hold>, 'hold' | 'isAsked'>;

/** Responses that were taken out, because nothing more is expected of them. */
export interface Unfinished<Hold> {
  /** Asked for, and not begun. */
  readonly asked: Hold[];
  readonly begun: { readonly hold: Hold; readonly isAsked: boolean }[];
}

/**
 * The responses of a session that have been asked for or begun, and have not ended. Each holds what is reserved for it, and gives it
 * away exactly once. Times are milliseconds of a clock that only goes forward.
 */
export class ResponsesInProgress<Hold extends object> {
  private asked: Asked<Hold>[] = [];
  private readonly begun = new Map<string | symbol, Begun<Hold>>();
  private readonly settled = new Set<string>();

  get count(): number {
    return this.asked.length + this.begun.size;
  }

  ask(hold: Hold, eventId: string | undefined, now: number): void {
    this.asked.push({ hold, eventId, at: now });
  }

  /** The event of the last `ask` was not sent. */
  withdraw(): Hold | undefined {
    return this.asked.pop()?.hold;
  }

  /** The provider rejected an event: by its id, or if it had none, the first `response.create` without one. */
  refuse(eventId: string | undefined): Hold | undefined {
    const at = this.asked.findIndex((each) => each.eventId === eventId);
    return at === -1 ? undefined : this.asked.splice(at, 1)[0]?.hold;
  }

  /**
   * A response has begun: the first that was asked for.
   *
   * @param makeHold Called for one that nobody asked for
   * @returns the hold of one that nobody asked for, and that was not known
   */
  begin(id: string | undefined, now: number, makeHold: () => Hold): Hold | undefined {
    if (id !== undefined && this.begun.has(id)) return undefined;
    if (id !== undefined) this.settled.delete(id);
    const asked = this.asked.shift();
    const hold = asked?.hold ?? makeHold();
    this.begun.set(id ?? Symbol(), { hold, id, isAsked: asked !== undefined, at: now, isCancelled: false });
    return asked === undefined ? hold : undefined;
  }

  /**
   * A response has ended.
   *
   * @returns its hold, and whether it was asked for; undefined if none is known; `settled` if it was taken out before
   */
  end(id: string | undefined): Ended<Hold> | 'settled' | undefined {
    if (id !== undefined && this.settled.delete(id)) return 'settled';
    const known = id === undefined ? undefined : this.begun.get(id);
    if (known !== undefined) {
      this.begun.delete(id as string);
      return known;
    }
    // Some providers name no responses, and some say only that one has ended.
    for (const [key, each] of this.begun) {
      if (each.id !== undefined && id !== undefined) continue;
      this.begun.delete(key);
      return each;
    }
    const asked = this.asked.shift();
    return asked && { hold: asked.hold, isAsked: true };
  }

  /** Ids of responses to be cancelled, each once: of one, or of all that have begun. */
  takeCancels(ids?: readonly (string | undefined)[]): (string | undefined)[] {
    const cancelled: (string | undefined)[] = [];
    for (const each of this.begun.values()) {
      if (each.isCancelled || (ids !== undefined && !ids.includes(each.id))) continue;
      each.isCancelled = true;
      cancelled.push(each.id);
    }
    return cancelled;
  }

  /** Takes out what nothing more will be reported of. */
  takeStale(now: number): Unfinished<Hold> {
    const [first] = this.asked;
    const [oldest] = this.begun.values();
    const isFresh =
      (first === undefined || now - first.at < ASKED_FOR_MS) &&
      (oldest === undefined || now - oldest.at < LONGEST_RESPONSE_MS);
    return isFresh ? { asked: [], begun: [] } : this.takeBefore(now - ASKED_FOR_MS, now - LONGEST_RESPONSE_MS);
  }

  /** Takes out all of them. */
  takeAll(): Unfinished<Hold> {
    return this.takeBefore(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  private takeBefore(askedBefore: number, begunBefore: number): Unfinished<Hold> {
    const taken: Unfinished<Hold> = { asked: [], begun: [] };
    for (const { at, hold } of this.asked) if (at <= askedBefore) taken.asked.push(hold);
    this.asked = this.asked.filter(({ at }) => at > askedBefore);
    for (const [key, { at, hold, id, isAsked }] of this.begun) {
      if (at > begunBefore) continue;
      this.begun.delete(key);
      taken.begun.push({ hold, isAsked });
      if (id !== undefined) this.remember(id);
    }
    return taken;
  }

  /** A report that comes after all must not be charged again. */
  private remember(id: string): void {
    this.settled.add(id);
    if (this.settled.size <= MOST_SETTLED) return;
    for (const oldest of this.settled) {
      this.settled.delete(oldest);
      break;
    }
  }
}
