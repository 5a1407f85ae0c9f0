import { describe, expect, it } from '@jest/globals';
import {
  EMPTY_PII_POLICY,
  type PiiPolicy,
  toChangedPiiPolicy,
  toNewPiiPolicy,
  valuesOfPiiPolicy,
} from './pii-values.js';

const STORED = {
  id: 'p1',
  name: 'data',
  workspace_id: 'w1',
  enabled: true,
  entities: ['email'],
  custom_entities: [{ name: 'employee_id', pattern: 'EMP-\\d{6}' }],
  input: 'block',
  output: 'stream',
  placeholder: '<EMAIL_1>',
  restore: true,
} as unknown as PiiPolicy;

describe('the body of a policy of personal data', () => {
  it('a new name keeps everything else', () => {
    const { name: _name, ...kept } = toChangedPiiPolicy({ ...valuesOfPiiPolicy(STORED), name: 'new' });
    expect(kept).toEqual({
      enabled: true,
      entities: ['email'],
      custom_entities: [{ name: 'employee_id', pattern: 'EMP-\\d{6}', ignore_case: false }],
      input: 'block',
      output: 'stream',
      placeholder: '<EMAIL_1>',
      restore: true,
    });
  });

  it('a row of an own entity that nobody filled in is left out', () => {
    const values = {
      ...EMPTY_PII_POLICY,
      name: 'a',
      custom_entities: [{ name: ' ', pattern: '', ignore_case: false }],
    };
    expect(toNewPiiPolicy(values, 'w1')).toMatchObject({ custom_entities: [], workspace_id: 'w1' });
  });
});
