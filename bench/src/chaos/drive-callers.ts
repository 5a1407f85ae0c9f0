import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { buildChatBody, buildStreamBody, CHAT_PATH } from '../build-requests.js';
import { type CallOutcome, sendCall } from './send-call.js';

/** Outcome of a caller's request, as the caller saw it. */
export interface SeenRequest extends CallOutcome {
  /** Id that the caller sent as X-Request-Id, and that the audit log must have. */
  readonly id: string;
  /** Index of the gateway that it was sent to. */
  readonly gateway: number;
  readonly isStream: boolean;
  /** `performance.now()` when it was sent. */
  readonly sentAt: number;
  readonly durationMs: number;
}

export interface Callers {
  readonly seen: readonly SeenRequest[];
  /** Ends when the last answer is in. */
  stop(): Promise<void>;
}

export interface CallersOptions {
  readonly gatewayUrls: readonly string[];
  /** Keys of the callers: one caller for each entry. */
  readonly keys: readonly string[];
  readonly model: string;
  /** Milliseconds between the end of one request and the next of the same caller. */
  readonly pauseMs: number;
}

/** Interval of streams among a caller's requests, and of requests that are left in the middle of their stream. */
const STREAM_EVERY = 5;
const LEAVE_EVERY = 10;

let runs = 0;

/** Sends requests over all gateways in turn until it is stopped, and remembers how each ended. */
export function startCallers({ gatewayUrls, keys, model, pauseMs }: CallersOptions): Callers {
  const pools = gatewayUrls.map((url) => new Pool(url, { allowH2: false, connections: keys.length }));
  const seen: SeenRequest[] = [];
  const run = ++runs;
  const whole = buildChatBody(undefined, model);
  const stream = buildStreamBody(1).replace(/"model":"[^"]*"/, `"model":"${model}"`);
  let isStopping = false;
  const call = async (key: string, caller: number): Promise<void> => {
    for (let count = 0; !isStopping; count += 1) {
      const gateway = (caller + count) % pools.length;
      const pool = pools[gateway];
      if (!pool) return;
      const id = `chaos-${run}-${caller}-${count}`;
      const isStream = count % STREAM_EVERY === STREAM_EVERY - 1;
      const leaves = count % LEAVE_EVERY === LEAVE_EVERY - 1;
      const sentAt = performance.now();
      const outcome = await sendCall(pool, { id, key, path: CHAT_PATH, body: isStream ? stream : whole, leaves });
      seen.push({ id, gateway, isStream, sentAt, durationMs: performance.now() - sentAt, ...outcome });
      await sleep(outcome.outcome === 'no connection' ? 50 : pauseMs);
    }
  };
  const calls = keys.map(call);
  return {
    seen,
    stop: async () => {
      isStopping = true;
      await Promise.all(calls);
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}
