import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import type { FilesRequest } from '../exchange.js';
import { getAdapter } from '../registry.js';
import { makeField, makeFile, makeForm } from '../shared/texts/upload-form.tools.spec.js';
import { FakeExchange, readAnswer } from './exchange.tools.spec.js';

/** A call for files that was recorded beside the project, with its answer. */
interface Recorded {
  readonly method: string;
  /** With the query that somebody's client sent. */
  readonly url: string;
  readonly status: number;
  readonly response: unknown;
}

type Case = readonly [kind: 'openai' | 'anthropic', name: string, recorded: Recorded];

/** Cases of our own, which hold if there are no recordings. */
const OWN: readonly Case[] = [
  [
    'openai',
    'own',
    {
      method: 'DELETE',
      url: 'https://x.test/v1/files/file-1',
      status: 200,
      response: { id: 'file-1', object: 'file', deleted: true },
    },
  ],
  [
    'anthropic',
    'own',
    {
      method: 'GET',
      url: 'https://x.test/v1/files/file_1',
      status: 200,
      response: { type: 'file', id: 'file_1', size_bytes: 1 },
    },
  ],
];

const KINDS = ['openai', 'anthropic'] as const;

const CASES: readonly Case[] = KINDS.flatMap((kind) => {
  const folder = join(SHARED_FIXTURES_BEYOND_TEXT, `files-${kind}`);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => readCase(join(folder, name)).map((each): Case => [kind, name, each]));
});

function readCase(folder: string): Recorded[] {
  return readdirSync(folder)
    .filter((file) => /^meta(\.\d+)?\.json$/.test(file))
    .flatMap((file) => {
      const { method, status, url } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const answer = join(folder, file.replace('meta', 'response'));
      if (!/\/files(\/|\?|$)/.test(String(url)) || !existsSync(answer)) return [];
      return [{ method, status: status ?? 200, url: String(url), response: JSON.parse(readFileSync(answer, 'utf8')) }];
    });
}

/** Request of a client of ours for which the provider is asked as recorded. */
function toRequest({ method, url }: Recorded): FilesRequest {
  const [, id, below] = /\/files(?:\/([^/?]+))?(?:\/(content))?(?:\?|$)/.exec(url) ?? [];
  if (id === undefined && method === 'POST') {
    const form = makeForm([makeField('purpose', 'user_data'), makeFile('file', ['%PDF'])]);
    return { operation: 'create', form };
  }
  if (id === undefined) return { operation: 'list', query: {} };
  const operation = below === 'content' ? 'content' : method === 'DELETE' ? 'delete' : 'retrieve';
  return { operation, file_id: id };
}

describe('recorded calls for files', () => {
  test.each(
    [...OWN, ...CASES].map((each) => [`${each[0]} ${each[1]} ${each[2].method} ${each[2].url}`, ...each] as const),
  )('%s', async (_title, kind, _name, recorded) => {
    const request = toRequest(recorded);
    const exchange = new FakeExchange(kind, 'model', [{ status: recorded.status, body: recorded.response }]);
    const asked = getAdapter(kind)?.exchanges?.files?.serve(request, exchange);
    if (recorded.status >= 400) {
      await expect(asked).rejects.toMatchObject({ code: 'provider_rejected_request' });
      return;
    }
    const answer = await asked;
    const text = answer && String(await readAnswer(answer));
    const [call] = exchange.calls;
    expect([call?.method, call?.path.split('?')[0]?.replace(/^\/v1/, '')]).toEqual([
      recorded.method,
      new URL(recorded.url, 'https://x.test').pathname.replace(/^.*?\/files/, '/files'),
    ]);
    const shown = JSON.parse(text ?? '');
    if (kind === 'openai') expect(shown).toMatchObject(recorded.response as object);
    else if (request.operation === 'list')
      expect(shown.data).toHaveLength((recorded.response as { data: [] }).data.length);
    else expect(shown).toMatchObject({ object: 'file', id: (recorded.response as { id: string }).id });
  });
});
