/** The format that an error asks for instead of the one that was used; `tools`: the Responses format for requests with tools alone. */
export type SuggestedFormat = 'responses' | 'tools' | 'chat';

/**
 * OpenAI's "Function tools with reasoning_effort are not supported for … in /v1/chat/completions. To use function tools, use
 * /v1/responses …", also as hosts with its models repeat it.
 */
const TOOLS = /tools?\b.{0,160}?\b(?:use|to) \/?v1\/responses|tools?\b.{0,160}?\buse the responses api/i;

/**
 * OpenAI's "This model is only supported in v1/responses …" and "This is not a chat model …", Azure's "The chatCompletion operation does
 * not work with the specified model".
 */
const RESPONSES =
  /only (?:supported|available) (?:in|via|with|through) (?:the )?(?:\/?v1\/responses|responses api)|use (?:the )?(?:\/?v1\/responses|responses api)|is not a chat model|chat_?completions? operation does not work/i;

/** Azure's "The responses operation does not work …", OpenAI's "Invalid URL (POST /v1/responses)", and what others say of it. */
const CHAT =
  /responses operation does not work|invalid url \(post [^)]{0,64}\/responses\)|not supported (?:in|by|with) (?:the )?(?:\/?v1\/responses|responses api)|only (?:supported|available) (?:in|via|with|through) (?:the )?(?:\/?v1\/chat\/completions|chat completions)/i;

/** The format that a provider's error names; undefined if it names none. Longer messages say something else. */
export function readSuggestedFormat(message: string): SuggestedFormat | undefined {
  if (message.length > LONGEST) return undefined;
  if (CHAT.test(message)) return 'chat';
  if (TOOLS.test(message)) return 'tools';
  return RESPONSES.test(message) ? 'responses' : undefined;
}

const LONGEST = 1000;
