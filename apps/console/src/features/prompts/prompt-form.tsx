import { Group, Input, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import { RowsField } from '../../ui/forms/rows-field.js';
import { NameInput } from '../../ui/name-input.js';
import { EnabledField, ScopeField } from '../../ui/policy-fields.js';
import { type MessageRow, type PromptForm, ROLES, VARIABLE_TYPES, type VariableRow } from './prompt-values.js';

interface FieldsProps {
  readonly form: PromptForm;
  /** True if the prompt may be for the whole organization. */
  readonly hasScope: boolean;
  /** True if the person may change which labels are protected. */
  readonly mayRelease: boolean;
  readonly isNew: boolean;
}

/** A prompt with the content of its next version. */
export function PromptFields({ form, hasScope, isNew, mayRelease }: FieldsProps): ReactNode {
  const { t } = useTranslation('prompts');
  const { enabled, more, protectedLabels, scope } = form.values;
  return (
    <Stack gap={24}>
      <NameInput form={form} label={t('field.name')} description={t('hint.name')} maxLength={128} />
      {hasScope && <ScopeField {...form.getInputProps('scope')} value={scope} />}
      <TextInput label={t('field.description')} maxLength={2_000} {...form.getInputProps('description')} />
      {!isNew && (
        <Text size="sm" c="dimmed">
          {t('hint.version')}
        </Text>
      )}
      <MessagesField form={form} />
      <VariablesField form={form} />
      <TextInput label={t('field.model')} description={t('hint.model')} {...form.getInputProps('model')} />
      <Input.Wrapper label={t('field.more')} description={t('hint.more')} labelElement="div" error={form.errors.more}>
        <CodeEditor
          language="json"
          label={t('field.more')}
          value={more}
          onChange={(text) => form.setFieldValue('more', text)}
        />
      </Input.Wrapper>
      <TextInput label={t('field.comment')} description={t('hint.comment')} {...form.getInputProps('comment')} />
      <TagsInput
        label={t('field.protected')}
        description={t('hint.protected')}
        disabled={!isNew && !mayRelease}
        {...form.getInputProps('protectedLabels')}
        value={[...protectedLabels]}
      />
      <EnabledField value={enabled} onChange={form.getInputProps('enabled').onChange} />
    </Stack>
  );
}

function MessagesField({ form }: { readonly form: PromptForm }): ReactNode {
  const { t } = useTranslation('prompts');
  return (
    <RowsField<MessageRow>
      label={t('field.messages')}
      description={t('hint.messages', { open: '{{', close: '}}' })}
      error={form.errors.messages}
      rows={form.values.messages}
      most={50}
      create={(key) => ({ key, role: 'user', content: '' })}
      onChange={(rows) => form.setFieldValue('messages', rows)}
      addLabel={t('add.message')}
      removeLabel={(at) => t('removeNumber', { name: t('field.messages'), at })}
      removeText={t('remove')}
      fields={({ content, role }, change) => (
        <>
          <Select
            label={t('field.role')}
            data={ROLES.map((each) => ({ value: each, label: t(`role.${each}`) }))}
            value={role}
            allowDeselect={false}
            onChange={(next) => change({ role: (next ?? role) as MessageRow['role'] })}
          />
          <Textarea
            label={t('field.text')}
            autosize
            minRows={3}
            maxRows={16}
            dir="auto"
            value={content}
            onChange={({ currentTarget }) => change({ content: currentTarget.value })}
          />
        </>
      )}
    />
  );
}

function VariablesField({ form }: { readonly form: PromptForm }): ReactNode {
  const { t } = useTranslation('prompts');
  return (
    <RowsField<VariableRow>
      label={t('field.variables')}
      description={t('hint.variables')}
      error={form.errors.variables}
      rows={form.values.variables}
      most={50}
      create={(key) => ({ key, name: '', type: 'string', usual: '', options: [] })}
      onChange={(rows) => form.setFieldValue('variables', rows)}
      addLabel={t('add.variable')}
      removeLabel={(at) => t('removeNumber', { name: t('field.variables'), at })}
      removeText={t('remove')}
      fields={({ name, options, type, usual }, change) => (
        <>
          <Group grow align="start">
            <TextInput
              label={t('field.variable')}
              value={name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Select
              label={t('field.type')}
              data={VARIABLE_TYPES.map((each) => ({ value: each, label: t(`type.${each}`) }))}
              value={type}
              allowDeselect={false}
              onChange={(next) => change({ type: (next ?? type) as VariableRow['type'] })}
            />
          </Group>
          <TextInput
            label={t('field.default')}
            description={t('hint.default')}
            value={usual}
            onChange={({ currentTarget }) => change({ usual: currentTarget.value })}
          />
          {type === 'string' && (
            <TagsInput
              label={t('field.options')}
              description={t('hint.options')}
              value={[...options]}
              onChange={(next) => change({ options: next })}
            />
          )}
        </>
      )}
    />
  );
}
