import { type AnyRequest, inOutline, unitsOf } from '@multilane/contracts';

/** A rough measure that costs nothing: characters of text for each token. */
const CHARACTERS_A_TOKEN = 4;

/** Bytes of a body for each token, about: its syntax counts as text. */
export const BYTES_A_TOKEN = 4;

/** The tokens assumed for an image, a document or another part that is not text. */
const OTHER_PART = 1_000;

/** Estimates the tokens of a request's prompt by the length of its texts. */
export function estimatePrompt(request: AnyRequest): number {
  const characters = { count: 0 };
  inOutline(() => {
    for (const member of PROMPT_MEMBERS) addText(request[member], characters, 0);
  });
  return Math.ceil(characters.count / CHARACTERS_A_TOKEN);
}

/** Returns the tokens that a request allows for its answer; undefined if it does not say. */
export function readLongestAnswer(request: AnyRequest): number | undefined {
  const most = request.max_completion_tokens ?? request.max_tokens ?? request.max_output_tokens;
  return typeof most === 'number' ? most : undefined;
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
