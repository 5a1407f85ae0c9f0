import type { BenchReport } from '../report.js';
import { FIGURE_NAMES, FIGURES, type FigureName, type PeerRow } from './peer-row.js';

/** A comparison with other gateways as it is printed: figures mean nothing without the machine that they were taken on. */
export interface PeerReport {
  /** An ISO date. */
  readonly measuredAt: string;
  readonly machine: BenchReport['machine'];
  readonly driver: string;
  readonly pinning: string;
  readonly rounds: number;
  readonly quick: boolean;
  readonly rows: readonly PeerRow[];
}

/** A load beyond this before the run means that other work disturbed it. */
const QUIET_LOAD = 0.5;

/** The report as Markdown: what was measured with, then one table of these figures with a column for each server. */
export function renderPeers({ machine, ...report }: PeerReport, names: readonly FigureName[] = FIGURE_NAMES): string {
  const servers = report.rows.map(({ title, reason }) =>
    reason === undefined ? title : `${title}: ${shorten(reason)}`,
  );
  const titles = ['', ...servers];
  const rows = names.map((name) => [FIGURES[name], ...report.rows.map(({ figures }) => formatFigure(figures[name]))]);
  const lines = [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const busy =
    machine.load_before > QUIET_LOAD
      ? ' Other work ran on the machine: the figures are rough, and only those of a row compare.'
      : '';
  const quick = report.quick
    ? ' A quick run: it shows that everything works, and no figure of it is worth quoting.'
    : '';
  return `Measured on ${report.measuredAt.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}, load average before ${machine.load_before.toFixed(1)}; driven by ${report.driver}; ${report.pinning}. Medians of ${report.rounds} interleaved ${report.rounds === 1 ? 'round' : 'rounds'}.${busy}${quick}

${lines.join('\n')}
`;
}

const REASON_CHARACTERS = 300;

/** One line that does not end a cell of the table. */
function shorten(reason: string): string {
  const line = reason.replaceAll(/\s+/g, ' ').replaceAll('|', '/').trim();
  return line.length > REASON_CHARACTERS ? `${line.slice(0, REASON_CHARACTERS)}…` : line;
}

function formatFigure(value: number | undefined): string {
  if (value === undefined) return '';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}
