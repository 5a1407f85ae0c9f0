import type { AnswerProbe } from '../probe.js';

/** A stop sequence that each format can ask for. */
const STOP: AnswerProbe['asks'] = {
  chat: { stop: 'probe-stop' },
  responses: { stop: 'probe-stop' },
  messages: { stop_sequences: ['probe-stop'] },
  completions: { stop: 'probe-stop' },
};

/** Places of the reference's finish reason. */
const ended = (chat: string, messages: string, responses: object): AnswerProbe['arrives'] => ({
  chat: { 'choices[0].finish_reason': chat },
  responses: { ...responses },
  messages: { stop_reason: messages },
  completions: { 'choices[0].finish_reason': chat },
});

const FILTERED = ended('content_filter', 'refusal', {
  status: 'incomplete',
  'incomplete_details.reason': 'content_filter',
});

/** Ends of an answer. */
export const ENDINGS: readonly AnswerProbe[] = [
  {
    feature: 'finish reason: the answer is complete',
    answers: {
      reference: { 'choices[0].finish_reason': 'stop' },
      responses: { status: 'completed' },
      completions: { 'choices[0].finish_reason': 'stop' },
      messages: { stop_reason: 'end_turn' },
      generateContent: { 'candidates[0].finishReason': 'STOP' },
      cohere: { finish_reason: 'COMPLETE' },
      converse: { stopReason: 'end_turn' },
    },
    arrives: ended('stop', 'end_turn', { status: 'completed' }),
  },
  {
    feature: 'finish reason: the limit of tokens',
    answers: {
      reference: { 'choices[0].finish_reason': 'length' },
      responses: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      completions: { 'choices[0].finish_reason': 'length' },
      messages: { stop_reason: 'max_tokens' },
      generateContent: { 'candidates[0].finishReason': 'MAX_TOKENS' },
      cohere: { finish_reason: 'MAX_TOKENS' },
      converse: { stopReason: 'max_tokens' },
    },
    arrives: ended('length', 'max_tokens', {
      status: 'incomplete',
      'incomplete_details.reason': 'max_output_tokens',
    }),
  },
  {
    feature: 'finish reason: the context is full',
    answers: {
      messages: { stop_reason: 'model_context_window_exceeded' },
      converse: { stopReason: 'model_context_window_exceeded' },
      mistral: { 'choices[0].finish_reason': 'model_length' },
    },
    arrives: {
      messages: { stop_reason: 'model_context_window_exceeded' },
    },
    sentinels: ['model_context_window_exceeded'],
  },
  {
    feature: 'finish reason: filtered',
    answers: {
      reference: { 'choices[0].finish_reason': 'content_filter' },
      responses: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      completions: { 'choices[0].finish_reason': 'content_filter' },
      messages: { stop_reason: 'refusal' },
      generateContent: { 'candidates[0].finishReason': 'SAFETY' },
      cohere: { finish_reason: 'ERROR_TOXIC' },
      converse: { stopReason: 'guardrail_intervened' },
    },
    arrives: FILTERED,
  },
  {
    feature: 'finish reason: the prompt was blocked',
    answers: { generateContent: { candidates: undefined, promptFeedback: { blockReason: 'SAFETY' } } },
    arrives: FILTERED,
  },
  {
    feature: 'the reason of a filter in the provider’s words',
    answers: {
      generateContent: { 'candidates[0].finishReason': 'RECITATION' },
      converse: { stopReason: 'content_filtered' },
    },
    arrives: {},
    sentinels: ['RECITATION'],
  },
  {
    feature: 'ratings and results of a filter',
    answers: {
      reference: { 'choices[0].content_filter_results': { hate: { severity: 'probe-rating' } } },
      generateContent: { 'candidates[0].safetyRatings': [{ category: 'probe-rating' }] },
      converse: { trace: { guardrail: { probe: 'probe-rating' } } },
    },
    arrives: { chat: { 'choices[0].content_filter_results': { hate: { severity: 'probe-rating' } } } },
    sentinels: ['probe-rating'],
  },
  {
    feature: 'finish reason: which stop sequence',
    asks: STOP,
    answers: {
      vllm: { 'choices[0].stop_reason': 'probe-stop' },
      messages: { stop_reason: 'stop_sequence', stop_sequence: 'probe-stop' },
      cohere: { finish_reason: 'STOP_SEQUENCE' },
      converse: { stopReason: 'stop_sequence' },
    },
    arrives: {
      chat: { 'choices[0].stop_reason': 'probe-stop' },
      messages: { stop_reason: 'stop_sequence', stop_sequence: 'probe-stop' },
      completions: { 'choices[0].stop_reason': 'probe-stop' },
    },
  },
  {
    feature: 'finish reason: a pause of the provider’s own tools',
    answers: { messages: { stop_reason: 'pause_turn' }, converse: { stopReason: 'pause_turn' } },
    arrives: { messages: { stop_reason: 'pause_turn' } },
  },
  {
    feature: 'finish reason: one that is not known',
    answers: {
      reference: { 'choices[0].finish_reason': 'probe_reason' },
      responses: { status: 'incomplete', incomplete_details: { reason: 'probe_reason' } },
      completions: { 'choices[0].finish_reason': 'probe_reason' },
      messages: { stop_reason: 'probe_reason' },
      generateContent: { 'candidates[0].finishReason': 'probe_reason' },
      cohere: { finish_reason: 'probe_reason' },
      converse: { stopReason: 'probe_reason' },
    },
    arrives: {
      chat: { 'choices[0].finish_reason': 'probe_reason' },
      responses: { 'incomplete_details.reason': 'probe_reason' },
      messages: { stop_reason: 'probe_reason' },
      completions: { 'choices[0].finish_reason': 'probe_reason' },
    },
  },
  {
    feature: 'an error inside an answer',
    answers: {
      reference: { error: { message: 'it broke', code: 500 } },
      responses: { status: 'failed', error: { code: 'server_error', message: 'it broke' } },
      completions: { error: { message: 'it broke', code: 500 } },
      messages: { type: 'error', error: { type: 'api_error', message: 'it broke' } },
      generateContent: { error: { code: 500, message: 'it broke', status: 'INTERNAL' } },
      cohere: { finish_reason: 'ERROR', error: 'it broke' },
      converse: { stopReason: 'malformed_model_output' },
    },
    arrives: {},
  },
];
