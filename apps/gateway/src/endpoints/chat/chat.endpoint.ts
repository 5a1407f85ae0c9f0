import type { AnyRequest, ChatRequest } from '@multilane/contracts';
import { type GatewayError, toErrorEnvelope, unsupported } from '@multilane/errors';
import { readTurnsOf } from '@multilane/policy';
import { findRefusedByModel, findUnsupportedParameter, KNOWN_EFFORTS } from '@multilane/providers';
import { assertReasoningEffort, chatRequestSchema, validateChatRequest } from '@multilane/validation';
import { ChoiceTexts } from '../../guarding/streams/stream-texts.js';
import type { CheckedModel, EndpointDescriptor, ProviderFormat, StreamWriter } from '../descriptor.js';
import { findFileIds } from '../find-file-ids.js';
import { documentPrompts } from '../prompts/document-prompts.js';
import { CHAT_PROMPTS } from '../prompts/prompt-formats.js';
import { ChatStreamRewriter } from './chat-stream-rewriter.js';
import { mapChatAnswer, mapChatRequest } from './chat-texts.js';
import { WordsLine } from './words-line.js';

/**
 * Rejects what the model or its provider cannot do (the matrix of docs/contract/chat.md#parameter-support); nothing is dropped.
 */
export function checkParameters(request: AnyRequest, { adapter, bridge, codec, model, target }: CheckedModel): void {
  const chat = request as ChatRequest;
  if (chat.reasoning_effort !== undefined) checkEffort(chat.reasoning_effort, bridge !== undefined, model, target);
  const { facts, structuredOutput } = target.provider;
  const param = findUnsupportedParameter(chat, codec?.capabilities ?? adapter.capabilities, structuredOutput, facts);
  if (param !== undefined) throw unsupported(param, `is not supported by the model's provider (${adapter.kind}).`);
  const refused = facts && findRefusedByModel(chat, facts, structuredOutput);
  if (refused !== undefined) throw unsupported(refused, 'is not supported by this model.');
}

/** Other formats have more efforts than chat: those that a model lacks become the nearest it has. */
function checkEffort(
  effort: string,
  isTranslated: boolean,
  { reasoningEfforts }: CheckedModel['model'],
  { provider }: CheckedModel['target'],
): void {
  if (isTranslated && KNOWN_EFFORTS.includes(effort)) return;
  const { efforts } = provider.facts ?? {};
  assertReasoningEffort(effort, efforts === undefined ? reasoningEfforts : [...reasoningEfforts, ...efforts]);
}

/** Format in which every provider of chat models is called. */
export const CHAT_FORMAT: ProviderFormat = {
  key: 'chat',
  operation: 'chat',
  texts: {
    isGuarded: true,
    mapRequest: mapChatRequest,
    answer: {
      map: mapChatAnswer,
      startRewriter: (session) => new ChatStreamRewriter(session),
      startTexts: () => new ChoiceTexts(),
    },
    isAnswerStored: true,
  },
  isCacheable: true,
  readTurns: readTurnsOf('messages'),
  billing: 'tokens',
  isGenerative: true,
  reportsUsage: false,
  check: checkParameters,
};

/** Writes one stream of the reference format as its provider wrote it. */
export class ReferenceStreamWriter implements StreamWriter<unknown> {
  #line: WordsLine | undefined;

  write(chunk: unknown, raw: string | undefined): string {
    if (raw !== undefined) return raw;
    this.#line ??= new WordsLine();
    return this.#line.write(chunk as object);
  }

  end(): string {
    return 'data: [DONE]\n\n';
  }

  /** One `data:` line with the envelope, and no `[DONE]`. */
  fail(error: GatewayError): string {
    return `data: ${JSON.stringify(toErrorEnvelope(error))}\n\n`;
  }
}

const WARM_UP_CHAT = {
  messages: [
    { role: 'system', content: 'Answer in one sentence.' },
    { role: 'user', content: 'What does a gateway do between a program and the models that it uses?' },
  ],
  temperature: 0.2,
  max_tokens: 200,
};

/** POST /v1/chat/completions: the reference format, which every chat adapter translates itself. */
export const CHAT: EndpointDescriptor<ChatRequest> = {
  name: 'chat.completions',
  route: { method: 'POST', path: '/v1/chat/completions' },
  body: 'json',
  answers: ['json', 'events'],
  docs: {
    summary: 'A chat completion.',
    answer: 'A `chat.completion`, or its chunks.',
    schema: documentPrompts(chatRequestSchema),
  },
  format: CHAT_FORMAT,
  modelTypes: ['chat'],
  warmUpBodies: [
    WARM_UP_CHAT,
    { ...WARM_UP_CHAT, stream: true, stream_options: { include_usage: true } },
    WARM_UP_CHAT,
  ],
  source: 'workspace',
  prompts: CHAT_PROMPTS,
  servesAgents: true,
  validate: validateChatRequest,
  findReferences: ({ messages }) => findFileIds(messages, 'messages'),
  startNativeStream: () => new ReferenceStreamWriter(),
};
