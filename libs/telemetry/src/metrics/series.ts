import { findManifest } from '@multilane/providers/manifests';
import { nameOperation } from '../traces/name-operation.js';
import type { TracedCall } from '../traces/tracer.js';
import { BoundedLabel, OTHER } from './bounded-label.js';

type Label = string | number | boolean;

interface Branch<Value> {
  branches: Map<Label, Branch<Value>>;
  value: Value | undefined;
}

const makeBranch = <Value>(): Branch<Value> => ({ branches: new Map(), value: undefined });

/**
 * Values found by a row of labels. It walks from label to label, because joining them makes a string that must be
 * hashed again at every look-up.
 */
export class LabelTree<Value> {
  private root = makeBranch<Value>();
  private found: Value[] = [];

  get size(): number {
    return this.found.length;
  }

  get(...labels: readonly Label[]): Value | undefined {
    let branch: Branch<Value> | undefined = this.root;
    for (const label of labels) {
      branch = branch.branches.get(label);
      if (branch === undefined) return undefined;
    }
    return branch.value;
  }

  /** Adds a value under labels that have none yet. */
  add(value: Value, ...labels: readonly Label[]): void {
    let branch = this.root;
    for (const label of labels) {
      let next = branch.branches.get(label);
      if (next === undefined) {
        next = makeBranch();
        branch.branches.set(label, next);
      }
      branch = next;
    }
    branch.value = value;
    this.found.push(value);
  }

  /** Every value, in the order of adding. */
  all(): Iterable<Value> {
    return this.found;
  }

  clear(): void {
    this.root = makeBranch();
    this.found = [];
  }
}

export type Labels = Readonly<Record<string, string>>;

/**
 * The most label combinations a metric keeps apart; more are counted under `other` (docs/contract/metrics.md#labels).
 */
export const MAX_SERIES = 10_000;

/** One combination of labels of a counter or a gauge. Anyone who holds it changes `value` directly. */
export class NumberSeries {
  value = 0;

  constructor(readonly labels: Labels) {}
}

/** An observation whose trace is known, as prom-client writes it. */
export interface Exemplar {
  readonly labelSet: { readonly trace_id: string };
  readonly value: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** One combination of labels of a histogram. */
export class HistogramSeries {
  /** Observations by bucket, not yet cumulative; the last is everything above the highest bound. */
  readonly counts: number[];
  sum = 0;
  /** The newest traced observation of each bucket; undefined until there is one. */
  exemplars: (Exemplar | undefined)[] | undefined = undefined;

  constructor(
    readonly labels: Labels,
    readonly bounds: readonly number[],
  ) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.sum += value;
  }

  /** Names the trace of a value that was observed. */
  keepExemplar(value: number, traceId: string): void {
    const { bounds, counts } = this;
    const within = bounds.findIndex((bound) => value <= bound);
    this.exemplars ??= new Array<Exemplar | undefined>(counts.length).fill(undefined);
    this.exemplars[within === -1 ? bounds.length : within] = {
      labelSet: { trace_id: traceId },
      value,
      timestamp: Date.now() / 1_000,
    };
  }
}

/**
 * The series of one metric, found by label values. A caller on the hot path keeps what it found: prom-client's own
 * children hash their labels at every increment, 0.3 to 0.4 µs each, and a request makes about ten.
 */
export class SeriesFamily<Series> {
  private readonly series = new LabelTree<Series>();

  constructor(
    private readonly labelNames: readonly string[],
    private readonly make: (labels: Labels) => Series,
    private readonly limit = MAX_SERIES,
  ) {
    if (labelNames.length === 0) this.find();
  }

  /** The series of these label values, in the order of the label names; made when first asked for. */
  find(...values: string[]): Series {
    const found = this.series.get(...values);
    if (found !== undefined) return found;
    const full = this.series.size >= this.limit && values.some((value) => value !== OTHER);
    if (full) return this.find(...values.map(() => OTHER));

    const made = this.make(Object.fromEntries(this.labelNames.map((name, index) => [name, values[index] ?? ''])));
    this.series.add(made, ...values);
    return made;
  }

  all(): Iterable<Series> {
    return this.series.all();
  }

  clear(): void {
    this.series.clear();
  }
}

/** Fields of a call to a provider that the metrics need. */
export type OperationObservation = Pick<
  TracedCall,
  'durationMs' | 'endpoint' | 'failure' | 'model' | 'operation' | 'provider' | 'providerName' | 'usage'
>;

interface OperationSeries {
  readonly duration: HistogramSeries;
  /** Labels of the counts of tokens before and behind their type. */
  readonly labels: readonly string[];
  readonly name: string;
  /** Undefined until a call has reported tokens: what never does has no such series. */
  input: HistogramSeries | undefined;
  output: HistogramSeries | undefined;
}

/**
 * The histograms of calls to providers by OpenTelemetry's semantic conventions for generative AI, with the names that
 * they have in Prometheus. Their attributes are those of the spans (`describeCall`), without addresses.
 */
export class OperationMetrics {
  private readonly series = new LabelTree<OperationSeries>();
  private readonly models = new BoundedLabel();

  constructor(
    private readonly durations: SeriesFamily<HistogramSeries>,
    private readonly tokens: SeriesFamily<HistogramSeries>,
    private readonly providers: BoundedLabel,
  ) {}

  record(call: OperationObservation): void {
    const series = this.find(call);
    series.duration.observe(call.durationMs / 1000);
    if (call.usage === undefined) return;
    series.input ??= this.tokens.find(...series.labels, 'input', series.name);
    series.output ??= this.tokens.find(...series.labels, 'output', series.name);
    series.input.observe(call.usage.prompt_tokens);
    series.output.observe(call.usage.completion_tokens);
  }

  private find(call: OperationObservation): OperationSeries {
    const { endpoint, failure = '', model, provider, providerName } = call;
    // The operation follows from the endpoint.
    const found = this.series.get(provider, providerName, endpoint, model, failure);
    if (found !== undefined) return found;
    const labels = [
      nameOperation(call),
      findManifest(provider)?.trace.provider ?? provider,
      this.models.bound(model),
    ] as const;
    const name = this.providers.bound(providerName);
    const made: OperationSeries = {
      duration: this.durations.find(...labels, failure, name),
      labels,
      name,
      input: undefined,
      output: undefined,
    };
    if (this.series.size < MAX_SERIES) this.series.add(made, provider, providerName, endpoint, model, failure);
    return made;
  }
}
