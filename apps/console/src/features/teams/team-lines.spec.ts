import { describe, expect, it } from '@jest/globals';
import { toTeamOfLine } from './team-lines.js';

describe('a line of a file of teams', () => {
  it('is a team whose empty cells allow all', () => {
    expect(toTeamOfLine({ name: 'a', allowed_models: '', rpm_limit: '5', tpm_limit: '' })).toEqual({
      name: 'a',
      allowed_models: null,
      rpm_limit: 5,
      tpm_limit: 0,
      max_parallel: 0,
      queue: { max_wait_ms: '', max_length: '' },
      priority: null,
      max_priority: null,
      token_budget_monthly: 0,
    });
  });

  it('has the models by spaces, or as an export writes them', () => {
    expect(toTeamOfLine({ name: 'a', allowed_models: 'x y' }).allowed_models).toEqual(['x', 'y']);
    expect(toTeamOfLine({ name: 'a', allowed_models: '["x y"]' }).allowed_models).toEqual(['x y']);
  });

  it('is not unlimited where its limit is no number: the service is sent what is there', () => {
    const { rpm_limit } = JSON.parse(JSON.stringify(toTeamOfLine({ name: 'a', rpm_limit: '1,000' })));
    expect(rpm_limit).toBe('1,000');
  });
});
