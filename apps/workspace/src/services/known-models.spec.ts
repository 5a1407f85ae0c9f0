import { describe, expect, it } from '@jest/globals';
import type { CatalogModel } from '@multilane/policy';
import { KnownModels } from './known-models.js';

const MODEL: CatalogModel = {
  id: 'm',
  name: 'M',
  contextWindow: 1000,
  isDeprecated: false,
  inputPerMillion: 1,
  outputPerMillion: 2,
};

function makeModels(answer: () => Promise<readonly CatalogModel[]>) {
  const asked: string[] = [];
  const outcomes: string[] = [];
  const tasks = { failed: () => outcomes.push('failed'), succeeded: () => outcomes.push('succeeded') };
  const models = new KnownModels({
    lookUp: ({ catalogOf }) => {
      asked.push(catalogOf);
      return answer();
    },
    tasks,
  });
  return { asked, models, outcomes };
}

describe('the known models of kinds of provider', () => {
  it('are looked up once for a kind, however many ask', async () => {
    const { asked, models, outcomes } = makeModels(async () => [MODEL]);
    expect(await Promise.all([models.list('openai'), models.list('openai')])).toEqual([[MODEL], [MODEL]]);
    expect(await models.list('openai')).toEqual([MODEL]);
    await models.list('gemini');
    expect([asked, outcomes]).toEqual([
      ['openai', 'gemini'],
      ['succeeded', 'succeeded'],
    ]);
  });

  it('are none after a look-up that failed, which is not repeated at once', async () => {
    const { asked, models, outcomes } = makeModels(() => Promise.reject(new Error('away')));
    expect([await models.list('openai'), await models.list('gemini')]).toEqual([[], []]);
    expect([asked, outcomes]).toEqual([['openai'], ['failed']]);
  });

  it('are looked up for one kind at a time, in one process', async () => {
    let [running, most] = [0, 0];
    const { asked, models } = makeModels(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return [MODEL];
    });
    const kinds = ['openai', 'gemini', 'groq', 'anthropic'] as const;
    expect(await Promise.all(kinds.map((kind) => models.list(kind)))).toEqual(kinds.map(() => [MODEL]));
    expect([asked, most]).toEqual([kinds, 1]);
  });
});
