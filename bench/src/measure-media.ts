import { Agent } from 'node:http';
import type { BenchContext } from './bench-context.js';
import { MEDIA_MODELS } from './build-gateway-config.js';
import { REQUEST_HEADERS } from './build-requests.js';
import { buildComparedFigure, type Figure } from './figure.js';
import { buildUpload, SPEECH_BYTES, UPLOAD_TYPE } from './fixed-media.js';
import { readStream } from './read-stream.js';
import { runRounds } from './run-rounds.js';
import type { RunningServer } from './server-under-test.js';
import { percentile } from './statistics.js';

interface MediaCase {
  readonly title: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  isWhole(text: string): boolean;
}

/** Rounds before the measurement, for the compilers inside the processes. */
const WARM_UP_ROUNDS = 10;

/** A minute of speech as MP3 has about so many bytes. */
const UPLOAD_BYTES = 256 * 1024;

const CASES: readonly MediaCase[] = [
  {
    title: 'speech, first byte',
    path: '/v1/audio/speech',
    headers: REQUEST_HEADERS,
    body: JSON.stringify({ model: MEDIA_MODELS.speech, input: 'Hello', voice: 'alloy' }),
    isWhole: ({ length }) => length === SPEECH_BYTES,
  },
  {
    title: 'upload of 256 KB, first byte of the answer',
    path: '/v1/audio/transcriptions',
    headers: { ...REQUEST_HEADERS, 'content-type': UPLOAD_TYPE },
    body: buildUpload(MEDIA_MODELS.hearing, UPLOAD_BYTES),
    isWhole: (text) => text.includes('Hello'),
  },
];

/** Measures the gateway's addition to the time to the first byte of media. Throws if an answer is not whole. */
export async function measureMedia(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const each of CASES) {
    context.progress(`${each.title}: warming up`);
    for (const target of Object.values(context.targets)) {
      await readInTurn(target, each, context.plan.mediaRequests * WARM_UP_ROUNDS);
    }
    const rounds = await runRounds(context, each.title, ['direct', 'bareProxy', 'gateway'], (target) =>
      readInTurn(target, each, context.plan.mediaRequests),
    );
    for (const [share, name] of [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const) {
      const label = { scenario: 'media', name: `${each.title}: ${name}`, unit: 'ms' } as const;
      const values = rounds.map(({ bareProxy, direct, gateway }) => ({
        direct: percentile(direct, share),
        bareProxy: percentile(bareProxy, share),
        gateway: percentile(gateway, share),
      }));
      figures.push(buildComparedFigure(share === 0.5 ? { ...label, bar: { below: 1 } } : label, 'added', values));
    }
  }
  return figures;
}

async function readInTurn(target: RunningServer, each: MediaCase, count: number): Promise<number[]> {
  const { body, headers, path } = each;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { firstByteMilliseconds, text } = await readStream(target.baseUrl + path, headers, body, agent);
    if (!each.isWhole(text)) throw new Error(`${path} answered: ${text.slice(0, 500)}`);
    times.push(firstByteMilliseconds);
  }
  agent.destroy();
  return times;
}
