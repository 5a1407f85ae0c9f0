import { ANSWER_PROBES } from './answers/answer-probes.js';
import { COLUMNS, type Column, columnFor, SOURCES, type Source } from './columns.js';
import type { Outcome } from './outcome.js';
import { planProbe } from './plan-probe.js';
import { REQUEST_PROBES } from './probes/request-probes.js';
import { type Mode, runAnswerProbe } from './run-answer-probe.js';
import { runRequestProbe } from './run-request-probe.js';

/** The tables of each source. */
export const SECTIONS = ['requests', 'answers', 'streamed answers'] as const;

export type Section = (typeof SECTIONS)[number];

/** Outcome of one feature at every provider. */
export interface Row {
  readonly source: Source;
  readonly section: Section;
  readonly feature: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** The name by which the test of a row goes. */
export function nameRow({ source, section, feature }: Pick<Row, 'source' | 'section' | 'feature'>): string {
  return `${source}, ${section}: ${feature}`;
}

/** Computes the outcome of every probe at these providers, by sending it through the code; rows without any outcome are left out. */
export function computeLedger(columns: readonly Column[] = COLUMNS, plan = planProbe): Row[] {
  const rowOf = (source: Source, section: Section, feature: string, run: (column: Column) => Outcome): Row => ({
    source,
    section,
    feature,
    outcomes: new Map(columns.map((column) => [column.id, run(columnFor(column, source))])),
  });
  const answerRows = (source: Source, mode: Mode) =>
    ANSWER_PROBES[source].map((probe) =>
      rowOf(source, mode === 'whole' ? 'answers' : 'streamed answers', probe.feature, (column) =>
        runAnswerProbe(probe, source, mode, column, plan),
      ),
    );
  return SOURCES.flatMap((source) => [
    ...REQUEST_PROBES.map((probe) =>
      rowOf(source, 'requests', probe.feature, (column) => runRequestProbe(probe, source, column, plan)),
    ),
    ...answerRows(source, 'whole'),
    ...(source === 'embeddings' || source === 'rerank' ? [] : answerRows(source, 'streamed')),
  ]).filter(({ outcomes }) => [...outcomes.values()].some((outcome) => outcome !== '-'));
}
