// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/knowledge/src/parse/parse-documents.integration.spec.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { chunkDocument } from '../chunk/chunk-document.js';
import { renderDocument } from '../document/render-document.js';
import { openDocumentParser } from './open-document-parser.js';
import type { DocumentParser } from './parse-outcome.js';

/** Documents beside the project, each with the facts that must be found in its chunks. */
const FOLDER = join(SHARED_FIXTURES_BEYOND_TEXT, 'documents');

interface Facts {
  readonly must_contain?: readonly string[];
  readonly must_not_contain?: readonly string[];
  /** Expectation for a document that is not read. */
  readonly expect?: string;
}

interface Case {
  readonly name: string;
  readonly bytes: Buffer;
  readonly facts: Facts;
}

const OWN: Case = { name: 'own.md', bytes: Buffer.from('# Own\n\nA fact.'), facts: { must_contain: ['A fact'] } };

function readCase(folder: string): Case {
  const source = readdirSync(join(FOLDER, folder)).find((name) => name.startsWith('source.')) ?? '';
  const facts = join(FOLDER, folder, 'facts.json');
  return {
    name: source,
    bytes: readFileSync(join(FOLDER, folder, source)),
    facts: existsSync(facts) ? (JSON.parse(readFileSync(facts, 'utf8')) as Facts) : {},
  };
}

const CASES = new Map([['own', OWN]]);
if (existsSync(FOLDER)) for (const folder of readdirSync(FOLDER)) CASES.set(folder, readCase(folder));

let parser: DocumentParser;
beforeAll(() => {
  parser = openDocumentParser({ concurrency: 2 });
});
afterAll(() => parser.close());

/** Facts are compared without white space and punctuation. */
const bare = (text: string) => text.normalize('NFKC').replace(/[\s\p{P}\p{S}]/gu, '');

describe('every fact of a document is in one of its chunks', () => {
  const readable = [...CASES].filter(([, { facts }]) => facts.expect === undefined);
  test.each(readable)('%s', async (_, { name, bytes, facts }) => {
    const outcome = await parser.parseDocument(bytes, { name });
    if (outcome.status !== 'parsed') throw new Error(JSON.stringify(outcome));
    const rendered = renderDocument(outcome.document);
    const count = (text: string) => Math.ceil(text.length / 4);
    const chunks = [...chunkDocument(rendered, { tokens: 512, overlap: 64, count })];
    const missing = (facts.must_contain ?? []).filter(
      (fact) => !chunks.some(({ text }) => bare(text).includes(bare(fact))),
    );
    expect(missing).toEqual([]);
    for (const fact of facts.must_not_contain ?? []) expect(rendered.text).not.toContain(fact);
  });
});

describe('a document that cannot be read fails for the reason that it has', () => {
  const CODES: Readonly<Record<string, string>> = {
    unsupported: 'unsupported_type',
    password: 'encrypted',
    'no text': 'no_text',
  };
  const unreadable = [...CASES].filter(([, { facts }]) => facts.expect !== undefined);
  const own: Case = { name: 'own.txt', bytes: Buffer.alloc(0), facts: { expect: 'failed, no text found' } };
  test.each([['own', own] as const, ...unreadable])('%s', async (_, { name, bytes, facts }) => {
    const [, failure] = Object.entries(CODES).find(([words]) => facts.expect?.includes(words)) ?? [];
    expect(await parser.parseDocument(bytes, { name })).toMatchObject({ status: 'failed', failure });
  });
});
