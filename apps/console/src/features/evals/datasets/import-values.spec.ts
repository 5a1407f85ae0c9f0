import { describe, expect, it } from '@jest/globals';
import { EMPTY_IMPORT, findImportProblems, type ImportValues, toImport } from './import-values.js';

const TIMES = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };

describe('an import of cases', () => {
  it.each<[Partial<ImportValues>, object]>([
    [{}, { source: 'audit', append: true, outcome: 'success', limit: 100, expected: 'answer' }],
    [
      { model: ' m ', outcome: '', expectsAnswer: false, append: false, limit: '', ...TIMES },
      { source: 'audit', append: false, model: 'm', ...TIMES },
    ],
    // Values of the other source are not sent.
    [
      { source: 'knowledge', kb_id: 'k', model: 'm' },
      { source: 'knowledge', append: true, kb_id: 'k', outcome: 'success', limit: 100 },
    ],
    [{ kb_id: 'k' }, { source: 'audit', append: true, outcome: 'success', limit: 100, expected: 'answer' }],
  ])('with %j sends %j', (values, sent) => {
    expect(toImport({ ...EMPTY_IMPORT, ...values })).toEqual(sent);
  });

  it.each<[Partial<ImportValues>, object]>([
    [{}, {}],
    [TIMES, {}],
    [{ source: 'knowledge' }, { kb_id: 'required.base' }],
    [{ from: TIMES.to, to: TIMES.from }, { to: 'required.later' }],
    [{ from: TIMES.to, to: TIMES.to }, { to: 'required.later' }],
  ])('with %j has the problems %j', (values, problems) => {
    expect(findImportProblems({ ...EMPTY_IMPORT, ...values })).toEqual(problems);
  });
});
