import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findPython, jsonReply, type Python, runPython, streamReply, TEST_KEYS } from '@multilane/testing';
import { readParts, startMedia } from '../media/start-media.js';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';

/** A part as Python's SDK writes it: name, filename, content. */
type Part = readonly [name: string, filename: string | undefined, content: string];

/** One call of the SDK, the parts that it writes for it, and what it prints of the answer. */
interface PythonCall {
  readonly name: string;
  readonly path: string;
  readonly script: string;
  readonly parts: readonly Part[];
  /** The parts that the provider gets. */
  readonly sent: readonly Part[];
  readonly answer: ReturnType<typeof jsonReply> | ReturnType<typeof streamReply>;
  readonly printed: string;
}

const LARGE = 'x'.repeat(3_000_000);
const FIELDS_OF_EDIT: readonly Part[] = [
  ['model', undefined, 'draw'],
  ['prompt', undefined, 'a hat'],
  ['n', undefined, '2'],
];
const IMAGES: readonly Part[] = [
  ['image[]', 'cat.png', 'cat'],
  ['image[]', 'hat.png', 'hat'],
  ['mask', 'mask.png', 'mask'],
];

const delta = (text: string) => Buffer.from(`data: {"type":"transcript.text.delta","delta":"${text}"}\n\n`);
const done = Buffer.from('data: {"type":"transcript.text.done","text":"Hello"}\n\n');

const CALLS: readonly PythonCall[] = [
  {
    name: 'images.edit with two images and a mask',
    path: '/v1/images/edits',
    script: `
answer = client.images.edit(model="draw", prompt="a hat", n=2, mask=("mask.png", b"mask"),
                            image=[("cat.png", b"cat"), ("hat.png", b"hat")])
print(answer.data[0].b64_json)`,
    parts: [...FIELDS_OF_EDIT, ...IMAGES],
    sent: [['model', undefined, 'gpt-image-1'], ...FIELDS_OF_EDIT.slice(1), ...IMAGES],
    answer: jsonReply({ created: 1, data: [{ b64_json: 'AAAA' }] }),
    printed: 'AAAA',
  },
  {
    name: 'audio.transcriptions.create of a large file, with words and segments',
    path: '/v1/audio/transcriptions',
    script: `
answer = client.audio.transcriptions.create(model="hear", file=("a.wav", b"x" * 3_000_000), response_format="verbose_json",
                                            timestamp_granularities=["word", "segment"])
print(answer.text, answer.words[0].word)`,
    parts: [
      ['model', undefined, 'hear'],
      ['response_format', undefined, 'verbose_json'],
      ['timestamp_granularities[]', undefined, 'word'],
      ['timestamp_granularities[]', undefined, 'segment'],
      ['file', 'a.wav', LARGE],
    ],
    sent: [
      ['model', undefined, 'whisper-1'],
      ['response_format', undefined, 'verbose_json'],
      ['timestamp_granularities[]', undefined, 'word'],
      ['timestamp_granularities[]', undefined, 'segment'],
      ['file', 'a.wav', LARGE],
    ],
    answer: jsonReply({ text: 'Hi', language: 'english', duration: 1, words: [{ word: 'Hi', start: 0, end: 1 }] }),
    printed: 'Hi Hi',
  },
  {
    name: 'audio.transcriptions.create as a stream',
    path: '/v1/audio/transcriptions',
    script: `
for event in client.audio.transcriptions.create(model="hear", file=("a.wav", b"RIFF"), stream=True):
    if event.type == "transcript.text.delta": print(event.delta, end="")`,
    parts: [
      ['model', undefined, 'hear'],
      ['stream', undefined, 'true'],
      ['file', 'a.wav', 'RIFF'],
    ],
    sent: [
      ['model', undefined, 'whisper-1'],
      ['stream', undefined, 'true'],
      ['file', 'a.wav', 'RIFF'],
    ],
    answer: streamReply([delta('Hel'), delta('lo'), done]),
    printed: 'Hello',
  },
  {
    name: 'audio.translations.create',
    path: '/v1/audio/translations',
    script: `
print(client.audio.translations.create(model="hear", file=("a.wav", b"RIFF")).text)`,
    parts: [
      ['model', undefined, 'hear'],
      ['file', 'a.wav', 'RIFF'],
    ],
    sent: [
      ['model', undefined, 'whisper-1'],
      ['file', 'a.wav', 'RIFF'],
    ],
    answer: jsonReply({ text: 'Hello' }),
    printed: 'Hello',
  },
  {
    name: 'files.create',
    path: '/v1/files?model=hear',
    script: `
print(client.files.create(file=("lines.jsonl", b"{}\\n"), purpose="user_data", extra_query={"model": "hear"}).id)`,
    parts: [
      ['purpose', undefined, 'user_data'],
      ['file', 'lines.jsonl', '{}\n'],
    ],
    sent: [
      ['purpose', undefined, 'user_data'],
      ['file', 'lines.jsonl', '{}\n'],
    ],
    answer: jsonReply({
      id: 'file-1',
      object: 'file',
      bytes: 3,
      created_at: 1,
      filename: 'lines.jsonl',
      status: 'processed',
    }),
    printed: 'file-1',
  },
];

/** Sends the parts that Python's SDK writes, without Python. */
async function sendParts({ parts, path }: PythonCall, baseUrl: string): Promise<void> {
  const written = parts.map(([name, filename, content]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    return `--B\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'content-type': 'multipart/form-data; boundary=B' },
    body: `${written.join('')}--B--\r\n`,
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

async function callPython(python: Python, { printed, script }: PythonCall, baseUrl: string): Promise<void> {
  const head = 'import os\nfrom openai import OpenAI\nclient = OpenAI(max_retries=0)';
  const environment = { OPENAI_BASE_URL: `${baseUrl}/v1`, OPENAI_API_KEY: TEST_KEYS.research };
  expect((await runPython(python, head + script, environment)).trim()).toBe(printed);
}

type Send = (call: PythonCall, baseUrl: string) => Promise<void>;

/** The SDK itself where it can be installed, and in CI always; a plain clone without an index of Python packages has what it writes. */
function listClients(): { readonly client: string; readonly send: Send }[] {
  const python = findPython();
  const written = { client: 'the parts that openai of Python writes', send: sendParts };
  if (python === undefined) return [written];
  return [written, { client: 'openai of Python', send: (call, baseUrl) => callPython(python, call, baseUrl) }];
}

let pair: Pair;

beforeAll(async () => {
  pair = await startMedia();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
afterEach(() => pair.upstream.reset());

describe.each(listClients())('$client', ({ send }) => {
  it.each(CALLS)(
    '$name reaches the provider part by part, and its answer comes back',
    async (call) => {
      pair.upstream.enqueue(call.answer);
      await send(call, pair.gateway.baseUrl);
      const [request] = pair.upstream.requests;
      const received = readParts(request?.rawBody ?? Buffer.alloc(0), request?.headers['content-type']);
      const sorted = (parts: readonly Part[]) => parts.map((part) => JSON.stringify(part)).sort();
      // The SDK chooses the order of the fields; files come last.
      expect(sorted(received.map(({ filename, name = '', text }) => [name, filename, text]))).toEqual(
        sorted(call.sent),
      );
      expect(received.at(-1)?.filename).toBeDefined();
      expect(request?.headers.authorization).toMatch(/^Bearer sk-test-openai/);
    },
    SLOW_TEST_LIMIT_MS,
  );
});
