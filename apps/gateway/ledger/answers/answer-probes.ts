import type { Source } from '../columns.js';
import type { AnswerProbe } from '../probe.js';
import { CALLS } from './calls.js';
import { ENDINGS } from './endings.js';
import { FACTS } from './facts.js';
import { LOG_PROBABILITIES } from './log-probabilities.js';
import { TEXTS } from './texts.js';
import { THOUGHTS } from './thoughts.js';
import { USAGE } from './usage.js';
import { EMBEDDED, RANKED } from './vectors.js';

const CONVERSED = [...TEXTS, ...THOUGHTS, ...CALLS, ...ENDINGS, ...LOG_PROBABILITIES, ...USAGE, ...FACTS];

/** Everything that is asked of the code about answers, in the order of the tables. */
export const ANSWER_PROBES: Readonly<Record<Source, readonly AnswerProbe[]>> = {
  chat: CONVERSED,
  responses: CONVERSED,
  messages: CONVERSED,
  completions: CONVERSED,
  embeddings: EMBEDDED,
  rerank: RANKED,
};
