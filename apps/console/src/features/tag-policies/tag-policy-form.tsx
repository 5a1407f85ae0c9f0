import { SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsField } from '../../ui/forms/rows-field.js';
import { NameInput } from '../../ui/name-input.js';
import { EnabledField, ScopeField } from '../../ui/policy-fields.js';
import { AssignField } from './assign-field.js';
import type { AllowedRow, HeaderRow, TagPolicyForm } from './tag-policy-values.js';

const MOST_ALLOWED = 50;
const MOST_HEADERS = 20;
const LONGEST_TAG = 64;

interface FieldsProps {
  readonly form: TagPolicyForm;
  readonly workspaceId: string;
  /** True if the policy may be for the whole organization. */
  readonly hasScope: boolean;
}

/** Everything that a tag policy can say. */
export function TagPolicyFields({ form, hasScope, workspaceId }: FieldsProps): ReactNode {
  const { t } = useTranslation('tag-policies');
  const { assign, baggage, enabled, required, scope } = form.values;
  return (
    <Stack gap={24}>
      <NameInput form={form} label={t('field.name')} maxLength={128} />
      {hasScope && <ScopeField {...form.getInputProps('scope')} value={scope} />}
      <TagsInput
        label={t('field.required')}
        description={t('hint.required')}
        {...form.getInputProps('required')}
        value={[...required]}
      />
      <AllowedField form={form} />
      <AssignField
        rows={assign}
        error={form.errors.assign}
        onChange={(rows) => form.setFieldValue('assign', rows)}
        workspaceId={workspaceId}
        isWide={scope === 'organization'}
      />
      <HeadersField form={form} />
      <TagsInput
        label={t('field.baggage')}
        description={t('hint.baggage')}
        {...form.getInputProps('baggage')}
        value={[...baggage]}
      />
      <EnabledField value={enabled} onChange={form.getInputProps('enabled').onChange} />
    </Stack>
  );
}

function AllowedField({ form }: { readonly form: TagPolicyForm }): ReactNode {
  const { t } = useTranslation('tag-policies');
  return (
    <RowsField<AllowedRow>
      label={t('field.allowed')}
      description={t('hint.allowed')}
      error={form.errors.allowed}
      rows={form.values.allowed}
      most={MOST_ALLOWED}
      create={(key) => ({ key, name: '', values: [] })}
      onChange={(rows) => form.setFieldValue('allowed', rows)}
      addLabel={t('add.allowed')}
      removeLabel={(at) => t('removeNumber', { name: t('field.allowed'), at })}
      removeText={t('remove')}
      fields={(row, change) => (
        <>
          <TextInput
            label={t('field.tag')}
            maxLength={LONGEST_TAG}
            value={row.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TagsInput label={t('field.values')} value={[...row.values]} onChange={(values) => change({ values })} />
        </>
      )}
    />
  );
}

function HeadersField({ form }: { readonly form: TagPolicyForm }): ReactNode {
  const { t } = useTranslation('tag-policies');
  return (
    <RowsField<HeaderRow>
      label={t('field.headers')}
      description={t('hint.headers')}
      error={form.errors.headers}
      rows={form.values.headers}
      most={MOST_HEADERS}
      create={(key) => ({ key, header: '', tag: '' })}
      onChange={(rows) => form.setFieldValue('headers', rows)}
      addLabel={t('add.headers')}
      removeLabel={(at) => t('removeNumber', { name: t('field.headers'), at })}
      removeText={t('remove')}
      fields={(row, change) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <TextInput
            label={t('field.header')}
            placeholder="x-department"
            maxLength={100}
            value={row.header}
            onChange={({ currentTarget }) => change({ header: currentTarget.value })}
          />
          <TextInput
            label={t('field.becomes')}
            placeholder="department"
            maxLength={LONGEST_TAG}
            value={row.tag}
            onChange={({ currentTarget }) => change({ tag: currentTarget.value })}
          />
        </SimpleGrid>
      )}
    />
  );
}
