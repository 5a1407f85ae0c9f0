import { firstOf, onlyMembers, type StrictRefusal } from './strict-provider.js';

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } };
}

const CONFIG_MEMBERS = new Set([
  ...['temperature', 'topP', 'topK', 'maxOutputTokens', 'stopSequences', 'candidateCount', 'seed', 'presencePenalty'],
  ...['frequencyPenalty', 'responseLogprobs', 'logprobs', 'responseMimeType', 'responseSchema', 'responseJsonSchema'],
  ...['thinkingConfig', 'mediaResolution', 'speechConfig', 'responseModalities', 'imageConfig'],
]);

/** ai.google.dev/api/generate-content */
export const refuseAsGemini = firstOf(
  onlyMembers(
    [
      'contents',
      'systemInstruction',
      'tools',
      'toolConfig',
      'generationConfig',
      'safetySettings',
      'cachedContent',
      'labels',
    ],
    (name) => refuse(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`),
  ),
  ({ generationConfig: config }) => {
    const unknown = Object.keys(Object(config)).find((name) => !CONFIG_MEMBERS.has(name));
    return unknown === undefined
      ? undefined
      : refuse(`Invalid JSON payload received. Unknown name "${unknown}" at 'generation_config': Cannot find field.`);
  },
  ({ generationConfig: config }) => {
    const { maxOutputTokens: limit, temperature } = Object(config) as {
      maxOutputTokens?: number;
      temperature?: number;
    };
    if ((limit ?? 0) > 65_536)
      return refuse('Unable to submit request because it has a maxOutputTokens value out of range.');
    return (temperature ?? 0) > 2 ? refuse('temperature must be in the range [0.0, 2.0]') : undefined;
  },
);
