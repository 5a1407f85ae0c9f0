import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { buildChatBody, CHAT_PATH } from '../build-requests.js';
import { CHAOS_MODEL } from '../chaos/chaos-model.js';
import { sendCall } from '../chaos/send-call.js';
import type { OwnerCall } from '../chaos/sign-in-owner.js';
import type { Mix } from './drive-mix.js';
import { messageOf, type Tally } from './tally.js';

const PAUSE_MS = 5_000;
const USES = 3;
/** A gateway is told of a change a moment after it is stored; a busy machine takes its time. */
const REFUSED_LIMIT_MS = 10_000;
const POLL_MS = 100;
const REFUSED = '401 invalid_api_key';
const BODY = buildChatBody('Say hello.', CHAOS_MODEL);

let lives = 0;

/** Creates keys over the API, uses, disables and deletes them, one after the other. */
export function startKeyChurn(call: OwnerCall, gatewayUrl: string, tally: Tally): Mix {
  const pool = new Pool(gatewayUrl, { allowH2: false, connections: 1 });
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await liveThrough(call, pool, ++lives, tally).catch((error: unknown) => tally.note(`keys: ${messageOf(error)}`));
      await sleep(PAUSE_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
      await pool.destroy();
    },
  };
}

/** One key from its creation to the refusals after its end. */
async function liveThrough(call: OwnerCall, pool: Pool, count: number, tally: Tally): Promise<void> {
  const { id, key } = await call<{ id: string; key: string }>('POST', '/admin/keys', {
    name: `soak ${count}`,
    team: 'research',
    rpm_limit: 1_000,
    budget_usd_monthly: 100,
  });
  for (let use = 0; use < USES; use += 1) {
    const requestId = `chaos-soak-key-${count}-${use}`;
    const sentAt = performance.now();
    const outcome = await sendCall(pool, { id: requestId, key, path: CHAT_PATH, body: BODY, leaves: false });
    const durationMs = performance.now() - sentAt;
    const request = { id: requestId, gateway: 0, isStream: false, sentAt, durationMs, ...outcome };
    tally.add({ kind: 'new key', expected: '200', request, isRecorded: true, isTimed: false });
  }
  await call('POST', `/admin/keys/${id}/disable`);
  await expectRefusal(pool, key, 'disabled key', tally);
  await call('DELETE', `/admin/keys/${id}`);
  await expectRefusal(pool, key, 'deleted key', tally);
}

async function expectRefusal(pool: Pool, key: string, kind: string, tally: Tally): Promise<void> {
  const deadline = performance.now() + REFUSED_LIMIT_MS;
  for (;;) {
    const call = { id: 'refused', key, path: CHAT_PATH, body: BODY, leaves: false };
    const { outcome } = await sendCall(pool, call);
    if (outcome === REFUSED) return;
    if (outcome !== '200' || performance.now() > deadline) {
      tally.note(`${kind}: ${outcome} in place of ${REFUSED}`);
      return;
    }
    await sleep(POLL_MS);
  }
}
