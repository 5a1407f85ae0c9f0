import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';

/** A member that chat, responses and completions call the same. */
const shared = (members: Json) => ({ chat: members, responses: members, completions: members });

/** Length and number of answers, stops, and the end user. */
export const LIMITS: readonly RequestProbe[] = [
  {
    feature: 'the tokens of the answer: max_completion_tokens, max_output_tokens, max_tokens',
    says: {
      chat: { max_completion_tokens: 4321 },
      responses: { max_output_tokens: 4321 },
      messages: { max_tokens: 4321 },
      completions: { max_tokens: 4321 },
    },
    stands: {
      reference: [{ max_completion_tokens: 4321 }, { max_tokens: 4321 }],
      messages: { max_tokens: 4321 },
      generateContent: { 'generationConfig.maxOutputTokens': 4321 },
      cohere: { max_tokens: 4321 },
      converse: { 'inferenceConfig.maxTokens': 4321 },
    },
    sentinels: [4321],
  },
  {
    feature: 'max_tokens, the earlier name',
    says: { chat: { max_tokens: 4321 }, responses: { max_tokens: 4321 } },
    stands: {
      responses: { max_output_tokens: 4321 },
      reference: [{ max_tokens: 4321 }, { max_completion_tokens: 4321 }],
      messages: { max_tokens: 4321 },
      generateContent: { 'generationConfig.maxOutputTokens': 4321 },
      cohere: { max_tokens: 4321 },
      converse: { 'inferenceConfig.maxTokens': 4321 },
    },
    sentinels: [4321],
  },
  {
    feature: 'max_tokens of 0: fill the cache, generate nothing',
    says: { messages: { max_tokens: 0 } },
    stands: {},
  },
  {
    feature: 'a stop sequence',
    says: { ...shared({ stop: 'probe-stop' }), messages: { stop_sequences: ['probe-stop'] } },
    stands: {
      reference: [{ stop: 'probe-stop' }, { stop: ['probe-stop'] }],
      messages: { stop_sequences: ['probe-stop'] },
      generateContent: { 'generationConfig.stopSequences': ['probe-stop'] },
      cohere: { stop_sequences: ['probe-stop'] },
      converse: { 'inferenceConfig.stopSequences': ['probe-stop'] },
    },
    sentinels: ['probe-stop'],
  },
  {
    feature: 'four stop sequences',
    says: { ...shared({ stop: ['s1', 's2', 's3', 's4'] }), messages: { stop_sequences: ['s1', 's2', 's3', 's4'] } },
    stands: {
      reference: { stop: ['s1', 's2', 's3', 's4'] },
      messages: { stop_sequences: ['s1', 's2', 's3', 's4'] },
      generateContent: { 'generationConfig.stopSequences': ['s1', 's2', 's3', 's4'] },
      cohere: { stop_sequences: ['s1', 's2', 's3', 's4'] },
      converse: { 'inferenceConfig.stopSequences': ['s1', 's2', 's3', 's4'] },
    },
  },
  {
    feature: 'five stop sequences',
    says: {
      ...shared({ stop: ['s1', 's2', 's3', 's4', 's5'] }),
      messages: { stop_sequences: ['s1', 's2', 's3', 's4', 's5'] },
    },
  },
  {
    feature: 'a stop sequence of white space',
    says: { ...shared({ stop: '\n\n' }), messages: { stop_sequences: ['\n\n'] } },
    stands: {
      reference: [{ stop: '\n\n' }, { stop: ['\n\n'] }],
      messages: { stop_sequences: ['\n\n'] },
      generateContent: { 'generationConfig.stopSequences': ['\n\n'] },
      cohere: { stop_sequences: ['\n\n'] },
      converse: { 'inferenceConfig.stopSequences': ['\n\n'] },
    },
  },
  {
    feature: 'the end user: user, metadata.user_id',
    says: { ...shared({ user: 'probe-user' }), messages: { metadata: { user_id: 'probe-user' } } },
    stands: { reference: { user: 'probe-user' }, messages: { 'metadata.user_id': 'probe-user' } },
    sentinels: ['probe-user'],
  },
  {
    feature: 'an end user of more than 64 characters',
    says: { messages: { metadata: { user_id: `probe-user-${'x'.repeat(64)}` } } },
    stands: { reference: { user: `probe-user-${'x'.repeat(64)}` } },
  },
  {
    feature: 'n above 1',
    says: shared({ n: 2 }),
    stands: { reference: { n: 2 }, generateContent: { 'generationConfig.candidateCount': 2 } },
  },
  { feature: 'best_of above n', says: { completions: { best_of: 3 } } },
  { feature: 'echo', says: { completions: { echo: true } } },
  { feature: 'suffix', says: { completions: { suffix: 'probe-suffix' } }, sentinels: ['probe-suffix'] },
  {
    feature: 'stream',
    says: { ...shared({ stream: true }), messages: { stream: true } },
    stands: { reference: { stream: true }, messages: { stream: true }, cohere: { stream: true } },
    isAddressed: true,
  },
  {
    feature: 'usage at the end of a stream: stream_options.include_usage',
    says: {
      chat: { stream: true, stream_options: { include_usage: true } },
      completions: { stream: true, stream_options: { include_usage: true } },
    },
    // Native providers report it unasked, and so do a few of group R.
    stands: {
      responses: { stream: true },
      reference: { 'stream_options.include_usage': true },
      mistral: { stream: true },
      openrouter: { stream: true },
      perplexity: { stream: true },
      zai: { stream: true },
      messages: { stream: true },
      cohere: { stream: true },
    },
    isAddressed: true,
  },
];
