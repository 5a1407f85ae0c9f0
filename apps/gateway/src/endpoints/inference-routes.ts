import { CHAT } from './chat/chat.surface.js';
import { COMPLETIONS } from './completions/completions.surface.js';
import { DECISION } from './decision/decision.surface.js';
import { EMBEDDINGS } from './embeddings/embeddings.surface.js';
import { COUNT_TOKENS } from './messages/count-tokens.surface.js';
import { MESSAGES } from './messages/messages.surface.js';
import { MODERATIONS } from './moderations/moderations.surface.js';
import { RERANK } from './rerank/rerank.surface.js';
import { RESPONSES } from './responses/responses.surface.js';
import type { Surface } from './surface.js';

const SURFACES: readonly Surface[] = [
  CHAT,
  RESPONSES,
  MESSAGES,
  COUNT_TOKENS,
  COMPLETIONS,
  EMBEDDINGS,
  RERANK,
  MODERATIONS,
  DECISION,
];

/** Everything a model is asked for in JSON, by the path it is posted to (docs/contract/requests.md#paths). */
export const INFERENCE_ROUTES: ReadonlyMap<string, Surface> = new Map(SURFACES.map((each) => [each.path, each]));
