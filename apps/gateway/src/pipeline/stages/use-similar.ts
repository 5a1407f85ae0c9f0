import { hash } from 'node:crypto';
import type { Caller } from '@multilane/auth';
import {
  type AnswerCache,
  type CacheSubject,
  groupQuestions,
  hideWords,
  isComparedByMeaning,
  makeCacheKey,
  type Question,
  readQuestions,
  type SemanticRules,
} from '@multilane/policy';
import { SimilarUse } from '../../recording/similar-use.js';
import type { RequestContext } from '../request-context.js';

/** Language of the built-in model; questions in others are compared by their words alone. */
const BUILTIN = { model: 'builtin', language: 'en' };

/**
 * Prepares the search for a question that asks the same as the request (docs/contract/cache.md#semantic). Undefined if the rules leave the
 * request out, or its question cannot be compared.
 *
 * @param subject all that an answer to exactly this request depends on
 * @param answers those that the caller may be given
 */
export function useSimilar(
  { asked, planned, services }: RequestContext,
  rules: SemanticRules | undefined,
  subject: CacheSubject,
  answers: AnswerCache,
): SimilarUse | undefined {
  const { metrics, questionEmbedder, similarQuestions } = services;
  const turns = rules && planned.serving.format.readTurns?.(subject.request, rules.turns);
  if (rules === undefined || turns === undefined || similarQuestions === undefined) return undefined;
  if (!isComparedByMeaning(turns, rules)) return undefined;
  const questions = readQuestions(turns.texts);
  if (questions === undefined) {
    metrics.recordSemanticCache('incomparable');
    return undefined;
  }
  const scope = rules.sharedBy === 'caller' ? describeCaller(asked.caller) : '';
  // Not stored anywhere: who reads the store cannot guess the words of a question one by one.
  const salt = hash(
    'sha256',
    JSON.stringify([makeCacheKey({ ...subject, request: turns.rest }), scope, groupQuestions(questions)]),
  );
  const { organization, team, workspace } = subject.owner;
  return new SimilarUse(similarQuestions, answers, metrics, {
    place: {
      owner: organization,
      scope: hash('sha256', JSON.stringify([workspace, team, scope]), 'base64url'),
      group: hash('sha256', salt, 'base64url'),
    },
    order: hideWords(questions, salt),
    rules,
    model: canEmbed(questions, rules) ? rules.embeddingModel : undefined,
    embed: () => {
      const { caller, incoming, requestId, snapshot } = asked;
      const text = questions.map(({ plain }) => plain).join('\n');
      const asker = { admission: { caller, snapshot }, requestId, clientAddress: incoming.clientAddress };
      return questionEmbedder.embed(rules.embeddingModel, text, asker);
    },
  });
}

function canEmbed(questions: readonly Question[], { embeddingModel }: SemanticRules): boolean {
  return embeddingModel !== BUILTIN.model || questions.every(({ language }) => language === BUILTIN.language);
}

/** One API key, person or virtual account. Keys of gateway.yaml have no id, and a name that is unique in their team. */
function describeCaller({ credentialId, credentialType, keyName, serviceAccountId, userId }: Caller): string {
  if (serviceAccountId !== undefined) return `account ${serviceAccountId}`;
  if (credentialType !== 'api_key' && userId !== undefined) return `user ${userId}`;
  return `${credentialType} ${credentialId ?? keyName}`;
}
