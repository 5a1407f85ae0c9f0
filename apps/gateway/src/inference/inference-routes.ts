import { CHAT } from './surfaces/chat/chat.surface.js';
import { COMPLETIONS } from './surfaces/completions/completions.surface.js';
import { DECISION } from './surfaces/decision/decision.surface.js';
import { EMBEDDINGS } from './surfaces/embeddings/embeddings.surface.js';
import { COUNT_TOKENS } from './surfaces/messages/count-tokens.surface.js';
import { MESSAGES } from './surfaces/messages/messages.surface.js';
import { MODERATIONS } from './surfaces/moderations/moderations.surface.js';
import { RERANK } from './surfaces/rerank/rerank.surface.js';
import { RESPONSES } from './surfaces/responses/responses.surface.js';
import type { Surface } from './surfaces/surface.js';

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

/** Everything a model is asked for in JSON, by the path it is posted to (specification section 4). */
export const INFERENCE_ROUTES: ReadonlyMap<string, Surface> = new Map(SURFACES.map((each) => [each.path, each]));
