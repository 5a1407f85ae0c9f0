import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../action-button.js';
import { Dialog } from '../../dialog.js';
import { notify } from '../../notify.js';
import { saveFile } from '../../save-file.js';
import { countResults } from '../count-results.js';
import { RowsReport } from '../rows-report.js';
import { type RowResult, runRows } from '../run-rows.js';
import { useIsShown } from '../use-is-shown.js';
import { type CsvLine, readCsv, writeCsv } from './csv.js';
import { findFileProblem, MOST_ROWS } from './find-file-problem.js';

/** Bytes of a file at most. */
const MOST_BYTES = 1_000_000;

interface ImportSecrets<Answer> {
  readonly hint: string;
  readonly label: string;
  /** Name of the file. */
  readonly file: string;
  readonly columns: readonly string[];
  readonly toRow: (answer: Answer, line: CsvLine) => readonly string[];
}

interface CsvImportProps<Answer> {
  /** Title, such as "Import keys". */
  readonly title: string;
  /** Columns that a file may have; the first ones are required. */
  readonly columns: readonly string[];
  readonly required: number;
  /** Makes what a line describes. */
  readonly work: (cells: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly onDone: () => void;
  /** Secrets that the lines have made, shown this once: they are saved as a file when all have been worked on, and again on demand. */
  readonly secrets?: ImportSecrets<Answer>;
}

/** A button that reads a CSV file and makes something of each of its lines, with a report line by line. */
export function CsvImport<Answer>(props: CsvImportProps<Answer>): ReactNode {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={IconUpload} onClick={() => setOpen(true)}>
        {t('table.import')}
      </ActionButton>
      {isOpen && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Problem {
  readonly text: string;
}

function ImportDialog<Answer>(props: CsvImportProps<Answer> & { readonly onClose: () => void }): ReactNode {
  const { title, columns, required, work, onDone, onClose, secrets } = props;
  const { t } = useTranslation('common');
  const shown = useIsShown();
  const [lines, setLines] = useState<readonly CsvLine[]>();
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [results, setResults] = useState<readonly RowResult<CsvLine, Answer>[]>();
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setLines(undefined);
    if (file.size > MOST_BYTES) return setProblem({ text: t('table.tooLarge') });
    const found = readCsv(await file.text());
    const wrong = findFileProblem(found, columns.slice(0, required));
    if (wrong !== undefined) return setProblem({ text: t(`table.${wrong.text}`, wrong.values) });
    setProblem(undefined);
    setIgnored(found.columns.filter((column) => column !== '' && !columns.includes(column)));
    setLines(found.lines);
  };
  const start = async (rows: readonly CsvLine[]): Promise<void> => {
    const soFar: RowResult<CsvLine, Answer>[] = [];
    setResults([]);
    const all = await runRows(
      rows,
      ({ cells }) => work(cells),
      (result) => {
        soFar.push(result);
        setResults([...soFar]);
      },
    );
    onDone();
    if (secrets && all.some(hasAnswer)) saveSecrets(secrets, all);
    if (!shown.current) notify.success(`${title}: ${t('table.over', countResults(all))}`);
  };
  const first = columns[0] ?? '';
  if (results && lines) {
    return (
      <RowsReport
        title={title}
        total={lines.length}
        results={results}
        nameOf={({ number, cells }) => t('table.line', { line: number, name: cells[first] ?? '' })}
        onClose={onClose}
      >
        {secrets && results.length === lines.length && results.some(hasAnswer) && (
          <SaveAgain secrets={secrets} results={results} />
        )}
      </RowsReport>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap={16}>
        <Text size="sm">{t('table.fileHint', { columns: columns.join(', '), count: MOST_ROWS })}</Text>
        <Group gap={12}>
          <FilePicker onFile={(file) => void read(file)} />
          {lines && <Text size="sm">{t('table.rows', { count: lines.length })}</Text>}
        </Group>
        {lines && ignored.length > 0 && <Text size="sm">{t('table.ignored', { columns: ignored.join(', ') })}</Text>}
        {problem && (
          <Alert color="red" role="alert">
            {problem.text}
          </Alert>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={lines === undefined} onClick={() => void start(lines ?? [])}>
            {t('table.start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function FilePicker({ onFile }: { readonly onFile: (file: File | null) => void }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <FileButton accept=".csv,text/csv" inputProps={{ 'aria-label': t('table.file') }} onChange={onFile}>
      {(button) => (
        <Button {...button} variant="default">
          {t('table.file')}
        </Button>
      )}
    </FileButton>
  );
}

interface SecretsProps<Answer> {
  readonly secrets: ImportSecrets<Answer>;
  readonly results: readonly RowResult<CsvLine, Answer>[];
}

function SaveAgain<Answer>({ secrets, results }: SecretsProps<Answer>): ReactNode {
  return (
    <Alert color="yellow">
      <Stack gap={8} align="flex-start">
        {secrets.hint}
        <Button size="xs" onClick={() => saveSecrets(secrets, results)}>
          {secrets.label}
        </Button>
      </Stack>
    </Alert>
  );
}

function saveSecrets<Answer>(
  { file, columns, toRow }: ImportSecrets<Answer>,
  results: readonly RowResult<CsvLine, Answer>[],
): void {
  const rows = results.flatMap(({ answer, row }) => (answer === undefined ? [] : [toRow(answer, row)]));
  saveFile(file, 'text/csv', writeCsv(columns, rows));
}

function hasAnswer({ answer }: RowResult<unknown, unknown>): boolean {
  return answer !== undefined;
}
