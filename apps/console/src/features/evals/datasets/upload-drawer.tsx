import { Button, FileButton, Group, Input, Stack, Table, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.js';
import { CodeEditor } from '../../../ui/code-editor.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { notify } from '../../../ui/notify.js';
import { type Dataset, useEvalActions } from '../queries.js';
import { MemberFields } from '../suites/member-fields.js';
import {
  findUploadProblem,
  type LineProblem,
  readLineProblems,
  toVersion,
  type UploadValues,
} from './upload-values.js';

const EMPTY: UploadValues = { jsonl: '', id: '', input: '', expected: '', tool_calls: '' };

interface UploadDrawerProps {
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Cases as JSONL, typed, pasted or from a file. Rejected lines are shown in a table and in the editor. */
export function UploadDrawer({ dataset, onClose, opened }: UploadDrawerProps): ReactNode {
  const { t } = useTranslation('evals');
  const { addVersion } = useEvalActions();
  const [problems, setProblems] = useState<readonly LineProblem[]>([]);
  const close = (): void => {
    setProblems([]);
    onClose();
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('uploadTo', { name: dataset.name })}
      onClose={close}
      size={840}
      row={undefined}
      initialValues={EMPTY}
      validate={(values) => {
        const problem = findUploadProblem(values);
        return problem === undefined ? {} : { jsonl: t(problem) };
      }}
      submitLabel={t('action.addVersion')}
      onSubmit={async (values) => {
        setProblems([]);
        try {
          const { case_count, version } = await addVersion(dataset.id, toVersion(values));
          notify.success(t('done.addVersion', { version, count: case_count }));
        } catch (failure) {
          if (failure instanceof ApiFailure) setProblems(readLineProblems(failure.details));
          throw failure;
        }
        close();
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Lines form={form} problems={problems} />
          <MemberFields form={form} />
        </Stack>
      )}
    </FormDrawer>
  );
}

interface LinesProps {
  readonly form: UseFormReturnType<UploadValues & Record<string, unknown>>;
  readonly problems: readonly LineProblem[];
}

function Lines({ form, problems }: LinesProps): ReactNode {
  const { t } = useTranslation('evals');
  const change = (text: string): void => form.setFieldValue('jsonl', text as never);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    try {
      change(await file.text());
    } catch {
      form.setFieldError('jsonl', t('required.readable'));
    }
  };
  return (
    <Input.Wrapper
      label={t('field.jsonl')}
      description={t('hint.jsonl')}
      error={form.errors.jsonl}
      labelElement="div"
      errorProps={{ role: 'alert' }}
    >
      <Group my={8} gap={8}>
        <FileButton
          accept=".jsonl,.ndjson,.json,.txt,application/jsonl,text/plain"
          onChange={(file) => void read(file)}
        >
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconFileUpload size={14} aria-hidden />} {...props}>
              {t('action.chooseFile')}
            </Button>
          )}
        </FileButton>
        {form.values.jsonl === '' && (
          <Button size="xs" variant="default" onClick={() => change(EXAMPLE)}>
            {t('action.useExample')}
          </Button>
        )}
      </Group>
      <CodeEditor
        label={t('field.jsonl')}
        language="json"
        value={form.values.jsonl}
        onChange={change}
        problems={problems}
      />
      {problems.length > 0 && <Problems problems={problems} />}
    </Input.Wrapper>
  );
}

const EXAMPLE = [
  { id: 'sum', input: 'What is 6 × 7?', expected: '42' },
  { id: 'capital', input: [{ role: 'user', content: 'What is the capital of France?' }], expected: ['Paris'] },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

function Problems({ problems }: Pick<LinesProps, 'problems'>): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <Table mt={12} aria-label={t('lineProblems')} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={72} ta="end">
            {t('field.line')}
          </Table.Th>
          <Table.Th w={120}>{t('field.member')}</Table.Th>
          <Table.Th>{t('field.problem')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {problems.map(({ field, line, message }) => (
          <Table.Tr key={`${line}-${field}`}>
            <Table.Td ta="end">{line}</Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace">
                {field ?? '–'}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
