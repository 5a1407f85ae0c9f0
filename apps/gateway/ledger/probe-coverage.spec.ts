import { describe, expect, test } from '@jest/globals';
import { ANSWER_PROBES } from './answers/answer-probes.js';
import { COLUMNS, type Source, type Wire } from './columns.js';
import { REQUEST_PROBES } from './probes/request-probes.js';

/** Members at the top of each request that docs/contract/chat.md#request-fields and docs/contract/responses.md#request allow. */
const MEMBERS: Readonly<Record<Source, string>> = {
  chat: `messages stream stream_options temperature top_p max_tokens max_completion_tokens stop user tools tool_choice
    response_format n seed presence_penalty frequency_penalty logprobs top_logprobs logit_bias parallel_tool_calls
    reasoning_effort metadata store service_tier modalities audio prediction verbosity prompt_cache_key
    prompt_cache_retention safety_identifier client_metadata functions web_search_options previous_response_id`,
  responses: `input instructions tools tool_choice parallel_tool_calls temperature top_p max_output_tokens text reasoning
    stream metadata user include truncation store previous_response_id conversation background prompt max_tool_calls
    top_logprobs stream_options prompt_cache_key client_metadata`,
  messages: `messages system max_tokens stop_sequences temperature top_p top_k stream metadata tools tool_choice thinking
    output_config output_format cache_control service_tier context_management container mcp_servers`,
  completions: `prompt max_tokens temperature top_p n stream logprobs echo stop presence_penalty frequency_penalty best_of
    logit_bias user seed suffix`,
  embeddings: 'input encoding_format dimensions user input_type',
  rerank: 'query documents top_n return_documents max_tokens_per_doc',
};

describe('the probes', () => {
  test.each(
    Object.entries(MEMBERS).flatMap(([source, names]) => names.split(/\s+/).map((name) => [source, name] as const)),
  )('say of %s: %s', (source, name) => {
    const said = REQUEST_PROBES.map(({ says }) => says[source as Source] ?? {});
    expect(said.some((members) => name in members)).toBe(true);
  });

  test.each(['reference', 'responses', 'messages', 'generateContent', 'cohere', 'converse'] as const)(
    'answer in the words of %s, whole and streamed',
    (wire: Wire) => {
      const kinds = new Set<string>([wire, ...COLUMNS.filter((column) => column.wire === wire).map(({ id }) => id)]);
      const answering = ANSWER_PROBES.chat.filter(({ answers }) =>
        Object.keys(answers).some((name) => kinds.has(name)),
      );
      expect(answering.length).toBeGreaterThan(20);
    },
  );
});
