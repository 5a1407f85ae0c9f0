import { describe, expect, it } from '@jest/globals';
import { listPackageModels } from './list-package-models.js';

const NOW = new Date('2026-11-01T00:00:00Z');

describe('the models that the price package knows', () => {
  it('are those of a kind of provider, with window and prices', async () => {
    const models = await listPackageModels('openai', NOW);
    expect(models.length).toBeGreaterThan(20);
    expect(models.find(({ id }) => id === 'gpt-4o-mini')).toEqual({
      id: 'gpt-4o-mini',
      name: expect.any(String),
      contextWindow: 128_000,
      isDeprecated: false,
      inputPerMillion: 0.15,
      outputPerMillion: 0.6,
    });
  });

  it('say which ones their provider retires', async () => {
    const all = await Promise.all(
      (['openai', 'anthropic', 'gemini', 'groq'] as const).map((kind) => listPackageModels(kind, NOW)),
    );
    expect(all.flat().some(({ isDeprecated }) => isDeprecated)).toBe(true);
  });

  it('are none of a kind that the package does not have', async () => {
    expect(await listPackageModels('simulator', NOW)).toEqual([]);
  });
});
