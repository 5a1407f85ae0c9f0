import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@multilane/testing';
import { Pool } from 'undici';
import { buildChatBody, CHAT_PATH } from '../build-requests.js';
import { OTHER_MODEL } from '../chaos/chaos-model.js';
import { sendCall } from '../chaos/send-call.js';
import type { OwnerCall } from '../chaos/sign-in-owner.js';
import { fetchMetrics, sumMetric } from './read-metrics.js';
import type { Tally } from './tally.js';

const RELOADED_LIMIT_MS = 30_000;
const IN_EFFECT_LIMIT_MS = 15_000;
const POLL_MS = 200;
/** Every so many changes of the file, it is not valid first. */
const INVALID_EVERY = 5;
const BODY = buildChatBody('Say hello.', OTHER_MODEL);
const LIMITED = '429 rpm_exceeded';
const POLICIES = '/admin/gateway/policies/rate-limits';

interface ConfigFile {
  readonly models: readonly { readonly logical_name: string }[];
}

/**
 * Changes gateway.yaml and resolves when the gateway has taken it up. Every fifth time it is invalid before, which the gateway must
 * reject and go on. Rejects if either takes longer than 30 s.
 */
export async function changeConfiguration(path: string, gatewayUrl: string, count: number): Promise<void> {
  const config = JSON.parse(readFileSync(path, 'utf8')) as ConfigFile;
  const lasting = config.models.filter(({ logical_name: name }) => !name.startsWith('soak-'));
  const added = { ...lasting[0], logical_name: `soak-${count}` };
  if (count % INVALID_EVERY === INVALID_EVERY - 1) {
    const invalid = { ...config, models: [...lasting, { ...added, provider: 'nobody' }] };
    await replace(path, invalid, gatewayUrl, 'rejected');
  }
  await replace(path, { ...config, models: [...lasting, added] }, gatewayUrl, 'applied');
}

/** All at once, so that nobody reads half a file. */
async function replace(path: string, config: object, gatewayUrl: string, outcome: string): Promise<void> {
  const count = async () =>
    sumMetric(await fetchMetrics(gatewayUrl), 'service_config_reloads_total', `outcome="${outcome}"`);
  const before = await count();
  writeFileSync(`${path}.next`, JSON.stringify(config));
  renameSync(`${path}.next`, path);
  const isThere = async (): Promise<true | undefined> => {
    await sleep(POLL_MS);
    return (await count()) > before || undefined;
  };
  await waitUntil(`a configuration to be ${outcome}`, isThere, RELOADED_LIMIT_MS);
}

export interface PolicyWorld {
  readonly call: OwnerCall;
  readonly gatewayUrl: string;
  readonly key: string;
}

/**
 * Creates a policy that lets hardly anything through for one model, waits until it holds, deletes it, and waits until it does not. Rejects if
 * either takes longer than 15 s.
 */
export async function changePolicies(
  { call, gatewayUrl, key }: PolicyWorld,
  count: number,
  tally: Tally,
): Promise<void> {
  const pool = new Pool(gatewayUrl, { allowH2: false, connections: 1 });
  try {
    const policy = { name: `soak ${count}`, scope: 'organization', model: OTHER_MODEL, requests_per_hour: 1 };
    const { id } = await call<{ id: string }>('POST', POLICIES, policy);
    await untilOutcome(LIMITED);
    await call('PATCH', `${POLICIES}/${id}`, { requests_per_hour: 2 + count });
    await call('DELETE', `${POLICIES}/${id}`);
    await untilOutcome('200');
  } finally {
    await pool.destroy();
  }

  async function untilOutcome(wanted: string): Promise<void> {
    let probe = 0;
    const isThere = async (): Promise<true | undefined> => {
      const id = `chaos-soak-policy-${count}-${wanted.slice(0, 3)}-${++probe}`;
      const sentAt = performance.now();
      const outcome = await sendCall(pool, { id, key, path: CHAT_PATH, body: BODY, leaves: false });
      const request = { id, gateway: 0, isStream: false, sentAt, durationMs: performance.now() - sentAt, ...outcome };
      // Either is right for a moment, until the change has come to the gateway.
      const isRight = outcome.outcome === '200' || outcome.outcome === LIMITED;
      const expected = isRight ? outcome.outcome : wanted;
      tally.add({ kind: 'policy', expected, request, isRecorded: true, isTimed: false });
      if (outcome.outcome === wanted) return true;
      await sleep(POLL_MS);
      return undefined;
    };
    await waitUntil(`a policy to give ${wanted}`, isThere, IN_EFFECT_LIMIT_MS);
  }
}
