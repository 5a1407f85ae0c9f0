import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the provider got, with its body read. */
export interface SpeechCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** One server that plays the four speech providers: their paths do not meet. */
export interface SpeechProvider {
  readonly url: string;
  readonly calls: SpeechCall[];
  /** Answers to use for the next calls to a path, instead of the usual ones. */
  readonly next: Map<string, { status: number; body: string }>;
  /** Number of answers of AssemblyAI that say that it is still processing. */
  pollsBeforeDone: number;
  close(): Promise<void>;
}

export const TEXT = 'Hi there. Hello.';

const TIMES = [
  ['Hi', 0.1, 0.4],
  ['there.', 0.4, 1],
  ['Hello.', 1.2, 2],
] as const;

/** Frames of MPEG 2, layer III. */
export const SOUND = Buffer.concat(
  Array.from({ length: 50 }, () => Buffer.from([0xff, 0xf3, 0x64, 0xc4, ...Buffer.alloc(96, 7)])),
);

const ELEVENLABS = {
  ...{ language_code: 'eng', text: TEXT, audio_duration_secs: 2.5 },
  words: TIMES.map(([text, start, end]) => ({ text, start, end, type: 'word', speaker_id: 'speaker_0' })),
};
const DEEPGRAM = {
  metadata: { duration: 2.5 },
  results: {
    channels: [
      {
        alternatives: [
          { transcript: TEXT, words: TIMES.map(([word, start, end]) => ({ word, start, end, speaker: 0 })) },
        ],
      },
    ],
  },
};
const CARTESIA = {
  text: TEXT,
  language: 'en',
  duration: 2.5,
  words: TIMES.map(([word, start, end]) => ({ word, start, end })),
};
const ASSEMBLYAI = {
  ...{ id: 'job_1', status: 'completed', text: TEXT, language_code: 'en', audio_duration: 2.5 },
  words: TIMES.map(([text, start, end]) => ({ text, start: start * 1000, end: end * 1000, speaker: 'A' })),
};

/** Starts the server on a port of the system's. */
export async function startSpeechProvider(): Promise<SpeechProvider> {
  const provider = { url: '', calls: [] as SpeechCall[], next: new Map(), pollsBeforeDone: 1, close: async () => {} };
  let polls = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '', headers } = request;
    provider.calls.push({ method, path, headers, body: Buffer.concat(pieces) });
    const [bare = ''] = path.split('?');
    const planned = provider.next.get(bare);
    if (planned) {
      provider.next.delete(bare);
      sendJson(response, planned.status, planned.body);
    } else if (SPEAKS.test(bare)) {
      await sendSound(response);
    } else if (method === 'POST' && bare === '/v2/transcript') {
      polls = 0;
      sendJson(response, 200, { id: 'job_1', status: 'queued' });
    } else if (method === 'GET' && bare === '/v2/transcript/job_1') {
      polls += 1;
      sendJson(response, 200, polls > provider.pollsBeforeDone ? ASSEMBLYAI : { id: 'job_1', status: 'processing' });
    } else {
      sendJson(response, bare in ANSWERS ? 200 : 404, ANSWERS[bare] ?? {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return provider;
}

const SPEAKS = /^\/v1\/(?:text-to-speech\/.+|speak)$|^\/tts\/bytes$/;

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/speech-to-text': ELEVENLABS,
  '/v1/listen': DEEPGRAM,
  '/stt': CARTESIA,
  '/v2/upload': { upload_url: 'https://storage.test/upload' },
  '/v2/transcript/job_1': { id: 'job_1' },
  '/audio/speech': { audio_data: SOUND.toString('base64') },
  '/v1/voices': { voices: [{ voice_id: 'v1', name: 'River' }] },
};

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** In two pieces, so that a reader can see whether they were held back. */
async function sendSound(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  response.write(SOUND.subarray(0, 1000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  response.end(SOUND.subarray(1000));
}
