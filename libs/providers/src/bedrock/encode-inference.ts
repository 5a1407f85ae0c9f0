import type { ChatRequest } from '@multilane/contracts';
import type { InferenceConfig } from './converse-request.js';
import { refused } from './refuse.js';

/** Sampling and limits (…/API_runtime_InferenceConfiguration.html); undefined when nothing is set. */
export function encodeInference(request: Readonly<ChatRequest>): InferenceConfig | undefined {
  const config: InferenceConfig = {
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    temperature: encodeTemperature(request.temperature),
    topP: request.top_p ?? undefined,
    stopSequences: encodeStop(request.stop),
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

/** The reference has 0 to 2, the provider 0 to 1: what lies above is refused, since the nearest value is another one. */
function encodeTemperature(temperature: number | null | undefined): number | undefined {
  if (temperature === undefined || temperature === null) return undefined;
  if (temperature <= 1) return temperature;
  throw refused('temperature', 'takes values of at most 1');
}

function encodeStop(stop: string | readonly string[] | null | undefined): string[] | undefined {
  if (stop === undefined || stop === null) return undefined;
  const sequences = typeof stop === 'string' ? [stop] : [...stop];
  const empty = sequences.indexOf('');
  if (empty !== -1) {
    throw refused(typeof stop === 'string' ? 'stop' : `stop[${empty}]`, 'takes no empty stop sequence');
  }
  return sequences.length === 0 ? undefined : sequences;
}
