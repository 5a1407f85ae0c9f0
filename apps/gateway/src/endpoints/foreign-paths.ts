import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFormat } from './descriptor.js';
import { findErrorFormat, isAtOrBelow } from './find-endpoint.js';
import { MESSAGES } from './messages/messages.endpoint.js';

/**
 * Paths that the clients of other services take, with what to use here instead. They were read in the packages openai 7.55.0 and
 * @anthropic-ai/sdk 1.11.0 of npm, in google-genai, cohere, mistralai, ollama and boto3 of PyPI, and in the documentation of Azure OpenAI, OpenRouter and
 * LiteLLM, on 2026-11-29. Only answers of 404 look here.
 */

/** A path under /v1 and those below it, with what to use instead. */
type Row = readonly [path: string, alternative: string];

/** Paths of other services that have the reference's or their own way to write errors. */
export const FOREIGN: readonly Row[] = [
  ['/v1/assistants', 'workspace agents, or chat completions with tools'],
  ['/v1/threads', 'workspace agents, or messages carrying the conversation'],
  ['/v1/containers', 'workspace agents'],
  ['/v1/chatkit', 'workspace agents'],
  ['/v1/agents', 'workspace agents, which chat completions ask by the model name agent/<name>'],
  ['/v1/skills', 'workspace agents with instructions and tools of their own'],
  ['/v1/evals', '/admin/evals on the workspace service'],
  ['/v1/organization', 'the workspace admin API under /admin'],
  ['/v1/realtime/sessions', 'POST /v1/realtime/client_secrets'],
  ['/v1/realtime/transcription_sessions', 'POST /v1/realtime/client_secrets'],
  ['/v1/fine-tunes', 'POST /v1/fine_tuning/jobs'],
  ['/v1/edits', 'POST /v1/chat/completions'],
  ['/v1/engines', 'POST /v1/chat/completions with the name of the model in the body'],
  ['/v1/embed', 'POST /v1/embeddings'],
  ['/v1/generate', 'POST /v1/chat/completions'],
  ['/v1/summarize', 'POST /v1/chat/completions'],
  ['/v1/classify', 'POST /v1/decision'],
  ['/v1/classifications', 'POST /v1/moderations'],
  ['/v1/score', 'POST /v1/rerank'],
  ['/v1/tokenize', 'POST /v1/messages/count_tokens'],
  ['/v1/detokenize', 'POST /v1/messages/count_tokens for the number of tokens'],
  ['/v1/fim', 'POST /v1/completions with suffix'],
  ['/v1/ocr', 'POST /v1/chat/completions with the document as a file part'],
  ['/v1/libraries', '/v1/kb and /v1/docsets'],
  ['/v1/batch', 'POST /v1/batches'],
  ['/v1/model', 'GET /v1/models'],
  // The path below the endpoint itself is that of completions that the reference has stored.
  ['/v1/chat/completions', 'POST /v1/chat/completions: answers are not stored and cannot be retrieved'],
  ['/v1/chat', 'POST /v1/chat/completions'],
];

/** Paths of the native messages format's provider alone, which get its errors whatever headers a request has. */
export const OF_MESSAGES: readonly Row[] = [
  [
    '/v1/messages/batches',
    'POST /v1/batches with `endpoint: "/v1/messages"` and a file of requests, which was uploaded with POST /v1/files',
  ],
  ['/v1/complete', 'POST /v1/messages'],
  ['/v1/organizations', 'the workspace admin API under /admin'],
  ['/v1/memory_stores', 'workspace agents'],
  ['/v1/environments', 'workspace agents'],
  ['/v1/deployments', 'workspace agents'],
  ['/v1/deployment_runs', 'workspace agents'],
  ['/v1/sessions', 'workspace agents'],
  ['/v1/dreams', 'workspace agents'],
];

/** Files by clients of the native messages format, which expect its shape of them. */
const FILES_OF_MESSAGES =
  '/v1/files has the format of the OpenAI API here. Upload with a client of that API, which needs `purpose` and the model in the header X-Service-Model, and name the file by its id in POST /v1/messages.';

/** True for a request that a client of the native messages format makes: every SDK of it sends the header. */
export function isClientOfMessages(headers: IncomingHttpHeaders): boolean {
  return headers['anthropic-version'] !== undefined;
}

const GENERATE = 'Use POST /v1/chat/completions with the name of the model in the body.';
const BASE_URL = 'Set the base URL of a client of the OpenAI API to the address of this gateway with /v1.';

/** Methods of models in Google's address, and what they are here. */
const METHODS: Readonly<Record<string, string>> = {
  generateContent: GENERATE,
  streamGenerateContent: `${GENERATE.slice(0, -1)}, and \`stream: true\`.`,
  rawPredict: 'Use POST /v1/messages with the name of the model in the body.',
  streamRawPredict: 'Use POST /v1/messages with the name of the model in the body, and `stream: true`.',
  countTokens: 'Use POST /v1/messages/count_tokens.',
  embedContent: 'Use POST /v1/embeddings.',
  batchEmbedContents: 'Use POST /v1/embeddings.',
  predict: 'Use POST /v1/embeddings, or POST /v1/images/generations for images.',
  predictLongRunning: 'Videos are not supported.',
  bidiGenerateContent: 'Use GET /v1/realtime.',
};

