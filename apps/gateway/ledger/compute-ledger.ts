import { ANSWER_PROBES } from './answers/answer-probes.js';
import { COLUMNS, type Column, SOURCES, type Source } from './columns.js';
import type { Outcome } from './outcome.js';
import { planProbe } from './plan-probe.js';
import { REQUEST_PROBES } from './probes/request-probes.js';
import { type Mode, runAnswerProbe } from './run-answer-probe.js';
import { runRequestProbe } from './run-request-probe.js';

/** The tables of each source. */
export const SECTIONS = ['requests', 'answers', 'streamed answers'] as const;

export type Section = (typeof SECTIONS)[number];

/** What one feature becomes at every provider. */
export interface Row {
  readonly source: Source;
  readonly section: Section;
  readonly feature: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** The whole ledger, found by sending every probe through the code. Rows that no provider knows are left out. */
export function computeLedger(plan = planProbe): Row[] {
  return SOURCES.flatMap((source) => [
    ...REQUEST_PROBES.map(({ feature, ...probe }) =>
      rowOf(source, 'requests', feature, (column) => runRequestProbe({ feature, ...probe }, source, column, plan)),
    ),
    ...answerRows(source, 'whole', plan),
    ...(source === 'embeddings' || source === 'rerank' ? [] : answerRows(source, 'streamed', plan)),
  ]).filter(({ outcomes }) => [...outcomes.values()].some((outcome) => outcome !== '-'));
}

function answerRows(source: Source, mode: Mode, plan: typeof planProbe): Row[] {
  return ANSWER_PROBES[source].map((probe) =>
    rowOf(source, mode === 'whole' ? 'answers' : 'streamed answers', probe.feature, (column) =>
      runAnswerProbe(probe, source, mode, column, plan),
    ),
  );
}

function rowOf(source: Source, section: Section, feature: string, run: (column: Column) => Outcome): Row {
  return { source, section, feature, outcomes: new Map(COLUMNS.map((column) => [column.id, run(column)])) };
}
