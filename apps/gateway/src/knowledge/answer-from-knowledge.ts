import { randomBytes } from 'node:crypto';
import type { ChatMessage } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { CHAT } from '../endpoints/chat/chat.endpoint.js';
import type { PipelineServices } from '../pipeline/pipeline-services.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import type { AnswerRequest, KnowledgeAnswer } from '../services/knowledge-service.js';
import { CitingSink } from './citing-sink.js';
import { type QueryParts, queryKnowledge } from './query-knowledge.js';
import { type AnswerSource, boundSources, writeAnswerPrompt } from './write-answer-prompt.js';

const DEFAULT_SOURCES = 8;
const MOST_SOURCES = 50;
const MOST_MESSAGES = 200;
const LONGEST_QUERY = 8_000;

/** Members of the body that are not chat's. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['question', 'top_k', 'mode', 'filter', 'rerank_model']);
/** Members of chat that make no sense with citations. */
const REFUSED_MEMBERS = ['n', 'response_format', 'tools', 'tool_choice', 'audio', 'modalities'];

/**
 * Answers a question from knowledge bases (docs/contract/knowledge.md#answers): finds chunks, and asks a chat model, both as requests
 * of whoever asks. Resolves when the answer, whole or streamed, has gone to the sink.
 *
 * @throws GatewayError what kept it from being asked; nothing has been sent then
 */
export async function answerFromKnowledge(
  services: PipelineServices,
  parts: QueryParts,
  { admission, body, kbIds, place, request, sink }: AnswerRequest,
): Promise<void> {
  const { chat, messages, query } = readAnswerRequest(body);
  const { clientAddress, headers, requestId, signal } = request;
  const asker = { services, admission, clientAddress, headers, requestId, signal };
  const found = await queryKnowledge(parts, asker, { kbIds, place, query });
  const sources = boundSources(found.results.map(toSource));
  const prompt = writeAnswerPrompt(messages, sources, randomBytes(6).toString('hex'));
  await runPipeline(CHAT, {
    admission,
    body: { ...chat, messages: prompt },
    request: {
      requestId: `${requestId}_answer`,
      method: request.method,
      path: request.path,
      endpoint: CHAT.name,
      clientAddress,
      admission,
      headers,
      isLarge: request.isLarge,
      kbIds,
    },
    services,
    sink: new CitingSink(sink, sources),
  });
}

/** Splits a body into its parts: the chat request, and the knowledge bases. */
export function readAnswerRequest(body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('invalid_value', { message: 'The request body must be a JSON object.' });
  }
  const members = body as Record<string, unknown>;
  const { filter, messages, mode, model, question, rerank_model: rerankModel, top_k: topK = DEFAULT_SOURCES } = members;
  if (typeof model !== 'string' || model === '') throw new GatewayError('missing_model', { param: 'model' });
  const refused = REFUSED_MEMBERS.find((name) => members[name] !== undefined);
  if (refused !== undefined) {
    throw unsupported(refused, 'is not supported for answers with citations.');
  }
  if ((question === undefined) === (messages === undefined)) {
    throw invalid('question', 'must be given, or `messages` in its place, and not both');
  }
  if (!Number.isInteger(topK) || (topK as number) < 1 || (topK as number) > MOST_SOURCES) {
    throw invalid('top_k', `must be an integer from 1 to ${MOST_SOURCES}`);
  }
  if (mode !== undefined && typeof mode !== 'string') throw invalid('mode', 'must be text');
  if (rerankModel !== undefined && typeof rerankModel !== 'string') throw invalid('rerank_model', 'must be text');
  const asked = question === undefined ? readMessages(messages) : [readQuestion(question)];
  const text = lastQuestion(asked);
  if (text === '') throw invalid(question === undefined ? 'messages' : 'question', 'must contain a question as text');
  const chat = Object.fromEntries(Object.entries(members).filter(([name]) => !OWN_MEMBERS.has(name)));
  return {
    chat,
    messages: asked,
    query: { query: text, topK: topK as number, mode, filter, rerankModel },
  };
}

function readQuestion(question: unknown): ChatMessage {
  if (typeof question !== 'string') throw invalid('question', 'must be text');
  return { role: 'user', content: question };
}

function readMessages(messages: unknown): ChatMessage[] {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MOST_MESSAGES) {
    throw invalid('messages', `must be a list of 1 to ${MOST_MESSAGES} messages`);
  }
  return messages as ChatMessage[];
}

/** The text of the last message of the user's. */
function lastQuestion(messages: readonly ChatMessage[]): string {
  const { content } = (Object(messages.findLast((message) => Object(message).role === 'user')) ??
    {}) as Partial<ChatMessage>;
  const parts = Array.isArray(content) ? content : [{ text: content }];
  const texts = parts
    .map((part) => (Object(part) as { text?: unknown }).text)
    .filter((text) => typeof text === 'string');
  return texts.join('\n').trim().slice(0, LONGEST_QUERY);
}

function toSource({ content, document_id: documentId, metadata }: KnowledgeAnswer['results'][number]): AnswerSource {
  const { chunk_index: chunkIndex, page, source } = metadata;
  return {
    documentId,
    source: typeof source === 'string' ? source : documentId,
    chunkIndex: typeof chunkIndex === 'number' ? chunkIndex : 0,
    page: typeof page === 'number' ? page : undefined,
    content,
  };
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${message}.` });
}
