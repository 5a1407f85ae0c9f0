import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { ChatTool, ToolChoice } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { estimatePromptTokens } from './estimate-usage.js';
import { countTokens, type EncodingName } from './tokenizer.js';

/** Our own subset, and the whole set where it lies beside the project (see docs/tokens.md for its source). */
function readVectors<Vector>(own: string, whole: string, parse: (text: string) => Vector[]): Vector[] {
  const wholeUrl = pathToFileURL(join(SHARED_FIXTURES, 'tokenizer', whole));
  const ownUrl = new URL(`./fixtures/${own}`, import.meta.url);
  return [ownUrl, wholeUrl].filter((url) => existsSync(url)).flatMap((url) => parse(readFileSync(url, 'utf8')));
}

const parseLines = <Vector>(text: string): Vector[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Vector);

interface TextVector {
  encoding: EncodingName;
  text: string;
  count: number;
}

/** Public vectors in the older form of tools, with what the reference provider billed. */
interface ChatVector {
  messages: Parameters<typeof estimatePromptTokens>[0]['messages'];
  functions?: ChatTool['function'][];
  function_call?: 'auto' | 'none' | { name: string };
  tokens: number;
}

describe('texts', () => {
  const vectors = readVectors<TextVector>('encode-counts.jsonl', 'encode-vectors/vectors.jsonl', parseLines);

  it('have as many tokens as the reference implementation makes of them', async () => {
    expect(vectors.length).toBeGreaterThanOrEqual(20);
    for (const { encoding, text, count } of vectors) {
      const model = encoding === 'cl100k_base' ? 'gpt-4' : 'gpt-4o';
      expect([text, await countTokens(text, model)]).toEqual([text, count]);
    }
  });
});

describe('chats with functions', () => {
  const vectors = readVectors<ChatVector>(
    'chat-counts.json',
    'chat-and-function-counts/vectors.json',
    (text) => JSON.parse(text) as ChatVector[],
  );

  it('have as many tokens as the reference provider billed', async () => {
    expect(vectors.length).toBeGreaterThanOrEqual(9);
    for (const { messages, functions, function_call: choice, tokens } of vectors) {
      const tools = functions?.map((definition): ChatTool => ({ type: 'function', function: definition }));
      const tool_choice: ToolChoice | undefined =
        typeof choice === 'object' ? { type: 'function', function: choice } : choice;
      const prompt = { messages, tools, tool_choice, tenant: 'a' };
      const counted = await estimatePromptTokens({ group: 'R1', model: 'gpt-4o', ...prompt });
      expect([messages, functions, counted]).toEqual([messages, functions, tokens]);
    }
  });
});
