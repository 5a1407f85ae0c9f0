import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { exportHref } from '../../api/export-href.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

const MOST_LINES = 1_000;

/** Statements of a month, the largest amount first. */
export function useStatements(by: string, month: string) {
  return useList(['statements', by, month], '/org/statements', { by, month });
}

export type Statement = ReturnType<typeof useStatements>['rows'][number];

/** Statements of the teams of whoever asks. */
export function useOwnStatements(month: string) {
  return useList(['statements', 'own', month], '/admin/usage/statements', { month });
}

/** Statement that is shown: of the organization's, or of a team of whoever asks. */
export interface ShownStatement {
  /** Subjects; undefined: teams of whoever asks. */
  readonly by: string | undefined;
  readonly month: string;
  readonly subject: string;
}

/** Lines of one statement; the first thousand. */
export function useLines({ by, month, subject }: ShownStatement) {
  return useQuery({
    queryKey: ['statements', 'lines', by ?? null, month, subject],
    queryFn: () =>
      by === undefined
        ? api.get('/admin/usage/statements/lines', { query: { month, team: subject, limit: MOST_LINES } })
        : api.get('/org/statements/lines', { query: { by, month, subject, limit: MOST_LINES } }),
  });
}

/** Address of the file of one statement. */
export function fileOf({ by, month, subject }: ShownStatement): string {
  return by === undefined
    ? exportHref('/admin/usage/statements/export', { month, team: subject })
    : exportHref('/org/statements/export', { by, month, subject });
}

export type Line = NonNullable<ReturnType<typeof useLines>['data']>['data'][number];

export function useClosings(by: string) {
  return useQuery({
    queryKey: ['statements', 'closings', by],
    queryFn: () => api.get('/org/statements/closings', { query: { by } }),
  });
}

export function useRules(by: string) {
  return useQuery({
    queryKey: ['statements', 'rules', by],
    queryFn: () => api.get('/org/statements/rules', { query: { by } }),
  });
}

export function useSchedule(by: string) {
  return useQuery({
    queryKey: ['statements', 'schedule', by],
    queryFn: () => api.get('/org/statements/schedule', { query: { by } }),
  });
}

export interface Rule {
  readonly subject: string;
  readonly percent: number | '';
}

export function useStatementActions() {
  const done = useChange('statements');
  return {
    close: (by: string, month: string) => done(api.post('/org/statements/closings', { body: { by, month } })),
    setSchedule: (by: string, days: number | null, version: string | undefined) =>
      done(api.put('/org/statements/schedule', { body: { by, close_after_days: days }, ...ifMatch(version) })),
    replaceRules: (by: string, rules: readonly Rule[], version: string | undefined) =>
      done(
        api.put('/org/statements/rules', {
          ...ifMatch(version),
          body: {
            by,
            rules: rules
              .filter(({ percent }) => percent !== '')
              .map(({ percent, subject }) => ({ subject: subject.trim() || null, percent: Number(percent) })),
          },
        }),
      ),
  };
}
