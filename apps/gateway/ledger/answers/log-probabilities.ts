import type { AnswerProbe } from '../probe.js';

/** Probabilities of the model's tokens. */
export const LOG_PROBABILITIES: readonly AnswerProbe[] = [
  {
    feature: 'the log probability of a token',
    asks: { chat: { logprobs: true }, responses: { include: ['message.output_text.logprobs'] } },
    answers: {
      reference: {
        'choices[0].logprobs': { content: [{ token: 'Hi', logprob: -0.375, bytes: [72, 105], top_logprobs: [] }] },
      },
      responses: {
        'output[0].content[0].logprobs': [{ token: 'Hi', logprob: -0.375, bytes: [72, 105], top_logprobs: [] }],
      },
      generateContent: {
        'candidates[0].logprobsResult': { chosenCandidates: [{ token: 'Hi', tokenId: 7, logProbability: -0.375 }] },
      },
      cohere: { logprobs: [{ text: 'Hi', token_ids: [7], logprobs: [-0.375] }] },
    },
    arrives: {
      chat: { 'choices[0].logprobs.content[0].token': 'Hi', 'choices[0].logprobs.content[0].logprob': -0.375 },
      responses: { 'output[0].content[0].logprobs[0].token': 'Hi', 'output[0].content[0].logprobs[0].logprob': -0.375 },
    },
    sentinels: [-0.375],
    only: ['chat', 'responses'],
  },
  {
    feature: 'the log probabilities of a token’s rivals',
    asks: { chat: { logprobs: true, top_logprobs: 1 }, responses: { top_logprobs: 1 } },
    answers: {
      reference: {
        'choices[0].logprobs': {
          content: [
            { token: 'Hi', logprob: -0.1, bytes: null, top_logprobs: [{ token: 'Ho', logprob: -0.375, bytes: null }] },
          ],
        },
      },
      responses: {
        'output[0].content[0].logprobs': [
          { token: 'Hi', logprob: -0.1, bytes: [], top_logprobs: [{ token: 'Ho', logprob: -0.375, bytes: [] }] },
        ],
      },
      generateContent: {
        'candidates[0].logprobsResult': {
          chosenCandidates: [{ token: 'Hi', logProbability: -0.1 }],
          topCandidates: [{ candidates: [{ token: 'Ho', logProbability: -0.375 }] }],
        },
      },
    },
    arrives: {
      chat: { 'choices[0].logprobs.content[0].top_logprobs[0].logprob': -0.375 },
      responses: { 'output[0].content[0].logprobs[0].top_logprobs[0].logprob': -0.375 },
    },
    sentinels: [-0.375],
    only: ['chat', 'responses'],
  },
];
