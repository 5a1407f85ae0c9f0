import { QuotaGauge, type QuotaReadings } from './quota-gauge.js';

/** Limits of one credential for one model. */
interface CredentialQuota {
  readonly requests: QuotaGauge;
  readonly tokens: QuotaGauge;
}

/** Notified of readings that other processes should know. */
export interface QuotaChanges {
  noteChange(quotas: ModelQuotas, place: number, readings: QuotaReadings): void;
}

/** What a provider says is left for one model, for each of its credentials by their places. */
export class ModelQuotas {
  private readonly known = new Map<number, CredentialQuota>();

  /**
   * @param id Names it in every process that has the same credentials
   * @param size Number of the credentials
   */
  constructor(
    readonly id: string,
    private readonly size: number,
    private readonly changes?: QuotaChanges,
  ) {}

  /** Takes over what the provider says about a credential. */
  read(place: number, readings: QuotaReadings, now: number): void {
    const quota = this.at(place);
    if (quota === undefined) return;
    const { requests, tokens } = readings;
    if (requests !== undefined) quota.requests.read(requests, now);
    if (tokens !== undefined) quota.tokens.read(tokens, now);
    this.changes?.noteChange(this, place, readings);
  }

  /** Takes over what another process was told. */
  adopt(place: number, { requests, tokens }: QuotaReadings, now: number): void {
    const quota = this.at(place);
    if (requests !== undefined) quota?.requests.adopt(requests, now);
    if (tokens !== undefined) quota?.tokens.adopt(tokens, now);
  }

  /** A request with so many tokens is sent with a credential. */
  take(place: number, tokens: number): void {
    const quota = this.known.get(place);
    quota?.requests.take(1);
    quota?.tokens.take(tokens);
  }

  /** Milliseconds until a credential has room for a request with so many tokens; 0: it has, or nothing is known. */
  waitOf(place: number, tokens: number, now: number): number {
    const quota = this.known.get(place);
    if (quota === undefined) return 0;
    return Math.max(quota.requests.waitFor(1, now), quota.tokens.waitFor(tokens, now));
  }

  /** The same for the credential that has room first. */
  waitFor(tokens: number, now: number): number {
    if (this.known.size < this.size) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (const place of this.known.keys()) least = Math.min(least, this.waitOf(place, tokens, now));
    return this.size === 0 ? 0 : least;
  }

  /** What is known of a credential, for other processes; undefined if nothing is. */
  tell(place: number, now: number): QuotaReadings | undefined {
    const quota = this.known.get(place);
    const requests = quota?.requests.tell(now);
    const tokens = quota?.tokens.tell(now);
    return requests === undefined && tokens === undefined ? undefined : { requests, tokens };
  }

  /** Undefined for a place that no credential has. */
  private at(place: number): CredentialQuota | undefined {
    const known = this.known.get(place);
    if (known !== undefined || !(place >= 0 && place < this.size)) return known;
    const made = { requests: new QuotaGauge(), tokens: new QuotaGauge() };
    this.known.set(place, made);
    return made;
  }
}
