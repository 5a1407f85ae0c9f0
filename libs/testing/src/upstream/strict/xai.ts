import { eachMessage, firstOf, type StrictRefusal, withEfforts, without } from './strict-provider.js';

const asXai = (text: string): StrictRefusal => ({
  status: 400,
  body: { code: 'Client specified an invalid argument', error: text },
});

/**
 * A message that only calls tools needs its content as an empty text (github.com/langchain-ai/langchain/issues/34140,
 * github.com/pipecat-ai/pipecat/pull/646).
 */
const contents = eachMessage(({ content }) =>
  typeof content === 'string' || (Array.isArray(content) && content.length > 0)
    ? undefined
    : asXai('Invalid request content: Each message must have at least one content element.'),
);

/** docs.x.ai: every current model rejects penalties and stop sequences. */
export const refuseAsXai = firstOf(
  without(['presence_penalty', 'frequency_penalty', 'stop'], (name, model) =>
    asXai(`Model ${model} does not support parameter ${name}.`),
  ),
  withEfforts(/^grok-4\.[5-9]/, ['low', 'medium', 'high'], (effort) => asXai(`Invalid reasoning effort: ${effort}`)),
  withEfforts(/^grok-4\.3/, ['none', 'low', 'medium', 'high'], (effort) =>
    asXai(`Invalid reasoning effort: ${effort}`),
  ),
  withEfforts(/^grok-(?:4-|4\.20|code)/, [], (_effort, model) =>
    asXai(`Model ${model} does not support parameter reasoningEffort.`),
  ),
  contents,
);
