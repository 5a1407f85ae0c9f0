import { Input, MultiSelect, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import { HeaderFields } from '../../ui/header-fields.js';
import { ENTITIES, type Guardrail, type GuardrailKind, type GuardrailValues } from './guardrail-values.js';

type Form = UseFormReturnType<GuardrailValues & Record<string, unknown>>;

interface KindFieldsProps {
  readonly form: Form;
  readonly stored: Guardrail | undefined;
}

/** The settings of the kind of guardrail that is chosen. */
export default function KindFields({ form, stored }: KindFieldsProps): ReactNode {
  const { t } = useTranslation('guardrails');
  switch (form.values.kind as GuardrailKind) {
    case 'regex':
    case 'keywords':
      return <ListedTexts form={form} />;
    case 'pii':
      return (
        <MultiSelect
          label={t('field.entities')}
          data={ENTITIES.map((value) => ({ value, label: t(`entity.${value}`) }))}
          {...form.getInputProps('entities')}
          value={[...form.values.entities]}
        />
      );
    case 'moderation':
      return (
        <>
          <TextInput
            label={t('field.model')}
            description={t('hint.model')}
            dir="ltr"
            {...form.getInputProps('model')}
          />
          <TagsInput
            label={t('field.categories')}
            description={t('hint.categories')}
            {...form.getInputProps('categories')}
            value={[...form.values.categories]}
          />
          <Threshold form={form} />
        </>
      );
    case 'json_schema':
      return (
        <Input.Wrapper
          label={t('field.schema')}
          description={t('hint.schema')}
          labelElement="div"
          error={form.errors.schema}
        >
          <CodeEditor
            language="json"
            label={t('field.schema')}
            value={form.values.schema}
            onChange={(schema) => form.setFieldValue('schema', schema as never)}
          />
        </Input.Wrapper>
      );
    case 'max_tokens':
      return (
        <NumberInput
          label={t('field.limit')}
          required
          min={0}
          allowDecimal={false}
          thousandSeparator=" "
          hideControls
          {...form.getInputProps('limit')}
        />
      );
    case 'prompt_injection':
      return <Threshold form={form} />;
    case 'http':
      return <CheckerFields form={form} stored={stored} />;
  }
}

function ListedTexts({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation('guardrails');
  const { kind } = form.values;
  return (
    <>
      <Textarea
        label={t(`lines.${kind}`)}
        description={t(`linesHint.${kind}`)}
        required
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
        spellCheck={false}
        {...form.getInputProps('lines')}
      />
      <Switch label={t('field.ignore_case')} {...form.getInputProps('ignore_case', { type: 'checkbox' })} />
      {kind === 'keywords' && (
        <Switch label={t('field.whole_words')} {...form.getInputProps('whole_words', { type: 'checkbox' })} />
      )}
    </>
  );
}

function Threshold({ form }: { readonly form: Form }): ReactNode {
  const { t } = useTranslation('guardrails');
  return (
    <NumberInput
      label={t('field.threshold')}
      description={t('hint.threshold')}
      min={0}
      max={1}
      step={0.05}
      decimalScale={3}
      {...form.getInputProps('threshold')}
    />
  );
}

function CheckerFields({ form, stored }: KindFieldsProps): ReactNode {
  const { t } = useTranslation('guardrails');
  const kept = stored?.header_names ?? [];
  return (
    <>
      <TextInput
        label={t('field.url')}
        required
        type="url"
        dir="ltr"
        placeholder="https://checker.example.com/check"
        {...form.getInputProps('url')}
      />
      <HeaderFields
        form={form}
        hasKept={kept.length > 0}
        label={t('field.headers')}
        description={t('hint.headers')}
        placeholder={kept.length > 0 ? t('headersKept', { names: kept.join(', ') }) : 'Authorization: Bearer …'}
        removeLabel={t('field.removeHeaders')}
      />
      <NumberInput
        label={t('field.timeout_ms')}
        min={1}
        allowDecimal={false}
        suffix=" ms"
        hideControls
        {...form.getInputProps('timeout_ms')}
      />
      <Select
        label={t('field.on_failure')}
        allowDeselect={false}
        data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`onFailure.${value}`) }))}
        {...form.getInputProps('on_failure')}
      />
    </>
  );
}
