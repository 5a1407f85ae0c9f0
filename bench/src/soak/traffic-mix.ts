import { buildChatBody, buildMessagesBody, buildPrompt, CHAT_PATH, MESSAGES_PATH } from '../build-requests.js';
import {
  CHAOS_MODEL,
  CUT_MODEL,
  EMBEDDING_MODEL,
  FAILING_MODEL,
  FALLBACK_MODEL,
  MESSAGES_MODEL,
} from '../chaos/chaos-model.js';
import { SPEECH, UPLOAD } from '../chaos/drive-media.js';

/** Requests of one kind. */
export interface TrafficKind {
  readonly name: string;
  /** Share of this kind in a thousand requests. */
  readonly share: number;
  readonly path: string;
  readonly body: string | Buffer;
  readonly contentType?: string;
  readonly streamEnd?: RegExp;
  readonly leaves?: boolean;
  /** True if each request has a key of its own that nobody issued. */
  readonly hasUnknownKey?: boolean;
  /** True if p50 and p99 are those of this kind: small whole answers. */
  readonly isTimed?: boolean;
  /** The outcome that every request of this kind must have. */
  readonly expected: string;
}

const RESPONSES_PATH = '/v1/responses';
const QUESTION = 'What does a gateway do? Answer in two sentences.';
const MESSAGES_END = /event: message_stop\n.*\n\n$/;
const RESPONSES_END = /"type":"response\.completed"/;
/** Requests of about 400 KB and 40 KB. */
const LONG_TOKENS = 100_000;
const LONGER_THAN_USUAL_TOKENS = 10_000;

const streamed = (body: string): string => JSON.stringify({ ...(JSON.parse(body) as object), stream: true });

const chat = buildChatBody(QUESTION, CHAOS_MODEL);
const messages = buildMessagesBody(CHAOS_MODEL);
const nativeMessages = buildMessagesBody(MESSAGES_MODEL);
const responses = JSON.stringify({ model: CHAOS_MODEL, input: QUESTION, max_output_tokens: 256 });

/** All text surfaces, and what clients and providers do wrong. */
export const TRAFFIC: readonly TrafficKind[] = [
  { name: 'chat', share: 260, path: CHAT_PATH, body: chat, isTimed: true, expected: '200' },
  { name: 'chat, streamed', share: 120, path: CHAT_PATH, body: streamed(chat), expected: '200' },
  { name: 'chat, abandoned', share: 50, path: CHAT_PATH, body: streamed(chat), leaves: true, expected: 'left' },
  { name: 'messages', share: 50, path: MESSAGES_PATH, body: messages, isTimed: true, expected: '200' },
  { name: 'messages, native', share: 50, path: MESSAGES_PATH, body: nativeMessages, isTimed: true, expected: '200' },
  ...(
    [
      ['messages, streamed', 30, messages],
      ['messages, native, streamed', 30, nativeMessages],
    ] as const
  ).map(([name, share, body]) => ({
    name,
    share,
    path: MESSAGES_PATH,
    body: streamed(body),
    streamEnd: MESSAGES_END,
    expected: '200',
  })),
  {
    name: 'messages, abandoned',
    share: 20,
    path: MESSAGES_PATH,
    body: streamed(nativeMessages),
    leaves: true,
    expected: 'left',
  },
  { name: 'responses', share: 80, path: RESPONSES_PATH, body: responses, isTimed: true, expected: '200' },
  {
    name: 'responses, streamed',
    share: 50,
    path: RESPONSES_PATH,
    body: streamed(responses),
    streamEnd: RESPONSES_END,
    expected: '200',
  },
  {
    name: 'responses, abandoned',
    share: 20,
    path: RESPONSES_PATH,
    body: streamed(responses),
    leaves: true,
    expected: 'left',
  },
  {
    name: 'embeddings',
    share: 80,
    path: '/v1/embeddings',
    body: JSON.stringify({ model: EMBEDDING_MODEL, input: [QUESTION] }),
    isTimed: true,
    expected: '200',
  },
  {
    name: 'provider fails',
    share: 20,
    path: CHAT_PATH,
    body: buildChatBody(QUESTION, FAILING_MODEL),
    expected: '502 provider_error',
  },
  { name: 'fallback', share: 20, path: CHAT_PATH, body: buildChatBody(QUESTION, FALLBACK_MODEL), expected: '200' },
  {
    name: 'provider breaks off',
    share: 20,
    path: CHAT_PATH,
    body: buildChatBody(QUESTION, CUT_MODEL),
    expected: '502 provider_error',
  },
  {
    name: 'provider breaks off a stream',
    share: 20,
    path: CHAT_PATH,
    body: streamed(buildChatBody(QUESTION, CUT_MODEL)),
    expected: '200, then an error event',
  },
  {
    name: 'invalid body',
    share: 20,
    path: CHAT_PATH,
    body: JSON.stringify({ model: CHAOS_MODEL, messages: 'none' }),
    expected: '400 invalid_value',
  },
  { name: 'no JSON', share: 10, path: RESPONSES_PATH, body: '{"model":', expected: '400 invalid_json' },
  {
    name: 'unknown model',
    share: 10,
    path: CHAT_PATH,
    body: buildChatBody(QUESTION, 'no-such-model'),
    expected: '404 model_not_found',
  },
  { name: 'unknown key', share: 20, path: CHAT_PATH, body: chat, hasUnknownKey: true, expected: '401 invalid_api_key' },
  {
    name: 'longer prompt',
    share: 12,
    path: CHAT_PATH,
    body: buildChatBody(buildPrompt(LONGER_THAN_USUAL_TOKENS), CHAOS_MODEL),
    expected: '200',
  },
  {
    name: 'long prompt',
    share: 2,
    path: MESSAGES_PATH,
    body: buildMessagesBody(CHAOS_MODEL).replace(/What does[^"]*/, buildPrompt(LONG_TOKENS)),
    expected: '200',
  },
  {
    name: 'upload of 2 MB',
    share: 3,
    path: '/v1/audio/transcriptions',
    body: UPLOAD,
    contentType: 'multipart/form-data; boundary=B',
    expected: '200',
  },
  { name: 'download of 1 MB', share: 3, path: '/v1/audio/speech', body: SPEECH, expected: '200' },
];

/** Multiples of it, modulo 1, are spread evenly: each kind comes at its share in every stretch of requests, not in blocks. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/** The kind of the request with that number: the same in every run. */
export function kindOf(count: number, kinds: readonly TrafficKind[] = TRAFFIC): TrafficKind {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  let left = ((count * GOLDEN_RATIO) % 1) * total;
  const found = kinds.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  const kind = found ?? kinds.at(-1);
  if (!kind) throw new Error('there are no kinds of requests');
  return kind;
}
