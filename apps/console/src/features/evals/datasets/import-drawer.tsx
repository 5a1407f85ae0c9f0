import { Autocomplete, Input, NumberInput, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../../api/models.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { toIsoTime, toLocalInput } from '../../../ui/local-time.js';
import { type Dataset, type Imported, useBaseChoices, useEvalActions } from '../queries.js';
import { EMPTY_IMPORT, findImportProblems, type ImportValues, toImport } from './import-values.js';

const OUTCOMES = ['success', 'refused', 'failed', 'cancelled'] as const;
const MOST_CASES = 500;
const MOST_OPTIONS = 60;

interface ImportDrawerProps {
  readonly dataset: Dataset;
  readonly onClose: () => void;
  /** Closes the form too. */
  readonly onImported: (imported: Imported) => void;
}

type ImportForm = UseFormReturnType<ImportValues & Record<string, unknown>>;

/** Makes a version of requests whose payloads are stored. */
export default function ImportDrawer({ dataset, onClose, onImported }: ImportDrawerProps): ReactNode {
  const { t } = useTranslation('evals');
  const { importCases } = useEvalActions();
  return (
    <FormDrawer
      opened
      title={t('import.to', { name: dataset.name })}
      onClose={onClose}
      row={undefined}
      initialValues={{ ...EMPTY_IMPORT, append: dataset.version > 0 }}
      validate={(values) =>
        Object.fromEntries(Object.entries(findImportProblems(values)).map(([field, key]) => [field, t(key)]))
      }
      submitLabel={t('action.addImport')}
      onSubmit={async (values) => {
        onImported(await importCases(dataset.id, toImport(values)));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Input.Wrapper label={t('field.source')} labelElement="div" description={t('import.hint')}>
            <SegmentedControl
              mt={4}
              fullWidth
              aria-label={t('field.source')}
              value={form.values.source}
              onChange={(source) => form.setFieldValue('source', source as never)}
              data={(['audit', 'knowledge'] as const).map((value) => ({ value, label: t(`import.${value}`) }))}
            />
          </Input.Wrapper>
          {form.values.source === 'audit' ? <AuditFields form={form} /> : <KnowledgeFields form={form} />}
          <Select
            label={t('import.outcome')}
            placeholder={t('import.everyOutcome')}
            clearable
            data={OUTCOMES.map((value) => ({ value, label: t(`import.outcomes.${value}`) }))}
            {...form.getInputProps('outcome')}
            value={form.values.outcome || null}
            onChange={(value) => form.setFieldValue('outcome', (value ?? '') as never)}
          />
          <TimeField form={form} field="from" />
          <TimeField form={form} field="to" />
          <NumberInput
            label={t('import.limit')}
            description={t('import.limitHint')}
            placeholder="100"
            min={1}
            max={MOST_CASES}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('limit')}
          />
          {dataset.version > 0 && (
            <Switch
              label={t('import.append')}
              description={t('import.appendHint')}
              {...form.getInputProps('append', { type: 'checkbox' })}
            />
          )}
        </Stack>
      )}
    </FormDrawer>
  );
}

interface FieldsProps {
  readonly form: ImportForm;
}

function AuditFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspaceId } = useWorkspace();
  const { data: models = [] } = useChatModels(workspaceId);
  return (
    <>
      <Autocomplete
        label={t('target.model')}
        placeholder={t('import.everyModel')}
        data={[...models]}
        limit={MOST_OPTIONS}
        maxLength={512}
        {...form.getInputProps('model')}
      />
      <Switch
        label={t('import.expectsAnswer')}
        description={t('import.expectsAnswerHint')}
        {...form.getInputProps('expectsAnswer', { type: 'checkbox' })}
      />
    </>
  );
}

function KnowledgeFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('evals');
  const { data: bases = [], isError } = useBaseChoices();
  return (
    <Select
      label={t('import.base')}
      description={t('import.baseHint')}
      required
      searchable
      allowDeselect={false}
      data={[...bases]}
      nothingFoundMessage={t(isError ? 'import.noBaseChoices' : 'import.noBases')}
      {...form.getInputProps('kb_id')}
      value={form.values.kb_id || null}
      onChange={(value) => form.setFieldValue('kb_id', (value ?? '') as never)}
    />
  );
}

function TimeField({ field, form }: FieldsProps & { readonly field: 'from' | 'to' }): ReactNode {
  const { t } = useTranslation('evals');
  const time = form.values[field];
  return (
    <TextInput
      type="datetime-local"
      label={t(`import.times.${field}`)}
      error={form.errors[field]}
      value={time === null ? '' : toLocalInput(time)}
      onChange={({ currentTarget }) => form.setFieldValue(field, toIsoTime(currentTarget.value) as never)}
    />
  );
}
