import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { HEARING_MODEL, SPEAKING_MODEL } from './chaos-model.js';
import type { Callers, SeenRequest } from './drive-callers.js';
import { DOWNLOAD_BYTES } from './faulty-upstream.js';

/** Uses of media by callers. A slow reader takes a piece of its download, and then nothing for a while. */
export type MediaUse = 'upload' | 'download' | 'slow download';

export interface MediaCallersOptions {
  readonly gatewayUrls: readonly string[];
  readonly key: string;
  readonly use: MediaUse;
  readonly callers: number;
}

/** More than a gateway holds in memory, so that it goes on while it arrives. */
const UPLOAD_BYTES = 2 * 1024 * 1024;
const PAUSE_MS = 50;
const SLOW_PIECE_MS = 100;

let runs = 0;

/** Sends uploads or reads downloads over all gateways in turn until it is stopped, and remembers how each ended. */
export function startMediaCallers({ callers, gatewayUrls, key, use }: MediaCallersOptions): Callers {
  const pools = gatewayUrls.map((url) => new Pool(url, { allowH2: false, connections: callers }));
  const seen: SeenRequest[] = [];
  const run = ++runs;
  let isStopping = false;
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let count = 0; !isStopping; count += 1) {
      const gateway = (caller + count) % pools.length;
      const pool = pools[gateway];
      if (!pool) return;
      const id = `chaos-media-${run}-${caller}-${count}`;
      const sentAt = performance.now();
      const outcome = await send(pool, { id, key, use });
      const durationMs = performance.now() - sentAt;
      seen.push({ id, gateway, isStream: true, sentAt, durationMs, outcome, isComplete: outcome === '200' });
      await sleep(PAUSE_MS);
    }
  };
  const calls = Array.from({ length: callers }, call);
  return {
    seen,
    stop: async () => {
      isStopping = true;
      await Promise.all(calls);
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

interface Call {
  readonly id: string;
  readonly key: string;
  readonly use: MediaUse;
}

async function send(pool: Pool, { id, key, use }: Call): Promise<string> {
  const isUpload = use === 'upload';
  try {
    const { body, statusCode } = await pool.request({
      method: 'POST',
      path: isUpload ? '/v1/audio/transcriptions' : '/v1/audio/speech',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': isUpload ? 'multipart/form-data; boundary=B' : 'application/json',
        'x-request-id': id,
      },
      body: isUpload ? UPLOAD : SPEECH,
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
    });
    if (statusCode !== 200) {
      const { error } = (await body.json()) as { error?: { code?: string } };
      return `${statusCode} ${error?.code ?? ''}`.trim();
    }
    let length = 0;
    for await (const piece of body) {
      length += (piece as Buffer).length;
      if (use === 'slow download') await sleep(SLOW_PIECE_MS);
    }
    return isUpload || length === DOWNLOAD_BYTES ? '200' : '200, and less than the whole';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') return 'no connection';
    return isUpload ? 'broken' : '200, then cut off';
  }
}

/** The body of a request for a download. */
export const SPEECH = JSON.stringify({ model: SPEAKING_MODEL, input: 'Hello', voice: 'alloy' });

/** The body of an upload, with the boundary `B`. */
export const UPLOAD = Buffer.concat([
  Buffer.from(`--B\r\nContent-Disposition: form-data; name="model"\r\n\r\n${HEARING_MODEL}\r\n`),
  Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'),
  Buffer.alloc(UPLOAD_BYTES, 1),
  Buffer.from('\r\n--B--\r\n'),
]);
