/** Codes and types that say a request does not fit the model's context window. */
const CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded', // OpenAI, Azure, Groq, Cerebras
  'exceed_context_size_error', // llama.cpp server
  'context_window_exceeded',
  'model_context_window_exceeded',
]);

/** Wordings of providers, with one sentence of each as it was seen. */
const WORDINGS: readonly { readonly says: string; readonly pattern: RegExp }[] = [
  {
    says: "OpenAI, Azure, DeepSeek, vLLM, NVIDIA, OpenRouter: This model's maximum context length is 8192 tokens.",
    pattern: /maximum context length (?:is|of) [\d,]+/i,
  },
  {
    says: 'OpenAI: Your input exceeds the context window of this model.',
    pattern: /exceeds? the context window/i,
  },
  {
    says: 'OpenAI: Input tokens exceed the configured limit of 272000 tokens.',
    pattern: /input tokens exceed the configured limit/i,
  },
  {
    says: "vLLM: However, the model's context length is only 4096 tokens.",
    pattern: /model's context length is only [\d,]+/i,
  },
  {
    says: 'vLLM: The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
    pattern: /longer than the maximum model length/i,
  },
  {
    says: "vLLM, SGLang: Input length (265330) exceeds model's maximum context length (262144).",
    pattern: /exceeds (?:the )?(?:model's )?maximum (?:context|allowed input|input) length/i,
  },
  {
    says: 'Groq, Cerebras: Please reduce the length of the messages or completion.',
    pattern: /reduce the length of the (?:input )?(?:messages|prompt)/i,
  },
  {
    says: 'Mistral: Prompt contains 45000 tokens, too large for model with 32768 maximum context length.',
    pattern: /too large for model with [\d,]+ maximum context length/i,
  },
  {
    says: "Together, SGLang: The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    pattern: /longer than the model's context length/i,
  },
  {
    says: 'Together, TGI: `inputs` tokens + `max_new_tokens` must be <= 32769.',
    pattern: /`inputs` (?:tokens \+ `max_new_tokens` must be <=|must have less than)/i,
  },
  {
    says: 'Fireworks: The prompt is too long: 140000, model maximum context length: 131071',
    pattern: /(?:prompt|input) is too long|model maximum context length/i,
  },
  {
    says: 'Anthropic: input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    pattern: /exceed context limit/i,
  },
  {
    says: 'Cohere: too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
    // Not its "too many tokens: max tokens must be less than …", which is about the answer.
    pattern: /too many tokens: (?!max tokens)/i,
  },
  {
    says: "xAI: This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    pattern: /maximum prompt length is [\d,]+/i,
  },
  {
    says: 'Ollama: prompt too long; exceeded max context length by 20 tokens',
    pattern: /prompt too long|exceeded (?:max )?context length|input length exceeds (?:the |maximum )?context length/i,
  },
  {
    says: 'llama.cpp: request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
    pattern: /exceeds the available context size|context size has been exceeded/i,
  },
  {
    says: 'LM Studio: tokens to keep from the initial prompt is greater than the context length',
    pattern: /greater than the context length/i,
  },
  {
    says: 'Gemini, OpenAI-compatible endpoint: The input token count (9) exceeds the maximum number of tokens allowed (8).',
    pattern: /input token count .{0,40}exceeds the maximum/i,
  },
  {
    says: 'Amazon Nova: Input Tokens Exceeded: Number of input tokens exceeds maximum length.',
    pattern: /input tokens exceeds maximum length/i,
  },
  {
    says: 'Amazon Titan: Too many input tokens. Max input tokens: 8192, request input token count: 9001',
    pattern: /too many input tokens\. max input tokens/i,
  },
];

/** True if a provider's code or message says that the request is longer than the model's context window. */
export function isContextLengthCode(code: string): boolean {
  return CODES.has(code);
}

export function isContextLengthMessage(message: string): boolean {
  return WORDINGS.some(({ pattern }) => pattern.test(message));
}

/** The sentences that the table was made from; the tests hold each of them to its pattern. */
export const CONTEXT_LENGTH_SENTENCES: readonly string[] = WORDINGS.map(({ says }) => says);
