import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';

/** A member that chat, responses and completions call the same. */
const shared = (members: Json) => ({ chat: members, responses: members, completions: members });

/** Settings of the sampling of tokens, and of reports about it. */
export const SAMPLING: readonly RequestProbe[] = [
  {
    feature: 'temperature',
    says: { ...shared({ temperature: 0.625 }), messages: { temperature: 0.625 } },
    stands: {
      reference: { temperature: 0.625 },
      messages: { temperature: 0.625 },
      generateContent: { 'generationConfig.temperature': 0.625 },
      cohere: { temperature: 0.625 },
      converse: { 'inferenceConfig.temperature': 0.625 },
    },
    sentinels: [0.625],
  },
  {
    feature: 'temperature above 1',
    says: { ...shared({ temperature: 1.625 }), messages: { temperature: 1.625 } },
    stands: { reference: { temperature: 1.625 }, generateContent: { 'generationConfig.temperature': 1.625 } },
    sentinels: [1.625],
  },
  {
    feature: 'top_p',
    says: { ...shared({ top_p: 0.375 }), messages: { top_p: 0.375 } },
    stands: {
      reference: { top_p: 0.375 },
      messages: { top_p: 0.375 },
      generateContent: { 'generationConfig.topP': 0.375 },
      cohere: { p: 0.375 },
      converse: { 'inferenceConfig.topP': 0.375 },
    },
    sentinels: [0.375],
  },
  {
    feature: 'top_p at 1',
    says: { ...shared({ top_p: 1 }), messages: { top_p: 1 } },
    stands: {
      reference: { top_p: 1 },
      messages: { top_p: 1 },
      generateContent: { 'generationConfig.topP': 1 },
      cohere: { p: 1 },
      converse: { 'inferenceConfig.topP': 1 },
    },
  },
  {
    feature: 'temperature beside top_p',
    says: { ...shared({ temperature: 0.625, top_p: 0.375 }), messages: { temperature: 0.625, top_p: 0.375 } },
    stands: {
      reference: { temperature: 0.625, top_p: 0.375 },
      messages: { temperature: 0.625, top_p: 0.375 },
      generateContent: { 'generationConfig.temperature': 0.625, 'generationConfig.topP': 0.375 },
      cohere: { temperature: 0.625, p: 0.375 },
      converse: { 'inferenceConfig.temperature': 0.625, 'inferenceConfig.topP': 0.375 },
    },
    sentinels: [0.625, 0.375],
  },
  {
    feature: 'temperature beside top_p at 1',
    says: { ...shared({ temperature: 0.625, top_p: 1 }), messages: { temperature: 0.625, top_p: 1 } },
    stands: {
      reference: { temperature: 0.625, top_p: 1 },
      // Without a word 1 is what happens.
      messages: { temperature: 0.625, top_p: undefined },
      generateContent: { 'generationConfig.temperature': 0.625, 'generationConfig.topP': 1 },
      cohere: { temperature: 0.625, p: 1 },
      converse: { 'inferenceConfig.temperature': 0.625, 'inferenceConfig.topP': undefined },
    },
  },
  {
    feature: 'top_k',
    says: { ...shared({ top_k: 37 }), messages: { top_k: 37 } },
    stands: {
      reference: { top_k: 37 },
      messages: { top_k: 37 },
      generateContent: { 'generationConfig.topK': 37 },
      cohere: { k: 37 },
      converse: { 'additionalModelRequestFields.top_k': 37 },
    },
  },
  {
    feature: 'a top_k of every token',
    says: { chat: { top_k: 0 }, completions: { top_k: 0 }, messages: { top_k: 0 } },
    stands: {
      reference: { top_k: 0 },
      messages: { top_k: undefined },
      cohere: { k: undefined },
      converse: { additionalModelRequestFields: undefined },
    },
  },
  {
    feature: 'seed',
    says: shared({ seed: 271828 }),
    stands: {
      reference: { seed: 271828 },
      mistral: { random_seed: 271828 },
      generateContent: { 'generationConfig.seed': 271828 },
      cohere: { seed: 271828 },
    },
    sentinels: [271828],
  },
  {
    feature: 'a seed beyond 32 bits',
    says: shared({ seed: 8589934592 }),
    stands: {
      reference: { seed: 8589934592 },
      mistral: { random_seed: 8589934592 },
      cohere: { seed: 8589934592 },
    },
  },
  {
    feature: 'a negative seed',
    says: shared({ seed: -5 }),
    stands: {
      reference: { seed: -5 },
      mistral: { random_seed: -5 },
      generateContent: { 'generationConfig.seed': -5 },
    },
  },
  {
    feature: 'presence_penalty',
    says: shared({ presence_penalty: 0.375 }),
    stands: {
      reference: { presence_penalty: 0.375 },
      generateContent: { 'generationConfig.presencePenalty': 0.375 },
      cohere: { presence_penalty: 0.375 },
    },
    sentinels: [0.375],
  },
  {
    feature: 'frequency_penalty',
    says: shared({ frequency_penalty: 0.375 }),
    stands: {
      reference: { frequency_penalty: 0.375 },
      generateContent: { 'generationConfig.frequencyPenalty': 0.375 },
      cohere: { frequency_penalty: 0.375 },
    },
    sentinels: [0.375],
  },
  {
    feature: 'a negative penalty',
    says: shared({ presence_penalty: -0.375 }),
    stands: {
      reference: { presence_penalty: -0.375 },
      generateContent: { 'generationConfig.presencePenalty': -0.375 },
    },
    sentinels: [-0.375],
  },
  {
    feature: 'logprobs',
    says: {
      chat: { logprobs: true },
      responses: { include: ['message.output_text.logprobs'] },
      completions: { logprobs: 3 },
    },
    stands: {
      responses: [{ 'include[0]': 'message.output_text.logprobs' }, { 'include[1]': 'message.output_text.logprobs' }],
      reference: { logprobs: true },
      generateContent: { 'generationConfig.responseLogprobs': true },
      cohere: { logprobs: true },
    },
  },
  {
    feature: 'top_logprobs',
    says: { chat: { logprobs: true, top_logprobs: 3 }, responses: { top_logprobs: 3 } },
    stands: {
      reference: { logprobs: true, top_logprobs: 3 },
      generateContent: { 'generationConfig.responseLogprobs': true, 'generationConfig.logprobs': 3 },
    },
  },
  {
    feature: 'logit_bias',
    says: shared({ logit_bias: { '50256': -17 } }),
    stands: { reference: { logit_bias: { '50256': -17 } } },
    sentinels: ['50256'],
  },
];
