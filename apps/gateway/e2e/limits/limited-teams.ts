import { type GatewaySections, type HttpAnswer, type RunningGateway, TEST_KEYS, waitUntil } from '@multilane/testing';

export interface Limits extends Partial<Record<'rpm_limit' | 'tpm_limit' | 'max_parallel', number>> {
  readonly queue?: { readonly max_wait_ms?: number; readonly max_length?: number };
  readonly max_priority?: string;
}

export interface LimitedKey extends Limits {
  readonly name: string;
  readonly key: string;
}

let teams = 0;

/** A team of a test's own: its name and keys are in no other test, and so neither are its counters. */
export function makeTeam(limits: Limits, ...keys: Limits[]): { team: Limits & { name: string }; keys: LimitedKey[] } {
  const name = `team-${process.pid}-${++teams}`;
  const made = keys.map((more, n) => ({ name: `key-${n}`, key: `ml-test-${name}-of-limits-${n}`, ...more }));
  return { team: { name, ...limits }, keys: made };
}

export const sectionsOf = ({ team, keys }: ReturnType<typeof makeTeam>): GatewaySections => ({
  teams: [
    { ...team, api_keys: keys },
    { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
  ],
});

export const usage = (prompt: number, written: number) => ({
  prompt_tokens: prompt,
  completion_tokens: written,
  total_tokens: prompt + written,
});

/** Counts the requests that a process counted alone instead of in Redis. */
export async function countMisses(gateways: readonly RunningGateway[]): Promise<number> {
  const metrics = await Promise.all(gateways.map((gateway) => gateway.metrics()));
  const counts = metrics.map((text) => Number(/^service_shared_limit_misses_total (\d+)$/m.exec(text)?.[1]));
  return counts.reduce((sum, each) => sum + each, 0);
}

export const errorOf = (answer: HttpAnswer) => (answer.json() as { error: Record<string, unknown> }).error;

/** Resolves once Redis has answered the gateway for the first time: until then it counts for itself. */
export const whenShared = (gateway: RunningGateway): Promise<unknown> =>
  waitUntil(
    'Redis to be connected',
    async () => (await gateway.metrics()).includes('service_limits_per_process 0') || undefined,
  );
