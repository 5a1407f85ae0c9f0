import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import { ALL_MANIFESTS } from '@multilane/providers/manifests';
import { findProvider } from '@pydantic/genai-prices';
import { findPackagePrices, PACKAGE_VERSION } from './find-package-prices.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const find = async (kind: ProviderKind, upstreamModel: string) =>
  (await findPackagePrices([{ kind, upstreamModel }], NOW))[0];

const PRICED = ALL_MANIFESTS.flatMap(({ kind, prices }) => (prices ? [[kind, prices.id]] : []));

describe('the price package', () => {
  it('is the version that costs are recorded with', () => {
    const entry = createRequire(import.meta.url).resolve('@pydantic/genai-prices');
    const { version } = JSON.parse(readFileSync(new URL('../package.json', `file://${entry}`), 'utf8')) as {
      version: string;
    };
    expect(version).toBe(PACKAGE_VERSION);
  });

  it.each(PRICED)('knows the provider kind %s', (_kind, providerId) => {
    expect(findProvider({ providerId })).toBeDefined();
  });

  it('prices input, cached input and output', async () => {
    expect(await find('openai', 'gpt-4o-2024-11-20')).toEqual({
      version: `@pydantic/genai-prices@${PACKAGE_VERSION}`,
      input: 2.5,
      cachedInput: 1.25,
      output: 10,
      perRequest: 0,
      perSearch: 0.01,
      tierFactors: { flex: 0.5, priority: 2 },
      longPrompts: [],
    });
  });

  it('prices what is written to a cache, for five minutes and for an hour', async () => {
    expect(await find('anthropic', 'claude-sonnet-4-5')).toMatchObject({
      input: 3,
      cacheWrite: 3.75,
      cacheWriteHour: 6,
    });
  });

  it('prices sound and images apart where the provider does', async () => {
    expect(await find('openai', 'gpt-realtime')).toMatchObject({
      input: 4,
      cachedInput: 0.4,
      output: 16,
      audio: { input: 32, cachedInput: 0.4, output: 64 },
      image: { input: 5, cachedInput: 0.5, output: 16 },
    });
    expect(await find('gemini', 'gemini-2.5-flash')).toMatchObject({
      audio: { input: 1, cachedInput: 0.1, output: 2.5 },
    });
  });

  it('has the prices of long prompts', async () => {
    expect(await find('gemini', 'gemini-2.5-pro')).toMatchObject({
      input: 1.25,
      longPrompts: [{ above: 200_000, input: 2.5, cachedInput: 0.25, output: 15 }],
    });
  });

  it('takes cached input for input where it has no price of its own', async () => {
    const price = await find('mistral', 'mistral-large-latest');
    expect(price?.input).toBeGreaterThan(0);
    expect(price?.cachedInput).toBe(price?.input);
  });

  it('prices each request where the provider does', async () => {
    expect((await find('perplexity', 'sonar'))?.perRequest).toBeGreaterThan(0);
  });

  it('takes the dearest price of the day', async () => {
    const price = await find('deepseek', 'deepseek-chat');
    const later = await findPackagePrices(
      [{ kind: 'deepseek', upstreamModel: 'deepseek-chat' }],
      new Date('2026-11-21T20:00:00Z'),
    );
    expect(later[0]).toEqual(price);
  });

  it.each<[ProviderKind, string]>([
    ['openai', 'a-model-of-my-own'],
    ['ollama', 'llama3'],
    ['simulator', 'gpt-4o'],
    ['openai-compatible', 'gpt-4o'],
  ])('says nothing of %s %s', async (kind, model) => {
    expect(await find(kind, model)).toBeUndefined();
  });
});
