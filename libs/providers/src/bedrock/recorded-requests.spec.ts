import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { encodeRequest } from './encode/encode-request.js';

/** Requests recorded beside the project: what clients of the provider sent to it. */
const RECORDED = join(SHARED_FIXTURES, 'bedrock');
const NOT_CHAT: ReadonlySet<string> = new Set(['embeddings-titan-v2', 'sigv4-vectors']);

type Json = Record<string, unknown>;
type Block = Record<string, Json>;
interface Recorded {
  messages: { role: 'user' | 'assistant'; content: Block[] }[];
  system?: Block[];
  inferenceConfig?: { maxTokens?: number; topP?: number };
  toolConfig?: { tools: Block[]; toolChoice?: Json };
}

/** One written here, so that the test holds without the recordings. */
const OWN: Recorded = {
  system: [{ text: 'Be kind.' }, { cachePoint: { type: 'default' } }] as unknown as Block[],
  messages: [
    { role: 'user', content: [{ text: 'Hi' }] as unknown as Block[] },
    {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'Hm', signature: 'c2ln' } } },
        { text: 'Look:' } as unknown as Block,
        { toolUse: { toolUseId: 't1', name: 'f', input: { a: 1 } } },
      ],
    },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'ok' }], status: 'success' } }] },
  ],
  inferenceConfig: { maxTokens: 9 },
  toolConfig: {
    tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }],
    toolChoice: { any: {} },
  },
};

function loadRequests(): [name: string, request: Recorded][] {
  if (!existsSync(RECORDED)) return [];
  return readdirSync(RECORDED)
    .filter((folder) => !NOT_CHAT.has(folder))
    .flatMap((folder) =>
      readdirSync(join(RECORDED, folder))
        .filter((file) => /^request(\.\d)?\.json$/.test(file))
        .map((file): [string, Recorded] => [
          `${folder}/${file}`,
          JSON.parse(readFileSync(join(RECORDED, folder, file), 'utf8')),
        ]),
    );
}

/** The chat request that says what a recorded request says. */
function toChat({ messages, system = [], inferenceConfig, toolConfig }: Recorded): ChatRequest {
  const tools = toParts(toolConfig?.tools ?? []).map(({ type: _type, spec, ...mark }) => {
    const { name, description, inputSchema } = spec as { name: string; description?: string; inputSchema: Json };
    return { type: 'function', function: { name, description, parameters: inputSchema.json }, ...mark };
  });
  const chat = {
    model: 'm',
    messages: [
      ...(system.length === 0 ? [] : [{ role: 'system', content: toParts(system) }]),
      ...messages.flatMap(toChatMessages),
    ],
    max_tokens: inferenceConfig?.maxTokens,
    top_p: inferenceConfig?.topP,
    tools,
    tool_choice: toolConfig?.toolChoice && 'any' in toolConfig.toolChoice ? 'required' : undefined,
  };
  return chat as unknown as ChatRequest;
}

/** Blocks as content parts, their cache points as marks of the part before. */
function toParts(blocks: readonly Block[]): Json[] {
  const parts: Json[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.cachePoint && last) last.cache_control = { type: 'ephemeral' };
    else if (block.toolSpec) parts.push({ type: 'tool', spec: block.toolSpec });
    else if (block.document) {
      const { name, source } = block.document as { name: string; source: { bytes: string } };
      parts.push({
        type: 'file',
        file: { filename: `${name}.txt`, file_data: `data:text/plain;base64,${source.bytes}` },
      });
    } else if (typeof block.text === 'string') parts.push({ type: 'text', text: block.text });
  }
  return parts;
}

function toChatMessages({ role, content }: Recorded['messages'][number]): ChatMessage[] {
  const results = content.flatMap(({ toolResult }) => (toolResult ? [toolResult as Json] : []));
  if (results.length > 0) {
    return results.map((result) => ({
      role: 'tool',
      tool_call_id: String(result.toolUseId),
      content: toText((result.content as Block[])[0] ?? {}),
    }));
  }
  const calls = content.flatMap(({ toolUse }) => (toolUse ? [toolUse] : []));
  const details = content.flatMap(({ reasoningContent }) =>
    reasoningContent
      ? [
          {
            type: 'reasoning.text',
            ...(reasoningContent.reasoningText as Json),
            format: 'anthropic-claude-v1',
            index: 0,
          },
        ]
      : [],
  );
  const message = {
    role,
    content: toParts(content),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ toolUseId, name, input }) => ({
            id: toolUseId,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        }),
  };
  return [message as unknown as ChatMessage];
}

/** A result in JSON has no form of its own in chat: clients send its text. */
const toText = ({ text, json }: Block): string => (typeof text === 'string' ? text : JSON.stringify(json));

/**
 * Rewrites parts that the gateway writes otherwise, and mean the same: empty members left out, neighbours of one role
 * as one turn.
 */
function toOurForm({ messages, system = [], inferenceConfig = {}, toolConfig }: Recorded): Json {
  const turns: Recorded['messages'] = [];
  for (const { role, content } of messages) {
    const blocks = content.filter(({ text }) => typeof text !== 'string' || String(text).trim() !== '').map(toOurBlock);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  const { tools, toolChoice } = toolConfig ?? {};
  return {
    messages: turns,
    ...(system.length === 0 ? {} : { system }),
    ...(Object.keys(inferenceConfig).length === 0 ? {} : { inferenceConfig }),
    ...(tools === undefined
      ? {}
      : { toolConfig: { tools, ...(toolChoice && 'any' in toolChoice ? { toolChoice } : {}) } }),
  };
}

function toOurBlock(block: Block): Block {
  if (!block.toolResult) return block;
  const { toolUseId, content } = block.toolResult;
  return { toolResult: { toolUseId, content: (content as Block[]).map((part) => ({ text: toText(part) })) } };
}

describe('requests of other clients, said in chat and translated back', () => {
  test.each([['own', OWN] as const, ...loadRequests()])('%s', (_name, recorded) => {
    const upstreamModel = 'us.anthropic.claude-v1:0';
    const body = encodeRequest(toChat(recorded), { kind: 'bedrock', upstreamModel, baseUrl: '', headers: {} });
    expect(JSON.parse(body)).toEqual(toOurForm(recorded));
  });
});
