import { describe, expect, it } from '@jest/globals';
import { fillFromCatalog } from './fill-from-catalog.js';
import { EMPTY_MODEL } from './model-values.js';

const SMALL = { id: 'small-1', context_window: 8000 };
const LARGE = { id: 'large-1', context_window: null };

describe('a model that is chosen from the price table', () => {
  it('fills in its names and its window', () => {
    expect(fillFromCatalog(EMPTY_MODEL, SMALL)).toMatchObject({
      upstream_model: 'small-1',
      logical_name: 'small-1',
      context_window: 8000,
      type: 'chat',
      prices: {},
    });
  });

  it('leaves the name that a person typed, and replaces what the one before had filled in', () => {
    const first = fillFromCatalog({ ...EMPTY_MODEL, logical_name: 'mine' }, SMALL);
    expect(first.logical_name).toBe('mine');
    const second = fillFromCatalog(fillFromCatalog(EMPTY_MODEL, SMALL), LARGE, SMALL);
    expect(second).toMatchObject({ upstream_model: 'large-1', logical_name: 'large-1', context_window: '' });
    const typed = { ...fillFromCatalog(EMPTY_MODEL, SMALL), context_window: 5 };
    expect(fillFromCatalog(typed, LARGE, SMALL).context_window).toBe(5);
  });

  it.each([
    ['text-embedding-3-large', 'embedding'],
    ['whisper-1', 'transcription'],
    ['tts-1-hd', 'speech'],
    ['gpt-image-1', 'image'],
    ['gpt-4o-mini', 'chat'],
  ])('of the name %s has the type %s', (id, type) => {
    expect(fillFromCatalog(EMPTY_MODEL, { id, context_window: null }).type).toBe(type);
  });
});
