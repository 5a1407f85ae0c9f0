import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ImageRequest, ProviderKind } from '@multilane/contracts';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { getAdapter } from '../registry.js';
import { FakeExchange, readAnswer, TINY_PNG } from './exchange.tools.spec.js';

/** Exchanges recorded beside the project: what the codec sends and makes of the answer is compared with what was recorded. */
interface Recorded {
  readonly url: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
}

const KINDS = ['gemini', 'xai', 'openrouter'] as const;

/** A case of our own, which holds if there are no recordings. */
const OWN: Recorded = {
  url: 'https://api.x.ai/v1/images/generations',
  request: { model: 'grok-imagine-image', prompt: 'a cat' },
  response: { data: [{ b64_json: TINY_PNG.toString('base64') }], usage: { cost_in_usd_ticks: 1 } },
};

const CASES = KINDS.flatMap((kind) => {
  const folder = join(SHARED_FIXTURES_BEYOND_TEXT, `images-${kind}`);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => [kind, name, read(join(folder, name))] as const);
});

/** Reads the first of several exchanges, which makes the image. */
function read(folder: string): Recorded {
  const parse = (name: string) => {
    const file = [`${name}.json`, `${name}.0.json`].find((each) => existsSync(join(folder, each))) ?? '';
    return JSON.parse(readFileSync(join(folder, file), 'utf8'));
  };
  return { url: parse('meta').url, request: parse('request'), response: parse('response') };
}

function readPrompt(request: Recorded['request']): string {
  const { prompt, contents } = request as { prompt?: string; contents?: { parts: { text: string }[] }[] };
  return prompt ?? contents?.[0]?.parts.at(-1)?.text ?? '';
}

describe('recorded images', () => {
  test.each([['xai' as ProviderKind, 'own', OWN] as const, ...CASES])(
    '%s: %s is asked for and answered as recorded',
    async (kind, _name, recorded) => {
      const model = /models\/([^:]+):/.exec(recorded.url)?.[1] ?? String(recorded.request.model);
      const exchange = new FakeExchange(kind, model, [{ body: recorded.response }]);
      const request: ImageRequest = { prompt: readPrompt(recorded.request) };
      const codec = getAdapter(kind)?.exchanges?.imageGenerations;
      codec?.check?.(request, exchange.target);
      const answer = await codec?.serve(request, exchange);
      if (!answer) throw new Error('no codec');
      const [call] = exchange.calls;
      expect(recorded.url.endsWith(call?.path ?? '?')).toBe(true);
      const sent = JSON.parse(call?.body.toString() ?? '');
      // Roles may be left out of a single turn.
      for (const content of sent.contents ?? []) delete content.role;
      const asked = structuredClone(recorded.request) as { contents?: { role?: string }[] };
      for (const content of asked.contents ?? []) delete content.role;
      expect(sent).toEqual(asked);
      const body = JSON.parse((await readAnswer(answer)).toString());
      expect(body).toMatchObject({ created: 1_700_000_000, data: [expect.anything()] });
      expect(answer.usage()?.images).toBe(1);
      const [given] = (recorded.response.data ?? []) as { url?: string; b64_json?: string }[];
      if (given) expect([body.data[0].url, body.data[0].b64_json]).toEqual([given.url, given.b64_json]);
      else expect(JSON.stringify(recorded.response)).toContain(body.data[0].b64_json);
    },
  );
});
