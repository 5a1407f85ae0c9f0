import { describe, expect, it } from '@jest/globals';
import type { RequestContext } from './request-context.js';
import { choosePriority } from './request-priority.js';

interface Asked {
  readonly header?: string | string[];
  readonly key?: object;
  readonly team?: object;
  readonly job?: object;
}

function priorityOf({ header, job, key, team }: Asked) {
  const ownTeams = new Map([['t', { teamName: 't', limits: team }]]);
  const asked = {
    job,
    caller: { teamName: 't', limits: key },
    snapshot: { ownTeams, teams: new Map(), ownOrganization: { id: undefined, name: 'o' } },
    headers: { 'x-service-priority': header },
  };
  return choosePriority({ asked } as unknown as RequestContext);
}

const codeOf = (asked: Asked): unknown => {
  try {
    return priorityOf(asked);
  } catch (error) {
    const { code, param } = error as { code: string; param: string };
    return [code, param];
  }
};

describe('The priority of a request', () => {
  it.each<[string, Asked, string]>([
    ['normal without any setting', {}, 'normal'],
    ['that of the key before that of the team', { key: { priority: 'low' }, team: { priority: 'high' } }, 'low'],
    ['that of the team where the key has none', { key: {}, team: { priority: 'high' } }, 'high'],
    ['never above the highest of the team', { key: { priority: 'critical' }, team: { maxPriority: 'high' } }, 'high'],
    ['what the request names, if it is lower', { header: 'low' }, 'low'],
    ['what the request names, up to the highest of the key', { header: 'high', key: { maxPriority: 'high' } }, 'high'],
    ['low for a job', { job: {}, key: { priority: 'critical' } }, 'low'],
  ])('is %s', (_, asked, priority) => {
    expect(priorityOf(asked)).toBe(priority);
  });

  it.each<[string, Asked]>([
    ['than the default one, if nothing is allowed', { header: 'high' }],
    ['than that of the key', { header: 'critical', key: { maxPriority: 'high' } }],
    [
      'than that of the team, whatever the key says',
      { header: 'high', key: { maxPriority: 'critical' }, team: { maxPriority: 'normal' } },
    ],
  ])('is rejected if it is higher %s', (_, asked) => {
    expect(codeOf(asked)).toEqual(['permission_denied', 'X-Service-Priority']);
  });

  it.each(['HIGH', '', 'urgent', '9', '__proto__', 'low, critical', 'x'.repeat(10_000)])(
    'is rejected if it is none: %.20s',
    (header) => {
      expect(codeOf({ header, key: { maxPriority: 'critical' } })).toEqual(['invalid_value', 'X-Service-Priority']);
    },
  );

  it.each<[string, string | undefined, boolean, string]>([
    ['normal at most for another organization, where several wait', 'other', true, 'normal'],
    ['its own word for another organization, where it waits alone', 'other', false, 'critical'],
    ['its own word for the organization of gateway.yaml', 'own', true, 'critical'],
    ['its own word for a key of gateway.yaml', undefined, true, 'critical'],
  ])('is %s', (_, organizationId, isShared, priority) => {
    const asked = {
      caller: { organizationId, limits: { priority: 'critical' } },
      snapshot: { ownOrganization: { id: 'own', name: 'o' } },
      headers: {},
    };
    expect(choosePriority({ asked } as unknown as RequestContext, isShared)).toBe(priority);
  });

  it('is as low as another organization says, where several wait', () => {
    const caller = { organizationId: 'other', limits: { priority: 'low' } };
    const asked = { caller, snapshot: { ownOrganization: { id: 'own', name: 'o' } }, headers: {} };
    expect(choosePriority({ asked } as unknown as RequestContext, true)).toBe('low');
  });

  it('is rejected if the header comes twice', () => {
    expect(codeOf({ header: ['low', 'high'] })).toEqual(['invalid_value', 'X-Service-Priority']);
  });
});
