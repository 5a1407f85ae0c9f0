import { refuseByTemplate } from './chat-templates.js';
import { refuse } from './openai.js';
import { eachMessage, firstOf, partsOf } from './strict-provider.js';

/**
 * docs.ollama.com/api/openai-compatibility: images are data. Content that is null is taken beside calls alone
 * (github.com/ollama/ollama, openai/openai.go: "invalid message content type: <nil>").
 */
export const refuseAsOllama = firstOf(
  eachMessage((message) =>
    partsOf(message).some(({ image_url: image }) => /^https?:/.test(String((Object(image) as { url?: string }).url)))
      ? refuse('invalid image input', null)
      : undefined,
  ),
  eachMessage(({ content, tool_calls: calls }) =>
    (content ?? undefined) === undefined && !Array.isArray(calls)
      ? refuse('invalid message content type: <nil>', null)
      : undefined,
  ),
  refuseByTemplate((message) => refuse(`Jinja Exception: ${message}`, null)),
);
