import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { encodeRequest } from '../shared/generate-content/encode-request.js';

/** Requests recorded beside the project: what clients of the provider sent to it. */
const RECORDED = SHARED_FIXTURES;

type Json = Record<string, unknown>;
interface Part {
  text?: string;
  functionCall?: { id: string; name: string; args: Json };
  functionResponse?: { id: string; name: string; response: Json };
  thoughtSignature?: string;
}
interface Recorded extends Json {
  contents: { role: 'user' | 'model'; parts: Part[] }[];
  systemInstruction?: { parts: Part[] };
  generationConfig?: Json;
  toolConfig?: { functionCallingConfig: { mode: string; allowedFunctionNames?: string[] } };
  tools?: { functionDeclarations: { name: string; description: string; parameters_json_schema: Json }[] }[];
}

/** One written here, so that the test holds without the recordings. */
const OWN: Recorded = {
  contents: [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'U2ln' }] },
    { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'f', response: { y: 2 } } }] },
  ],
  systemInstruction: { parts: [{ text: 'Be kind.' }] },
  generationConfig: { maxOutputTokens: 5, responseLogprobs: true, logprobs: 2, responseModalities: ['TEXT'] },
  toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  tools: [
    {
      functionDeclarations: [
        { name: 'f', description: '', parameters_json_schema: { properties: { x: { type: 'integer' } } } },
      ],
    },
  ],
};

/**
 * Without a chat form: explicit caches, safety settings and model armor, embeddings, the wire-compatible address, a
 * schema in the newer member, and a request in the numbers of protocol buffers.
 */
const WITHOUT_CHAT_FORM =
  /^(?:gemini\/(?:cached|safety|embeddings|openai|json-schema)|vertex\/(?:model-armor|tool-calls))/;

function loadRequests(): [name: string, request: Recorded][] {
  const folders = ['gemini', 'vertex'].filter((kind) => existsSync(join(RECORDED, kind)));
  const cases = folders.flatMap((kind) => readdirSync(join(RECORDED, kind)).map((name) => `${kind}/${name}`));
  return cases
    .filter((name) => !WITHOUT_CHAT_FORM.test(name))
    .flatMap((name) =>
      readdirSync(join(RECORDED, name))
        .filter((file) => /^request(\.\d)?\.json$/.test(file))
        .map((file): [string, Recorded] => [
          `${name}/${file}`,
          JSON.parse(readFileSync(join(RECORDED, name, file), 'utf8')),
        ]),
    );
}

/** The chat request that says what the recorded request says. */
function toChat({ contents, systemInstruction, generationConfig = {}, toolConfig, tools }: Recorded): ChatRequest {
  const { maxOutputTokens, responseLogprobs, logprobs } = generationConfig;
  const modes: Readonly<Record<string, unknown>> = { AUTO: 'auto', NONE: 'none', ANY: 'required' };
  return {
    model: 'm',
    messages: [
      ...(systemInstruction?.parts ?? []).map(({ text }) => ({ role: 'system', content: text })),
      ...contents.flatMap(({ role, parts }) => (role === 'model' ? [toTurn(parts)] : parts.map(toMessage))),
    ],
    max_tokens: maxOutputTokens,
    logprobs: responseLogprobs,
    top_logprobs: logprobs,
    tool_choice: modes[toolConfig?.functionCallingConfig.mode ?? ''],
    tools: tools?.[0]?.functionDeclarations.map(({ name, description, parameters_json_schema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  } as ChatRequest;
}

function toMessage({ text, functionResponse: result }: Part): Json {
  if (result === undefined) return { role: 'user', content: text };
  return { role: 'tool', tool_call_id: result.id, content: JSON.stringify(result.response) };
}

function toTurn(parts: readonly Part[]): Json {
  const tool_calls = parts.flatMap(({ functionCall: call, thoughtSignature: thought_signature }) =>
    call === undefined
      ? []
      : [
          {
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.args) },
            ...(thought_signature && { extra_content: { google: { thought_signature } } }),
          },
        ],
  );
  return { role: 'assistant', content: null, tool_calls };
}

/**
 * The recorded request as the gateway says it: text is the default modality and AUTO the default mode, the role of the
 * system instruction is not read, schemas go in `parameters` in the subset, where each has a type, and `required` allows every tool.
 */
function toOurs(recorded: Recorded): Json {
  const { responseModalities: _text, ...generationConfig } = recorded.generationConfig ?? {};
  const mode = recorded.toolConfig?.functionCallingConfig.mode;
  return {
    contents: recorded.contents,
    ...(recorded.systemInstruction && { systemInstruction: { parts: recorded.systemInstruction.parts } }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...(mode !== undefined && mode !== 'AUTO' && { toolConfig: { functionCallingConfig: { mode } } }),
    ...(recorded.tools && {
      tools: recorded.tools.map(({ functionDeclarations }) => ({
        functionDeclarations: functionDeclarations.map(({ parameters_json_schema: schema, ...declaration }) => {
          const { additionalProperties: _closed, ...parameters } = schema;
          const isEmpty = Object.keys(Object(parameters.properties)).length === 0;
          return isEmpty ? declaration : { ...declaration, parameters: { type: 'object', ...parameters } };
        }),
      })),
    }),
  };
}

describe('requests as clients of the provider send them', () => {
  test.each([['own', OWN] as [string, Recorded], ...loadRequests()])(
    '%s: is what its chat form becomes',
    (_name, recorded) => {
      const target = { kind: 'gemini', upstreamModel: 'gemini-3-pro', baseUrl: 'https://h', headers: {} } as const;
      expect(JSON.parse(encodeRequest(toChat(recorded), target))).toEqual(toOurs(recorded));
    },
  );
});
