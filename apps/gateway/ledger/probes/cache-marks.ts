import type { RequestProbe } from '../probe.js';

const TEXT = { type: 'text', text: 'see' };
const SEE = { type: 'input_text', text: 'see' };

const chat = (...parts: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...parts] }] });
const responses = (...parts: object[]) => ({ input: [{ role: 'user', content: [SEE, ...parts] }] });
const messages = (...blocks: object[]) => ({ messages: [{ role: 'user', content: [TEXT, ...blocks] }] });

/** Marks of a stretch of the prompt for a cache. */
export const CACHE_MARKS: readonly RequestProbe[] = [
  {
    feature: 'the mark of a cached stretch: cache_control of a part',
    says: {
      chat: chat({ type: 'text', text: 't', cache_control: { type: 'ephemeral', ttl: '1h' } }),
      responses: responses({ type: 'input_text', text: 't', cache_control: { type: 'ephemeral', ttl: '1h' } }),
      messages: messages({ type: 'text', text: 't', cache_control: { type: 'ephemeral', ttl: '1h' } }),
    },
    stands: {
      reference: { 'messages[0].content[1].cache_control': { type: 'ephemeral', ttl: '1h' } },
      messages: { 'messages[0].content[1].cache_control': { type: 'ephemeral', ttl: '1h' } },
      converse: { 'messages[0].content[2].cachePoint': { type: 'default', ttl: '1h' } },
    },
    sentinels: ['ephemeral'],
  },
  {
    feature: 'cache_control of the system prompt',
    says: {
      chat: {
        messages: [
          { role: 'system', content: [{ type: 'text', text: 't', cache_control: { type: 'ephemeral' } }] },
          { role: 'user', content: 'hi' },
        ],
      },
      messages: { system: [{ type: 'text', text: 't', cache_control: { type: 'ephemeral' } }] },
    },
    stands: {
      messages: { 'system[0].cache_control': { type: 'ephemeral' } },
      converse: { 'system[1].cachePoint': { type: 'default' } },
    },
    sentinels: ['ephemeral'],
  },
  {
    feature: 'cache_control of the whole request',
    says: {
      chat: { cache_control: { type: 'ephemeral' } },
      responses: { cache_control: { type: 'ephemeral' } },
      messages: { cache_control: { type: 'ephemeral' } },
    },
    stands: { reference: { cache_control: { type: 'ephemeral' } } },
    sentinels: ['ephemeral'],
  },
];
