import { A2A } from './a2a/a2a.endpoints.js';
import { ASYNC_ENDPOINTS } from './async/async.endpoints.js';
import { SPEECH, TRANSCRIPTIONS, TRANSLATIONS } from './audio/audio.endpoints.js';
import { AUDIO_VOICES } from './audio/voices.endpoint.js';
import { BATCHES } from './batches/batches.endpoint.js';
import { CHAT } from './chat/chat.endpoint.js';
import { COMPLETIONS } from './completions/completions.endpoint.js';
import { DECISION } from './decision/decision.endpoint.js';
import type { EndpointDescriptor } from './descriptor.js';
import { EMBEDDINGS } from './embeddings/embeddings.endpoint.js';
import { FILES } from './files/files.endpoint.js';
import { FINE_TUNING } from './fine-tuning/fine-tuning.endpoint.js';
import { IMAGE_EDITS, IMAGE_GENERATIONS, IMAGE_VARIATIONS } from './images/images.endpoints.js';
import { KNOWLEDGE } from './knowledge/knowledge.endpoints.js';
import { MCP } from './mcp/mcp.endpoints.js';
import { COUNT_TOKENS } from './messages/count-tokens.endpoint.js';
import { MESSAGES } from './messages/messages.endpoint.js';
import { MODERATIONS } from './moderations/moderations.endpoint.js';
import { REALTIME_CALLS } from './realtime/calls.endpoint.js';
import { CLIENT_SECRETS } from './realtime/client-secrets.endpoint.js';
import { REALTIME } from './realtime/realtime.endpoint.js';
import { RERANK } from './rerank/rerank.endpoint.js';
import { RESPONSES } from './responses/responses.endpoint.js';

/** Every endpoint that models are asked at. All else that is known of them derives from here. */
export const ENDPOINTS: readonly EndpointDescriptor[] = [
  CHAT,
  RESPONSES,
  MESSAGES,
  COUNT_TOKENS,
  COMPLETIONS,
  EMBEDDINGS,
  RERANK,
  MODERATIONS,
  DECISION,
  AUDIO_VOICES,
  IMAGE_GENERATIONS,
  IMAGE_EDITS,
  IMAGE_VARIATIONS,
  SPEECH,
  TRANSCRIPTIONS,
  TRANSLATIONS,
  REALTIME,
  CLIENT_SECRETS,
  REALTIME_CALLS,
  ...ASYNC_ENDPOINTS,
  ...BATCHES,
  ...FILES,
  ...FINE_TUNING,
  ...KNOWLEDGE,
  ...MCP,
  ...A2A,
];