const METHOD = /:([A-Za-z]{1,40})$/;

/** Explains a path of Google's form, `…/models/{model}:{method}`; undefined for any other. */
export function explainModelMethod(path: string): string | undefined {
  const [, method = ''] = METHOD.exec(path) ?? [];
  const how = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  return how === undefined ? undefined : `Addresses of models with a method are not supported. ${how}`;
}

/** Paths outside /v1 by their beginnings, the longer before the shorter, with whose they are and what to do instead. */
const OUTSIDE: readonly (readonly [start: RegExp, whose: string, how: string])[] = [
  [/^\/v1(?:alpha|beta)\d*\/models(?:\/|$)/, "Google's", 'Use GET /v1/models.'],
  [/^\/v1(?:alpha|beta)\d*\/files(?:\/|$)/, "Google's", 'Use /v1/files.'],
  [/^\/upload\/v1(?:alpha|beta)\d*\/files(?:\/|$)/, "Google's", 'Use POST /v1/files.'],
  [/^\/v1(?:alpha|beta)\d*\/batches(?:\/|$)/, "Google's", 'Use /v1/batches.'],
  [/^\/v1(?:alpha|beta)\d*(?:\/|$)/, "Google's", BASE_URL],
  [
    /^\/openai\/deployments(?:\/|$)/,
    "Azure OpenAI's",
    `${BASE_URL} Send the name of the model as \`model\`, in place of a deployment in the path.`,
  ],
  [/^\/openai(?:\/|$)/, "Azure OpenAI's", BASE_URL],
  [
    /^\/anthropic(?:\/|$)/,
    "another gateway's",
    'Set the base URL of a client of the Anthropic API to the address of this gateway without a path.',
  ],
  [/^\/(?:bedrock|gemini|vertex_ai|vertex-ai|azure|cohere|mistral)(?:\/|$)/, "another gateway's", BASE_URL],
  [/^\/api\/v1(?:\/|$)/, "OpenRouter's", BASE_URL],
  [/^\/api\/(?:chat|generate)$/, "Ollama's", 'Use POST /v1/chat/completions.'],
  [/^\/api\/(?:embed|embeddings)$/, "Ollama's", 'Use POST /v1/embeddings.'],
  [/^\/api\/(?:tags|ps|show|version)$/, "Ollama's", 'Use GET /v1/models.'],
  [
    /^\/model\/[^/]+\/(?:converse|converse-stream|invoke|invoke-with-response-stream)$/,
    "Amazon Bedrock's",
    'Use POST /v1/chat/completions, or POST /v1/messages, with the name of the model in the body.',
  ],
  [/^\/model\/info$/, "LiteLLM's", 'Use GET /v1/models.'],
  [/^\/key(?:\/|$)/, "LiteLLM's", 'Use /admin/keys on the workspace service.'],
  [/^\/team(?:\/|$)/, "LiteLLM's", 'Use /admin/teams on the workspace service.'],
  [/^\/spend(?:\/|$)/, "LiteLLM's", 'Use /admin/usage on the workspace service.'],
  [/^\/v2\/chat$/, "Cohere's", 'Use POST /v1/chat/completions.'],
  [/^\/v2\/embed$/, "Cohere's", 'Use POST /v1/embeddings.'],
  [/^\/v2\/rerank$/, "Cohere's", 'Use POST /v1/rerank.'],
  [/^\/(?:tokenize|detokenize)$/, "a model server's", 'Use POST /v1/messages/count_tokens.'],
  [/^\/(?:generate|generate_stream|completion)$/, "a model server's", 'Use POST /v1/chat/completions.'],
];

/** The message for a path outside /v1 that a client of another service takes; undefined for any other. It repeats nothing of the path. */
export function explainForeignPath(path: string): string | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  const row = OUTSIDE.find(([start]) => start.test(plain));
  if (row === undefined) return undefined;
  const [, whose, how] = row;
  return explainModelMethod(plain) ?? `This path is ${whose}, which this gateway does not serve. ${how}`;
}

/**
 * Finds the format of errors for a client on a path without a format of its own: the header that every client of the native messages format
 * sends decides (docs/contract/requests.md#paths-of-other-services). Undefined for the reference's format.
 */
export function findClientFormat(path: string, headers: IncomingHttpHeaders): ErrorFormat | undefined {
  const format = findErrorFormat(path);
  if (format !== undefined) return format;
  const isOfMessages = isClientOfMessages(headers) || OF_MESSAGES.some(([start]) => isAtOrBelow(path, start));
  return isOfMessages ? MESSAGES.errors : undefined;
}

/** The message for a path that is served here but means something else to the client; undefined for any other. */
export function explainForeignUse(method: string, path: string, headers: IncomingHttpHeaders): string | undefined {
  if (isAtOrBelow(path, '/v1/files') && isClientOfMessages(headers)) return FILES_OF_MESSAGES;
  return method === 'POST' && isAtOrBelow(path, '/v1/models') ? explainModelMethod(path) : undefined;
}
