import { describe, expect, it } from '@jest/globals';
import { NEW_RULE, RULE_KINDS, toRuleBody, toRuleValues } from './rule-values.js';

describe('the form of a rule', () => {
  it('sends numbers, and no group where none is named', () => {
    const settings = { percent: '5', window_minutes: 30, min_requests: 1, group_by: 'model', value: '' };
    expect(toRuleBody({ ...NEW_RULE, name: ' Errors ', kind: 'error_rate', settings })).toEqual({
      name: 'Errors',
      kind: 'error_rate',
      scope: 'workspace',
      team_id: null,
      channel_ids: [],
      enabled: true,
      settings: { percent: 5, window_minutes: 30, min_requests: 1, group_by: 'model', value: null },
    });
  });

  it('sends what is no number as it was typed, for the API to name it', () => {
    const settings = { thresholds: ['80', 'many'], forecast: false };
    expect(toRuleBody({ ...NEW_RULE, settings }).settings).toEqual({ thresholds: [80, 'many'], forecast: false });
  });

  it.each(RULE_KINDS)('shows a stored rule of the kind %s as it is', (kind) => {
    const body = toRuleBody({ ...NEW_RULE, name: 'a', kind, settings: {} });
    const rule = {
      ...body,
      id: 'r',
      object: 'alert_rule',
      workspace_id: 'w',
      problem: null,
      created_at: '',
      updated_at: '',
    } as const;
    const values = toRuleValues(rule as never);
    const { scope: _scope, settings, ...rest } = toRuleBody(values);
    expect(rest).toMatchObject({ name: 'a', kind, team_id: null, enabled: true });
    expect(toRuleBody(toRuleValues({ ...rule, settings } as never)).settings).toEqual(settings);
  });
});
