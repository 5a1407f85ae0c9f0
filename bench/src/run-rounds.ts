import type { BenchContext } from './bench-context.js';
import type { TargetName } from './figure.js';
import type { RunningServer } from './server-under-test.js';

/** Measures the named targets in turn, as `interleave` does. */
export function runRounds<Name extends TargetName, Value>(
  context: BenchContext,
  title: string,
  names: readonly Name[],
  measure: (target: RunningServer) => Promise<Value>,
): Promise<Record<Name, Value>[]> {
  return interleave(context, title, names, (name) => measure(context.targets[name]));
}

/**
 * Measures the named cases in turn, once a round. Every other round goes the opposite way, so that a machine which
 * becomes faster or slower meanwhile favours nobody.
 */
export async function interleave<Name extends string, Value>(
  { plan, progress }: { readonly plan: { readonly rounds: number }; progress(line: string): void },
  title: string,
  names: readonly Name[],
  measure: (name: Name) => Promise<Value>,
): Promise<Record<Name, Value>[]> {
  const rounds: Record<Name, Value>[] = [];
  for (let round = 1; round <= plan.rounds; round += 1) {
    progress(`${title}: round ${round} of ${plan.rounds}`);
    const entries: [Name, Value][] = [];
    for (const name of round % 2 === 1 ? names : names.toReversed()) entries.push([name, await measure(name)]);
    rounds.push(Object.fromEntries(entries) as Record<Name, Value>);
  }
  return rounds;
}
