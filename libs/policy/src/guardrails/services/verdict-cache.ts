import { createHash } from 'node:crypto';
import type { GuardrailVerdict } from '@multilane/contracts';
import { LRUCache } from 'lru-cache';

/** Verdicts of all guardrails of the process, about 200 bytes each. */
const MOST = 50_000;

const VERDICTS = new LRUCache<string, GuardrailVerdict>({ max: MOST });

/**
 * Remembers what services judged, so that the earlier turns of a conversation are not asked about again. Failures are asked about again.
 *
 * @param asker everything that decides whom the question goes to and with which settings: verdicts of one are no other's
 * @param seconds how long a verdict holds; 0: it is not remembered
 */
export async function rememberVerdict(
  asker: string,
  question: unknown,
  seconds: number,
  ask: () => Promise<GuardrailVerdict>,
): Promise<GuardrailVerdict> {
  if (seconds === 0) return ask();
  const key = createHash('sha256')
    .update(JSON.stringify([asker, question]))
    .digest('base64');
  const known = VERDICTS.get(key);
  if (known !== undefined) return known;
  const verdict = await ask();
  if (verdict !== 'failure' && verdict !== 'timeout') VERDICTS.set(key, verdict, { ttl: seconds * 1000 });
  return verdict;
}
