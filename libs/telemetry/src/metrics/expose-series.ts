import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type Exemplar, HistogramSeries, type Labels, NumberSeries, SeriesFamily } from './series.js';

interface Exposed {
  name: string;
  help: string;
  labels: readonly string[];
  registry: Registry;
  merge?: 'max' | 'min' | undefined;
}

/** Registers a counter or a gauge whose numbers are read from the series when /metrics is asked for. */
export function exposeNumbers(type: 'counter' | 'gauge', exposed: Exposed): SeriesFamily<NumberSeries> {
  const family = new SeriesFamily(exposed.labels, (labels) => new NumberSeries(labels));
  const configuration = {
    name: exposed.name,
    help: exposed.help,
    labelNames: exposed.labels,
    aggregator: exposed.merge ?? ('sum' as const),
  };
  if (type === 'counter') {
    new Counter({
      ...configuration,
      registers: [exposed.registry],
      collect() {
        this.reset();
        for (const { labels, value } of family.all()) this.inc(labels, value);
      },
    });
  } else {
    new Gauge({
      ...configuration,
      registers: [exposed.registry],
      collect() {
        this.reset();
        // That leaves a zero where there are no labels, also of a number that nobody knows.
        if (exposed.labels.length === 0) this.remove();
        for (const { labels, value } of family.all()) this.set(labels, value);
      },
    });
  }
  return family;
}

/** Registers a histogram that is read from its series. */
export function exposeHistogram(exposed: Exposed, buckets: readonly number[]): SeriesFamily<HistogramSeries> {
  const family = new SeriesFamily(exposed.labels, (labels) => new HistogramSeries(labels, buckets));
  new SeriesHistogram(exposed, buckets, family);
  return family;
}

interface Sample {
  metricName: string;
  labels: { le?: string | number };
  sharedLabels: Labels;
  value: number;
  /** Written in OpenMetrics' format alone. */
  exemplar?: Exemplar | undefined;
}

interface Exposition {
  name: string;
  help: string;
  type: 'histogram';
  aggregator: 'sum';
  values: Sample[];
}

/** prom-client has no way to hand a histogram finished counts, so what it reads them with is replaced. */
class SeriesHistogram extends Histogram {
  constructor(
    private readonly exposed: Exposed,
    buckets: readonly number[],
    private readonly family: SeriesFamily<HistogramSeries>,
  ) {
    const { name, help, labels, registry } = exposed;
    super({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] });
  }

  /** Both the text of the registry and `get` are made from this; prom-client's declarations leave it out. */
  async getForPromString(): Promise<Exposition> {
    const { name, help } = this.exposed;
    return {
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.family.all()].flatMap((series) => listSamples(name, series)),
    };
  }
}

/** The samples of one series: its buckets, each with all that is below it, then sum and count. */
function listSamples(name: string, series: HistogramSeries): Sample[] {
  const { labels: sharedLabels, bounds, counts, exemplars, sum } = series;
  let count = 0;
  const samples: Sample[] = counts.map((inBucket, bucket) => {
    count += inBucket;
    const labels = { le: bounds[bucket] ?? '+Inf' };
    return { metricName: `${name}_bucket`, labels, sharedLabels, value: count, exemplar: exemplars?.[bucket] };
  });
  samples.push({ metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum });
  samples.push({ metricName: `${name}_count`, labels: {}, sharedLabels, value: count });
  return samples;
}
