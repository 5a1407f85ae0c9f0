import { describe, expect, it } from '@jest/globals';
import { countFilters, readRequestSearch, toAuditQuery } from './request-search.js';

const NOW = Date.parse('2026-11-23T10:30:20Z');

describe('the filters of requests in the URL', () => {
  it('takes numbers as the text that was written, and leaves out what is no text', () => {
    expect(readRequestSearch({ request_id: 42, model: ['a'], team: '', status: '429', other: 'x' })).toEqual({
      request_id: '42',
      status: '429',
    });
  });

  it('asks for one workspace, unless the whole organization is meant', () => {
    expect(toAuditQuery({ model: 'm' }, 'w', NOW)).toEqual({ kind: 'call', model: 'm', workspace_id: 'w' });
    expect(toAuditQuery({ scope: 'organization' }, 'w', NOW)).toEqual({ kind: 'call' });
  });

  it('begins a range at a whole minute, so that two reads within it ask the same', () => {
    expect(toAuditQuery({ range: '1h' }, 'w', NOW).from).toBe('2026-11-23T09:30:00.000Z');
  });

  it('reads times of its own, and ignores those that are none', () => {
    expect(toAuditQuery({ from: '2026-11-01T00:00:00Z', to: 'soon' }, 'w', NOW)).toEqual({
      kind: 'call',
      workspace_id: 'w',
      from: '2026-11-01T00:00:00.000Z',
    });
  });

  it.each(['99', '600', 'abc', '4.5'])('does not send %s as a status', (status) => {
    expect(toAuditQuery({ status }, 'w', NOW)).toEqual({ kind: 'call', workspace_id: 'w' });
  });

  it.each([
    ['calls alone, as the numbers of other pages do', {}, 'call'],
    ['what was read, if that is asked for', { kind: 'read' }, 'read'],
    ['everything, if that is asked for', { kind: 'all' }, undefined],
    ['everything with an id', { request_id: 'r' }, undefined],
    ['the reads with an id', { request_id: 'r', kind: 'read' }, 'read'],
  ])('lists %s', (_case, search, kind) => {
    expect(toAuditQuery(search, 'w', NOW).kind).toBe(kind);
  });

  it('asks for marked requests, and ignores a mark that does not exist', () => {
    expect(toAuditQuery({ rating: 'bad', compare: 'a,b' }, 'w', NOW)).toEqual({
      kind: 'call',
      rating: 'bad',
      workspace_id: 'w',
    });
    expect(toAuditQuery({ rating: 'fine' }, 'w', NOW)).toEqual({ kind: 'call', workspace_id: 'w' });
  });

  it('counts what narrows the list, not what is open', () => {
    expect(
      countFilters({ open: 'x', compare: 'a,b', tab: 'raw', scope: 'organization', model: 'm', range: '1h' }),
    ).toBe(2);
  });
});
