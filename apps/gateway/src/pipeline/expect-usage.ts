import { type AnyRequest, inOutline, unitsOf } from '@multilane/contracts';
import type { ServingPlan } from '../recording/request-parts.js';

/** Tokens that a request may use, for as long as no request to its model has shown what they do use. */
export interface ExpectedUsage {
  /** Estimated tokens of the prompt. */
  readonly prompt: number;
  /** Possible tokens beyond that: the count is rough, and gateways or providers add to prompts. */
  readonly extraPrompt: number;
  readonly completion: number;
}

/**
 * Bounds of what an answer is expected to have, in tokens, whatever the caller allows: agents allow far more than they use, and
 * some models think beyond what is allowed.
 */
export const MOST_COMPLETION = 4_096;
const LEAST_COMPLETION = 1_024;

/** A prompt is expected to have so many tokens at least. */
const LEAST_PROMPT = 1_024;

/** A rough measure that costs nothing: characters of text for each token. */
const CHARACTERS_A_TOKEN = 4;

/** The tokens assumed for an image, a document or another part that is not text. */
const OTHER_PART = 1_000;

/**
 * Estimates a request's use cautiously: budgets reserve it until they have learned the real cost of requests to the model. The actual use
 * replaces the reservation as soon as a request ends.
 */
export function expectUsage({ format, request }: Pick<ServingPlan, 'format' | 'request'>): ExpectedUsage {
  const characters = { count: 0 };
  inOutline(() => {
    for (const member of PROMPT_MEMBERS) addText(request[member], characters, 0);
  });
  const prompt = Math.ceil(characters.count / CHARACTERS_A_TOKEN);
  return {
    prompt,
    extraPrompt: Math.max(prompt, LEAST_PROMPT - prompt),
    completion: format.isGenerative ? answersOf(request) * lengthOf(request) : 0,
  };
}

const PROMPT_MEMBERS = ['messages', 'input', 'prompt', 'query', 'documents', 'state', 'questions', 'system'] as const;

/** Parts hold their text a few levels deep; what is deeper is counted with its part. */
const MAX_DEPTH = 4;

function addText(value: unknown, characters: { count: number }, depth: number): void {
  if (typeof value === 'string') {
    characters.count += unitsOf(value);
  } else if (Array.isArray(value)) {
    // An array of numbers is one of tokens.
    if (typeof value[0] === 'number') characters.count += value.length * CHARACTERS_A_TOKEN;
    else for (const item of value) addText(item, characters, depth);
  } else if (typeof value === 'object' && value !== null) {
    if (isOtherPart(value) || depth >= MAX_DEPTH) characters.count += OTHER_PART * CHARACTERS_A_TOKEN;
    else for (const name in value) addText(value[name as keyof typeof value], characters, depth + 1);
  }
}

/** Base64 is long and says nothing about tokens. */
function isOtherPart(value: object): boolean {
  return 'image_url' in value || 'source' in value || 'file' in value || 'input_audio' in value;
}

function answersOf({ n }: AnyRequest): number {
  return typeof n === 'number' ? n : 1;
}

function lengthOf(request: AnyRequest): number {
  const most = request.max_completion_tokens ?? request.max_tokens ?? request.max_output_tokens;
  return typeof most === 'number' ? Math.min(Math.max(most, LEAST_COMPLETION), MOST_COMPLETION) : MOST_COMPLETION;
}
