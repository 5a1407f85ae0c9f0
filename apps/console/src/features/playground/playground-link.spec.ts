import { describe, expect, it } from '@jest/globals';
import { NO_SETTINGS } from './build-body.js';
import { readLink, writeLink } from './playground-link.js';

const settings = { ...NO_SETTINGS, system: 'Antworte auf Deutsch. 你好 🙂', temperature: '0.2' };
const own = { 1: { ...NO_SETTINGS, seed: '7' } };
const linkOf = (state: unknown): string => `state=${btoa(JSON.stringify(state))}`;

describe('a link to the playground', () => {
  it('holds settings, those of single lanes, and what was said', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ] as const;
    const link = writeLink(settings, own, messages);
    expect(link).toMatch(/^state=[\w-]+$/);
    expect(readLink(`#${link}`)).toEqual({ settings, own, messages });
  });

  it('leaves out images, and what tools answered', () => {
    const link = writeLink(settings, {}, [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] },
      { role: 'tool', content: 'secret', tool_call_id: 'c' },
    ]);
    expect(readLink(link ?? '')?.messages).toEqual([]);
  });

  it('is not written for more than a link can be', () => {
    expect(writeLink(settings, {}, [{ role: 'user', content: 'x'.repeat(40_000) }])).toBeUndefined();
  });

  it.each([
    '',
    '#',
    '#token=ml_setup_x',
    '#state=',
    '#state=%%%',
    '#state=bm8',
    `#${linkOf(null)}`,
    `#state=${'A'.repeat(40_000)}`,
  ])('reads nothing of %s', (fragment) => {
    expect(readLink(fragment.slice(0, 40_100))).toBeUndefined();
  });

  it('takes nothing that is not as it must be', () => {
    const odd = {
      settings: { system: 7, stream: 'yes', temperature: '1', __proto__: { admin: true } },
      own: { 9: {}, x: {}, 2: { seed: '3' } },
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: {} },
        { role: 'user', content: 'ok' },
        null,
      ],
    };
    expect(readLink(linkOf(odd))).toEqual({
      settings: { ...NO_SETTINGS, temperature: '1' },
      own: { 2: { ...NO_SETTINGS, seed: '3' } },
      messages: [{ role: 'user', content: 'ok' }],
    });
  });
});
