import { Alert, Badge, Button, Checkbox, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { notify } from '../../ui/notify.js';
import { useTask } from '../../ui/use-task.js';
import { useTrial } from '../../ui/use-trial.js';
import { FilesCard } from './files-card.js';
import { type PreparedImport, SOURCES, type UsageSource, useImportActions } from './queries.js';

/** Reads files, shows what is in them, and imports them if that is wanted. */
export function ImportCard(): ReactNode {
  const { t } = useTranslation('usage-imports');
  const { prepare, remove } = useImportActions(useWorkspace().id);
  const [source, setSource] = useState<UsageSource>('openai');
  const [files, setFiles] = useState<File[]>([]);
  const [mapping, setMapping] = useState('');
  const [isDone, setDone] = useState(false);
  const { failure, isBusy, result, start } = useTrial<PreparedImport>();
  const read = async (): Promise<void> => {
    setDone(false);
    // What was read before and is not wanted any more.
    if (result !== undefined && !isDone) await remove(result.id).catch(() => undefined);
    await start(() => prepare(source, files, mapping));
  };
  return (
    <FilesCard
      title={t('import.title')}
      text={t('import.text')}
      sources={SOURCES}
      source={source}
      files={files}
      filesLabel={t('import.files')}
      onSource={setSource}
      onFiles={setFiles}
      fields={
        <Textarea
          label={t('import.mapping')}
          description={t('import.mappingHint')}
          autosize
          minRows={2}
          maxRows={8}
          value={mapping}
          onChange={({ currentTarget }) => setMapping(currentTarget.value)}
        />
      }
      action={t('import.read')}
      onAction={() => void read()}
      isBusy={isBusy}
      failure={failure}
    >
      {result !== undefined && !isDone && <Prepared prepared={result} onDone={() => setDone(true)} />}
    </FilesCard>
  );
}

/** Contents of files that were read, and the choice to import them. */
function Prepared({ onDone, prepared }: { readonly prepared: PreparedImport; readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation('usage-imports');
  const { complete, remove } = useImportActions(useWorkspace().id);
  const { isBusy, run } = useTask();
  const [skips, setSkips] = useState(false);
  const unknown = new Set(
    prepared.files.flatMap(({ report }) =>
      report.models.flatMap(({ known, model }) => (known || model === '' ? [] : [model])),
    ),
  );
  const finish = (): Promise<void> =>
    run(async () => {
      const { outcome } = await complete(prepared, skips ? 'skip' : 'reject');
      notify.success(t(`import.${outcome}`));
      onDone();
    });
  const discard = (): Promise<void> =>
    run(async () => {
      await remove(prepared.id);
      onDone();
    });
  return (
    <Stack gap={16}>
      {prepared.files.map((file) => (
        <FileReport key={file.name} file={file} unknown={unknown} />
      ))}
      {unknown.size > 0 && <Alert color="gray">{t('report.unknownText')}</Alert>}
      <Checkbox
        label={t('import.skip')}
        checked={skips}
        onChange={({ currentTarget }) => setSkips(currentTarget.checked)}
      />
      <Group>
        <Button loading={isBusy} onClick={() => void finish()}>
          {t('import.finish')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void discard()}>
          {t('import.discard')}
        </Button>
      </Group>
    </Stack>
  );
}

interface FileReportProps {
  readonly file: PreparedImport['files'][number];
  /** Models whose names nobody knows. */
  readonly unknown: ReadonlySet<string>;
}

/** Contents of one file: its rows, days and sum, and each of its models. */
function FileReport({ file: { name, report }, unknown }: FileReportProps): ReactNode {
  const { t } = useTranslation('usage-imports');
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('report.total', {
          name,
          rows: report.rows,
          days: report.days,
          from: report.first_day ?? '–',
          to: report.last_day ?? '–',
          usd: report.cost_usd,
        })}
      </Text>
      <Table.ScrollContainer minWidth={480} mah={320} type="native">
        <Table aria-label={t('report.models', { name })} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {(['model', 'requests', 'promptTokens', 'completionTokens', 'cost'] as const).map((column) => (
                <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.models.map((row) => (
              <Table.Tr key={row.model}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {row.model || t('noModel')}{' '}
                  {unknown.has(row.model) && (
                    <Badge color="gray" variant="light">
                      {t('report.unknown')}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>{row.requests}</Table.Td>
                <Table.Td>{row.prompt_tokens}</Table.Td>
                <Table.Td>{row.completion_tokens}</Table.Td>
                <Table.Td>${row.cost_usd}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
