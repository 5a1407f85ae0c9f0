import { type Comparison, type Figure, holdsBar } from './figure.js';

/** A benchmark's outcome as it is saved: figures mean nothing without the machine they were taken on. */
export interface BenchReport {
  readonly measured_at: string;
  readonly machine: Readonly<{ processor: string; cores: number; node: string; platform: string; load_before: number }>;
  readonly load_driver: string;
  readonly pinning: string;
  readonly quick: boolean;
  readonly rounds: number;
  readonly figures: readonly (Figure & { readonly met?: boolean })[];
}

/** Distance of a figure from its bar that `--strict` accepts: machines are noisy, so only a wide margin may fail a build. */
const STRICT_TOLERANCE = 0.15;

const HEADINGS = ['Figure', 'Unit', 'Gateway', 'Beside it', 'Compared (rounds)', 'Added to direct', 'Bar', 'Result'];

/** Names of the values that a figure has beside that of the gateway, in the order of their cell. */
const OTHERS = {
  bareProxy: 'bare proxy',
  parsingProxy: 'parsing proxy',
  plainServer: 'plain server',
  relay: 'relay',
  fileKeys: 'file keys',
  oneWorker: 'one worker',
  predicted: 'predicted',
  direct: 'direct',
} as const;

/** The report as Markdown: what was measured with, then one table, without the columns that no figure has. */
export function renderReport(report: BenchReport): string {
  return `# Load benchmark, ${report.measured_at}\n\n${renderMeasured(report)}`;
}

/** The same for a page that has a heading of its own. */
export function renderMeasured(report: BenchReport): string {
  const { machine } = report;
  const rows = report.figures.map((figure) => [
    figure.name,
    figure.unit,
    formatNumber(figure.values.gateway),
    formatOthers(figure),
    formatComparison(figure.comparison),
    formatNumber(figure.addedToDirect),
    formatBar(figure),
    formatResult(figure),
  ]);
  const quick = report.quick
    ? '\nA quick run: it shows that everything works, and no figure of it is worth quoting.\n'
    : '';
  const used = HEADINGS.map((_, column) => rows.some((row) => row[column] !== ''));
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) =>
    cells.filter((_, column) => used[column]),
  );
  return `${machine.processor}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}, load average before ${machine.load_before.toFixed(1)}; driven by ${report.load_driver}; ${report.pinning}.
Medians of ${report.rounds} interleaved rounds; in brackets the lowest and the highest round.
Compared: the gateway to the bare proxy or, where there is one, to the parsing proxy, to its own relay of chat to group R, to itself with keys of the file or with one worker, or to the plan.
${quick}
${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function formatOthers({ values }: Figure): string {
  return Object.entries(OTHERS)
    .flatMap(([key, title]) => {
      const value = values[key as keyof typeof OTHERS];
      return value === undefined ? [] : [`${title} ${formatNumber(value)}`];
    })
    .join(', ');
}

/** The names of the figures that miss their bar by more than the tolerance. */
export function findWideMisses(figures: readonly Figure[]): string[] {
  return figures.filter((figure) => holdsBar(figure, STRICT_TOLERANCE) === false).map((figure) => figure.name);
}

export function formatNumber(value: number | undefined): string {
  if (value === undefined) return '';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);
}

function formatComparison(comparison: Comparison | undefined): string {
  if (comparison === undefined) return '';
  const { how, value, lowest, highest } = comparison;
  const format = (number: number) => (how === 'ratio' ? `× ${number.toFixed(2)}` : formatAdded(number));
  return `${format(value)} (${format(lowest)} to ${format(highest)})`;
}

const formatAdded = (value: number) => (value < 0 ? formatNumber(value) : `+${formatNumber(value)}`);

function formatBar({ bar }: Figure): string {
  if (bar === undefined) return '';
  if ('atLeast' in bar) return `at least ${formatLimit(bar.atLeast)}`;
  return 'below' in bar ? `below ${formatLimit(bar.below)}` : `adds below ${formatLimit(bar.addsBelow)} to direct`;
}

const formatLimit = (limit: number) => limit.toLocaleString('en-US');

function formatResult(figure: Figure): string {
  const held = holdsBar(figure);
  if (held === undefined) return '';
  return held ? 'met' : 'NOT met';
}
