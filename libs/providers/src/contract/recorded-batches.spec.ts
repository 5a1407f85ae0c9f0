import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import type { BatchProgress, BatchResult } from '../batch.js';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply } from './exchange.tools.spec.js';

/** A batch that was recorded beside the project: which of its calls are of which kind. */
interface Recorded {
  readonly kind: ProviderKind;
  /** Below the folder of recordings. */
  readonly folder: string;
  readonly id: string;
  /** Numbers of the calls that start it, with those whose requests show the lines. */
  readonly start: readonly number[];
  /** Progress by the recorded calls that ask for it. */
  readonly progress: readonly (readonly [number, BatchProgress])[];
  /** The calls that bring its results, and what the answers say in the reference's words. */
  readonly results: readonly number[];
  readonly texts: readonly string[];
}

const RECORDED: readonly Recorded[] = [
  {
    kind: 'openai',
    folder: 'batches-openai/responses',
    id: 'batch_6a85c08a63188190982c56b42faa4ff5',
    start: [0, 1],
    progress: [
      [2, { status: 'running' }],
      [5, { status: 'ended', completed: 2, failed: 0 }],
    ],
    results: [5, 6],
    // Answers of another endpoint, which no line of ours asks for.
    texts: [],
  },
  {
    kind: 'anthropic',
    folder: 'batches-anthropic/messages',
    id: 'msgbatch_01GUqGVJfUzZfBnjRymfPdV3',
    start: [0],
    progress: [
      [1, { status: 'running', completed: 0, failed: 0 }],
      [2, { status: 'ended', completed: 2, failed: 0 }],
    ],
    results: [3],
    texts: ['4', 'Jupiter'],
  },
  {
    kind: 'gemini',
    folder: 'batches-gemini/generate-content',
    id: 'batches/31u18uq6dr4ods3957z38i1mbfa581k01xcq',
    start: [0],
    progress: [
      [0, { status: 'running', completed: 0, failed: 0 }],
      [1, { status: 'running', completed: 0, failed: 0 }],
      [2, { status: 'ended', completed: 2, failed: 0 }],
    ],
    results: [2],
    texts: ['4', 'Jupiter'],
  },
];

const PRESENT = RECORDED.filter(({ folder }) => existsSync(join(SHARED_FIXTURES_BEYOND_TEXT, folder)));

function open({ folder }: Recorded) {
  const readText = (name: string) => {
    const path = join(SHARED_FIXTURES_BEYOND_TEXT, folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const metaOf = (number: number) => JSON.parse(readText(`meta.${number}.json`) ?? '');
  return {
    metaOf,
    readText,
    replyOf: (number: number): FakeReply => ({
      status: metaOf(number).status,
      // Somebody else's program named its lines at Gemini by another member than ours.
      body: (readText(`response.${number}.json`) ?? readText(`response.${number}.jsonl`) ?? '').replaceAll(
        '"metadata": {\n              "custom_id"',
        '"metadata": {\n              "key"',
      ),
    }),
  };
}

/** The lines of a recorded request, as the gateway writes them: the name of a line, and its body. */
function readLines({ kind, start }: Recorded, readText: (name: string) => string | undefined) {
  const [first = 0] = start;
  if (kind === 'openai') {
    const { parts } = JSON.parse(readText(`request.${first}.multipart.json`) ?? '');
    const { text } = parts.find(({ name }: { name: string }) => name === 'file');
    return (text.trim().split('\n') as string[])
      .map((line) => JSON.parse(line))
      .map(({ body, custom_id: id }) => [id, body]);
  }
  const { batch, requests } = JSON.parse(readText(`request.${first}.json`) ?? '');
  if (kind === 'anthropic') return requests.map(({ custom_id: id, params }: Record<string, unknown>) => [id, params]);
  return batch.inputConfig.requests.requests.map(
    ({ metadata, request }: { metadata: Record<string, unknown>; request: unknown }) => [metadata.custom_id, request],
  );
}

async function* toLines(lines: [string, unknown][]) {
  for (const [customId, body] of lines) yield { customId, body: JSON.stringify(body) };
}

// Without recordings the rules are held by batches-contract.spec.ts.
describe('batches of providers', () => {
  it('are recorded for three kinds, where recordings are there at all', () => {
    expect([0, RECORDED.length]).toContain(PRESENT.length);
  });

  for (const recorded of PRESENT) {
    const { folder, id, kind } = recorded;
    const { metaOf, readText, replyOf } = open(recorded);
    const codec = getAdapter(kind)?.batches;

    it(`${folder}: the same calls start it`, async () => {
      const lines = readLines(recorded, readText);
      const exchange = new FakeExchange(
        kind,
        metaOf(0).url.match(/models\/([^:]+)/)?.[1] ?? 'm',
        recorded.start.map(replyOf),
      );
      const batch = {
        name: 'n',
        endpoint: 'chat' as const,
        lineCount: lines.length,
        bodyBytes: 1_000,
        lines: toLines(lines),
      };
      expect(await codec?.start(batch, exchange)).toBe(id);
      expect(exchange.calls.map(({ method, path }) => `${method} ${path.replace(/^\/v1\//, '/')}`)).toEqual(
        recorded.start
          .map(metaOf)
          .map(({ method, url }) => `${method} ${new URL(url).pathname.replace(/^\/v1\//, '/')}`),
      );
      const sent = exchange.calls[0]?.body.toString() ?? '';
      for (const [, body] of lines) expect(sent).toContain(JSON.stringify(body));
    });

    it(`${folder}: how far it is`, async () => {
      for (const [number, progress] of recorded.progress) {
        const exchange = new FakeExchange(kind, 'm', [replyOf(number)]);
        expect(await codec?.read(id, exchange)).toMatchObject(progress);
      }
    });

    it(`${folder}: its results are answers of the endpoint`, async () => {
      const exchange = new FakeExchange(kind, 'm', recorded.results.map(replyOf));
      const results: BatchResult[] = [];
      for await (const result of codec?.results(id, exchange) ?? []) results.push(result);
      expect(results.map(({ customId, outcome }) => [customId, outcome])).toEqual([
        ['0', 'answered'],
        ['1', 'answered'],
      ]);
      const facts = { kind, idSeed: 's', created: 1, includeUsage: false };
      const texts = results.slice(0, recorded.texts.length).map((result) => {
        const body = result.outcome === 'answered' ? result.body : undefined;
        return getAdapter(kind)?.endpoints.chat?.decode([body], facts).response.choices[0]?.message.content;
      });
      expect(texts).toEqual(recorded.texts);
    });
  }
});
