import { type CheckerServiceName, isRecord } from '@multilane/contracts';
import { AZURE_CONTENT_SAFETY, AZURE_PROMPT_SHIELDS } from './azure.js';
import { type CheckedText, type CheckerService, joinTexts, judgeFlag, judgeWord } from './checker-service.js';

/** Characters of a call at most, where a service states no limit: far below the bodies that they take. */
const LONGEST = 100_000;

/** Score from which an entity is found, as Presidio's own examples have it. */
const LIKELY = 0.5;

/**
 * `POST https://bedrock-runtime.{region}.amazonaws.com/guardrail/{id}/version/{version}/apply`, with an API key of Bedrock as bearer
 * (docs.aws.amazon.com, "ApplyGuardrail"). A guardrail that only masks counts as one that intervened: its masked text is not used.
 */
const BEDROCK: CheckerService = {
  // 25 text units of a thousand characters are the quota of one call.
  longest: 25_000,
  ask: (texts, { phase }) => ({
    source: phase === 'before' ? 'INPUT' : 'OUTPUT',
    content: [{ text: { text: joinTexts(texts) } }],
  }),
  judge: ({ action }) => judgeWord(action, 'NONE', 'GUARDRAIL_INTERVENED'),
};

/** `POST https://api.lakera.ai/v2/guard` (docs.lakera.ai, "Guard"). It judges the last interaction, in the light of those before. */
const LAKERA: CheckerService = {
  longest: LONGEST,
  isConversation: true,
  ask: (texts, { settings: { project } }) => ({
    messages: texts.map(asMessage),
    ...(project !== undefined && { project_id: project }),
  }),
  judge: ({ flagged }) => judgeFlag(flagged),
};

/** `POST https://ai-guard.aws.us.pangea.cloud/v1beta/guard` (pangea.cloud/docs, "AI Guard"). Texts that it changed are not used. */
const PANGEA: CheckerService = {
  longest: LONGEST,
  isConversation: true,
  ask: (texts, { phase, settings: { project } }) => ({
    input: { messages: texts.map(asMessage) },
    event_type: phase === 'before' ? 'input' : 'output',
    ...(project !== undefined && { recipe: project }),
  }),
  judge: ({ result }) => judgeFlag(isRecord(result) ? result.blocked : undefined),
};

/** `POST http://presidio-analyzer:3000/analyze` (microsoft.github.io/presidio, "REST API"). */
const PRESIDIO: CheckerService = {
  longest: LONGEST,
  ask: (texts, { settings: { categories, language = 'en', threshold = LIKELY } }) => ({
    text: joinTexts(texts),
    language,
    score_threshold: threshold,
    ...(categories !== undefined && { entities: categories }),
  }),
  judge: ({ entities }) => {
    if (!Array.isArray(entities)) return 'failure';
    return entities.length > 0 ? 'finding' : 'pass';
  },
};

/** `POST https://service.api.aisecurity.paloaltonetworks.com/v1/scan/sync/request` (pan.dev, "Prisma AIRS: Scan"). */
const PRISMA_AIRS: CheckerService = {
  longest: LONGEST,
  ask: (texts, { model, phase, requestId, settings: { project } }) => ({
    tr_id: requestId,
    metadata: { ai_model: model, app_name: 'multilane' },
    contents: [{ [phase === 'before' ? 'prompt' : 'response']: joinTexts(texts) }],
    ...(project !== undefined && { ai_profile: { profile_name: project } }),
  }),
  judge: ({ action }) => judgeWord(action, 'allow', 'block'),
};

export const SERVICES: Readonly<Record<CheckerServiceName, CheckerService>> = {
  azure_content_safety: AZURE_CONTENT_SAFETY,
  azure_prompt_shields: AZURE_PROMPT_SHIELDS,
  bedrock: BEDROCK,
  lakera: LAKERA,
  pangea: PANGEA,
  presidio: PRESIDIO,
  prisma_airs: PRISMA_AIRS,
};

/** A message of a conversation. These services know the roles of chats alone: a result of a tool is somebody else's text, as a person's is. */
function asMessage({ role, text }: CheckedText): object {
  if (role === 'user' || role === 'tool') return { role: 'user', content: text };
  const isOfModel = role === 'assistant' || role === 'reasoning' || role === 'tool_call';
  return { role: isOfModel ? 'assistant' : 'system', content: text };
}
