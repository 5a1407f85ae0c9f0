import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { EmbedderError, KnowledgeStoreUnavailable } from '@multilane/knowledge';
import { KnowledgeQuotaExceeded } from '@multilane/persistence';
import { explainProblem } from './document-problem.js';

describe('explainProblem', () => {
  it.each([
    ['a rate limit', new GatewayError('rpm_exceeded', { headers: { 'retry-after': '7' } }), 7],
    ['a rate limit of the provider', new GatewayError('provider_rate_limited'), 15],
    ['a provider that is down', new GatewayError('provider_error'), 15],
    [
      'a pause that is longer than is waited',
      new GatewayError('tpm_exceeded', { headers: { 'retry-after': '9999' } }),
      600,
    ],
    ['a store without its extension', new KnowledgeStoreUnavailable('Install pgvector.'), 60],
    ['a busy built-in model', new EmbedderError('busy', 'busy'), 15],
  ])('has the document wait for %s', (_, error, seconds) => {
    expect(explainProblem(error)).toMatchObject({ name: 'DocumentWaits', seconds });
  });

  it.each([
    ['a spent budget', new GatewayError('budget_exhausted'), 'budget_exhausted'],
    ['the spent budget of a key', new GatewayError('key_budget_exceeded'), 'key_budget_exceeded'],
    ['a revoked credential', new GatewayError('invalid_api_key'), 'invalid_api_key'],
    ['a model that the uploader may not use', new GatewayError('model_not_allowed'), 'model_not_allowed'],
    [
      'a limit that no pause helps against',
      new GatewayError('tpm_exceeded', { headers: { 'x-should-retry': 'false' } }),
      'tpm_exceeded',
    ],
    ['a quota that is used up', new KnowledgeQuotaExceeded('chunks'), 'knowledge_quota_exceeded'],
    ['a text that is too long', new EmbedderError('too_long', 'The text is too long.'), 'embedding_refused'],
  ])('ends the document for %s, and says why', (_, error, failure) => {
    expect(explainProblem(error)).toMatchObject({ name: 'DocumentUnusable', failure });
  });

  it('leaves what it does not know to the queue, which begins the document again', () => {
    const error = new Error('the connection broke');
    expect(explainProblem(error)).toBe(error);
  });
});
