import { setTimeout as sleep } from 'node:timers/promises';
import { newToken, TOKEN_PREFIXES } from '@multilane/auth';
import { Pool } from 'undici';
import { sendCall } from '../chaos/send-call.js';
import type { Tally } from './tally.js';
import { kindOf } from './traffic-mix.js';

export interface MixOptions {
  readonly gatewayUrl: string;
  readonly key: string;
  /** Requests per second, however long their answers take. */
  readonly rate: number;
  /** Limit of requests that are answered at once. Default: enough for the answers of a few seconds at any modest rate. */
  readonly connections?: number;
}

/** Load that goes on until it is stopped. */
export interface Mix {
  /** Ends when the last answer is in. */
  stop(): Promise<void>;
}

const CONNECTIONS = 64;

let runs = 0;

/** Sends the mix at a fixed rate until it is stopped. */
export function startMix({ connections = CONNECTIONS, gatewayUrl, key, rate }: MixOptions, tally: Tally): Mix {
  const pool = new Pool(gatewayUrl, { allowH2: false, connections });
  const running = new Set<Promise<void>>();
  const run = ++runs;
  let isStopping = false;
  const send = async (count: number): Promise<void> => {
    const { expected, hasUnknownKey = false, isTimed = false, name, leaves = false, ...kind } = kindOf(count);
    const id = `chaos-soak-${run}-${count}`;
    const sentAt = performance.now();
    const token = hasUnknownKey ? newToken(TOKEN_PREFIXES.apiKey) : key;
    const outcome = await sendCall(pool, { ...kind, id, key: token, leaves });
    const durationMs = performance.now() - sentAt;
    const request = { id, gateway: 0, isStream: !isTimed, sentAt, durationMs, ...outcome };
    tally.add({ kind: name, expected, request, isRecorded: !hasUnknownKey, isTimed });
  };
  const drive = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let count = 0; !isStopping; count += 1) {
      const wait = startedAt + (count * 1_000) / rate - performance.now();
      if (wait > 0) await sleep(wait);
      const sending = send(count).finally(() => running.delete(sending));
      running.add(sending);
    }
  };
  const driving = drive();
  return {
    stop: async () => {
      isStopping = true;
      await driving;
      await Promise.all(running);
      await pool.destroy();
    },
  };
}
