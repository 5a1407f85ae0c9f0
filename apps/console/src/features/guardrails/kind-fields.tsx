import { Input, MultiSelect, NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import { CheckerFields, type Form, type KindFieldsProps } from './checker-fields.js';
import { ENTITIES, type GuardrailKind } from './guardrail-values.js';

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
