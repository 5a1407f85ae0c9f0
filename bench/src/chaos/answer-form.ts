import { buildPieces, buildStreamEvents, COMPLETION } from '../fixed-answer.js';
import { buildMessageEvents, MESSAGE } from '../native-answers.js';

/** A provider's answer, whole and as the events of a stream. */
export interface AnswerForm {
  readonly whole: string;
  readonly events: readonly string[];
}

const DIMENSIONS = 256;

const EMBEDDINGS = {
  object: 'list',
  model: 'chaos-embedding',
  data: [{ object: 'embedding', index: 0, embedding: Array.from({ length: DIMENSIONS }, (_, index) => index / 1_000) }],
  usage: { prompt_tokens: 24, total_tokens: 24 },
};

const CHAT: AnswerForm = { whole: JSON.stringify(COMPLETION), events: buildStreamEvents(true) };

const FORMS: readonly (readonly [string, AnswerForm])[] = [
  ['/messages', { whole: JSON.stringify(MESSAGE), events: buildMessageEvents(buildPieces(20)) }],
  ['/embeddings', { whole: JSON.stringify(EMBEDDINGS), events: [] }],
];

/** The answer in the words of the endpoint that was called: chat completions unless the path says otherwise. */
export function answerFormOf(path = ''): AnswerForm {
  return FORMS.find(([ending]) => path.endsWith(ending))?.[1] ?? CHAT;
}
