import { COLUMNS, type Column, SOURCES, type Source } from './columns.js';
import { isLossy, splitCell } from './compare-ledger.js';
import { type ExpectedLedger, type ExpectedRow, readCells } from './expected-ledger.js';
import { INTRODUCTION, TITLES } from './translation-docs-texts.js';

/** A column of the tables. */
interface Shown {
  readonly title: string;
  readonly holds: (column: Column) => boolean;
  /** The sources whose tables have it; all where none are named. */
  readonly only?: readonly Source[];
}

/** Providers that mostly agree share one, and a cell names who differs. */
const SHOWN: readonly Shown[] = [
  { title: 'Group R', holds: ({ wire }) => wire === 'reference' },
  {
    title: 'Responses API',
    holds: ({ wire }) => wire === 'responses',
    only: ['chat', 'responses', 'messages', 'completions'],
  },
  { title: 'anthropic', holds: ({ kind }) => kind === 'anthropic' },
  { title: 'gemini, vertex', holds: ({ wire }) => wire === 'generateContent' },
  { title: 'cohere', holds: ({ kind }) => kind === 'cohere' },
  { title: 'bedrock', holds: ({ kind }) => kind === 'bedrock' },
];

/** The page `docs/translation.md`: what becomes of everything that a client or a provider can say. */
export function renderTranslationDocs(ledger: ExpectedLedger): string {
  const sections = SOURCES.map((source) => renderSource(source, ledger));
  const notes = Object.entries(ledger.sentences).map(([name, sentence]) => `[^${name}]: ${sentence}`);
  return `${[INTRODUCTION, ...sections, '## Notes', notes.join('\n\n')].join('\n\n')}\n`;
}

function renderSource(source: Source, { sources }: ExpectedLedger): string {
  const { requests = {}, answers = {}, 'streamed answers': streamed = {} } = sources[source];
  return [
    `## ${TITLES[source]}`,
    `### ${source}: requests`,
    renderTable(source, Object.entries(requests)),
    `### ${source}: answers`,
    renderTable(
      source,
      Object.entries(answers).flatMap(([feature, row]) => withStreamed(source, feature, row, streamed[feature])),
    ),
  ].join('\n\n');
}

/** A streamed answer has a row of its own where it differs from the whole one. */
function withStreamed(
  source: Source,
  feature: string,
  row: ExpectedRow,
  streamed: ExpectedRow | undefined,
): [string, ExpectedRow][] {
  if (streamed === undefined || renderRow(source, feature, row) === renderRow(source, feature, streamed)) {
    return [[feature, row]];
  }
  return [
    [feature, row],
    [`${feature} (streamed)`, streamed],
  ];
}

function renderTable(source: Source, rows: readonly [feature: string, row: ExpectedRow][]): string {
  const titles = ['', ...listShown(source).map(({ title }) => title)];
  const head = [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`];
  return [...head, ...rows.map(([feature, row]) => renderRow(source, feature, row))].join('\n');
}

function listShown(source: Source): readonly Shown[] {
  return SHOWN.filter(({ only }) => only?.includes(source) !== false);
}

function renderRow(source: Source, feature: string, row: ExpectedRow): string {
  const cells = readCells(row);
  return `| ${[feature, ...listShown(source).map(({ holds }) => renderShared(COLUMNS.filter(holds), cells))].join(' | ')} |`;
}

/** Renders the outcome at most of the providers, and the exceptions. */
function renderShared(columns: readonly Column[], cells: ReadonlyMap<string, string>): string {
  const kinds = new Map<string, string[]>();
  for (const { id } of columns) {
    const shown = renderCell(cells.get(id) ?? '-');
    kinds.set(shown, [...(kinds.get(shown) ?? []), id]);
  }
  const [most = ['', []], ...others] = [...kinds].sort(([, some], [, others]) => others.length - some.length);
  return [most[0], ...others.map(([shown, ids]) => `${ids.join(', ')}: ${shown}`)].join('<br>');
}

function renderCell(cell: string): string {
  const { outcome, sentence } = splitCell(cell);
  if (isLossy(outcome)) return `lossy${showNames(outcome)}[^${sentence}]`;
  if (outcome === 'exact') return '✓';
  if (outcome === '-') return '–';
  const [refused, code, param] = outcome.split(' ');
  return `${refused} \`${code}\`${param === undefined ? '' : ` \`${param}\``}`;
}

/** Shows the names in `X-Service-Adjusted`. */
function showNames(outcome: string): string {
  const names = outcome.split(' as ')[1];
  return names === undefined ? '' : ` \`${names}\``;
}
