import { describe, expect, it } from '@jest/globals';
import { alertsOn } from './alerts-on.js';

const rule = (name: string, change: object = {}) => ({
  id: name,
  name,
  kind: 'budget' as const,
  enabled: true,
  team_id: null,
  workspace_id: 'workspace',
  settings: { thresholds: [80, 100] },
  ...change,
});

describe('alerts on a budget rule', () => {
  const rules = [
    rule('here'),
    rule('everywhere', { workspace_id: null }),
    rule('off', { enabled: false }),
    rule('of a team', { team_id: 'team' }),
    rule('of errors', { kind: 'error_rate' }),
  ];
  const namesFor = (place: 'workspace' | 'organization') => alertsOn(place, rules).map(({ name }) => name);

  it('are those of its workspace and of the organization, which are on and of no team', () => {
    expect(namesFor('workspace')).toEqual(['here', 'everywhere']);
    expect(namesFor('organization')).toEqual(['everywhere']);
    expect(alertsOn('workspace', [rule('here')])).toEqual([{ id: 'here', name: 'here', thresholds: [80, 100] }]);
  });
});
