import type { ResponsesQuirks } from '../../wire-quirks.js';

/**
 * The reference provider and its cloud variant (developers.openai.com/api/reference/resources/responses; learn.microsoft.com, "Azure
 * OpenAI Responses API"): `max_output_tokens` below 16 is rejected.
 */
export const REFERENCE_RESPONSES: ResponsesQuirks = {
  encryptsReasoning: true,
  sentThinking: 'encrypted_content',
  answeredCalls: true,
  omits: [],
  takesPenalties: false,
  leastOutputTokens: 16,
};

/** A server that speaks the format, of which nothing else is known. */
export const COMPATIBLE_RESPONSES: ResponsesQuirks = {
  encryptsReasoning: false,
  sentThinking: 'content',
  answeredCalls: false,
  omits: [],
  takesPenalties: true,
  leastOutputTokens: 1,
};
