import type { AnyRequest } from '../inference/surfaces/surface.js';
import type { ServingPlan } from './request-context.js';

/** Tokens that a request is likely to use: what it reserves of its budgets while it runs. */
export interface ExpectedUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** An answer is taken to be so long at most, in tokens: what a caller allows at most is rarely used. */
export const EXPECTED_COMPLETION = 1_024;

/** A rough measure that costs nothing: characters of text for each token. */
const CHARACTERS_A_TOKEN = 4;

/** What an image, a document or another part that is not text is taken for, in tokens. */
const OTHER_PART = 1_000;

const ANSWERING: ReadonlySet<string> = new Set(['chat', 'completions', 'messages', 'responses']);

/** Nothing is counted exactly: what a request reserves is replaced by what it used, as soon as it ends. */
export function expectUsage({ endpoint, request }: Pick<ServingPlan, 'endpoint' | 'request'>): ExpectedUsage {
  const characters = { count: 0 };
  for (const member of PROMPT_MEMBERS) addText(request[member], characters, 0);
  return {
    prompt: Math.ceil(characters.count / CHARACTERS_A_TOKEN),
    completion: ANSWERING.has(endpoint) ? answersOf(request) * Math.min(lengthOf(request), EXPECTED_COMPLETION) : 0,
  };
}

const PROMPT_MEMBERS = ['messages', 'input', 'prompt', 'query', 'documents', 'state', 'questions', 'system'] as const;

/** Parts hold their text a few levels deep; what is deeper is counted with its part. */
const MAX_DEPTH = 4;

function addText(value: unknown, characters: { count: number }, depth: number): void {
  if (typeof value === 'string') {
    characters.count += value.length;
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
  return typeof most === 'number' ? most : EXPECTED_COMPLETION;
}
