/**
 * Bounds of time that say the same on every machine. A bound is in milliseconds of the reference machine. A measurement that
 * exceeds it is compared with how long a fixed piece of work takes at that moment, since processor time too is longer on a slow
 * machine, and while other processes use the caches and the other half of a core.
 */

/**
 * Milliseconds of the fixed work on the reference machine, the one on which the bounds were chosen (23 November 2026).
 * It is no longer there: it was about 2.5 times as fast as the machine of 26 November 2026, on which the work took 24
 * ms (median).
 */
const REFERENCE_MS = 9.6;
/** No more slowness than this is compensated. */
const MOST_SLOWNESS = 4;
const SAMPLES = 5;
const WARM_UPS = 2;

/** After the work, for so long: what it left to be done counts too. */
const REST_MS = 20;

/** Milliseconds, of the processor or by the clock. */
export type Measurement = () => number | Promise<number>;

export interface WithinOptions {
  /**
   * Number of tries of which the best counts: a pause that comes again is the code's own. Use 1 for work that cannot be
   * repeated.
   */
  readonly tries?: number;
  /** Measures the fixed work several times over, in milliseconds. */
  readonly calibrate?: () => readonly number[];
}

/** The processor time of this thread so far, in milliseconds: what other processes and threads do counts for nothing. */
function processorMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
}

/** The processor time that this thread spends until `work` is done, in milliseconds. */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = processorMs();
  await work();
  return processorMs() - start;
}

/** The time by the clock until `work` is done, in milliseconds. */
export async function clockTimeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * The longest that the event loop of this thread is held while `work` is under way, in milliseconds of processor time. The first
 * turn counts too, which `monitorEventLoopDelay` leaves out after a reset.
 */
export async function measureHold(work: () => unknown): Promise<number> {
  let longest = 0;
  let last = processorMs();
  const look = (): void => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  } finally {
    clearInterval(timer);
  }
  look();
  return longest;
}

/**
 * Fails if each of some tries exceeds a bound. A try that exceeds it is within it all the same if the machine is slower than the
 * reference machine, by as much. The message says what was measured, the bound and the factor.
 *
 * @param boundMs milliseconds on the reference machine
 */
export async function expectWithin(
  boundMs: number,
  measure: Measurement,
  { calibrate = sampleFixedWork, tries = 3 }: WithinOptions = {},
): Promise<void> {
  let best = { measuredMs: Number.POSITIVE_INFINITY, factor: 1 };
  let before: readonly number[] = [];
  for (let count = 0; count < tries; count += 1) {
    const measuredMs = await measure();
    // A fast result needs no comparison.
    if (measuredMs <= boundMs) return;
    const after = calibrate();
    const factor = slownessOf([...before, ...after]);
    if (measuredMs <= boundMs * factor) return;
    if (measuredMs / factor < best.measuredMs / best.factor) best = { measuredMs, factor };
    before = after;
  }
  throw new Error(describeExcess(boundMs, best.measuredMs, best.factor, tries));
}

function describeExcess(boundMs: number, measuredMs: number, factor: number, tries: number): string {
  const here = `${(boundMs * factor).toFixed(1)} ms here, on a machine ${factor.toFixed(2)} times as slow as the reference`;
  return `Measured ${measuredMs.toFixed(1)} ms in the best of ${tries} tries. The bound is ${boundMs} ms: ${here}.`;
}

/**
 * Computes how many times as slow this machine is as the reference, from 1 to 4: the median of the fixed work's times.
 */
export function slownessOf(samplesMs: readonly number[]): number {
  const sorted = samplesMs.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? REFERENCE_MS;
  return Math.min(MOST_SLOWNESS, Math.max(1, median / REFERENCE_MS));
}

let text = '';

/** Measures the fixed work right now, several times over, in milliseconds of this thread's processor. */
export function sampleFixedWork(): number[] {
  if (text === '') {
    text = writeText();
    for (let round = 0; round < WARM_UPS; round += 1) doFixedWork(text);
  }
  return Array.from({ length: SAMPLES }, () => {
    const start = processorMs();
    doFixedWork(text);
    return processorMs() - start;
  });
}

function writeText(): string {
  const records = Array.from({ length: 4_000 }, (_, index) => ({
    id: index,
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: `Order ${index * 7} of jane${index}@example.com at 192.0.2.${index % 255}: thanks "a lot".`,
  }));
  return JSON.stringify(records);
}

/**
 * Work of the sort that is measured: JSON, texts read letter by letter and by a pattern, maps, and some MB of memory. No loop
 * names a global: in the context of a test each look-up of one may cost microseconds.
 */
function doFixedWork(of: string): number {
  let sum = JSON.stringify(JSON.parse(of)).length;
  for (let at = 0; at < of.length; at += 1) sum = (sum * 31 + of.charCodeAt(at)) % 65_521;
  for (const { index } of of.matchAll(/[a-z0-9.]+@[a-z]+\.com/g)) sum = (sum + index) % 65_521;
  const seen = new Map<string, number>();
  for (const word of of.split(' ')) seen.set(word, (seen.get(word) ?? 0) + 1);
  return sum + seen.size + Buffer.from(of.replaceAll('"', '\\"')).length;
}
