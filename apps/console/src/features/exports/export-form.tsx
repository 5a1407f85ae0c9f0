import {
  Input,
  MultiSelect,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DIALECTS,
  ENCODINGS,
  EXPORT_KINDS,
  type ExportValues,
  FORMATS,
  MECHANISMS,
  MESSAGE_KEYS,
  OUTCOMES,
} from './export-values.js';

interface ExportFormProps {
  readonly form: UseFormReturnType<ExportValues>;
  readonly isNew: boolean;
  readonly canWiden: boolean;
}

export function ExportForm({ canWiden, form, isNew }: ExportFormProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <Stack gap={16}>
      <TextInput label={t('field.name')} required data-autofocus maxLength={64} {...form.getInputProps('name')} />
      {isNew && (
        <>
          <Select
            label={t('field.kind')}
            allowDeselect={false}
            data={EXPORT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          {canWiden && <ScopeField form={form} />}
        </>
      )}
      {!isNew && (
        <Switch
          label={t('field.replace')}
          description={t('hint.replace')}
          {...form.getInputProps('isReplaced', { type: 'checkbox' })}
        />
      )}
      {form.values.isReplaced && <ConfigFields form={form} />}
      <FilterFields form={form} />
      <Switch
        label={t('field.enabled')}
        description={t('hint.enabled')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

type FieldsProps = Pick<ExportFormProps, 'form'>;

function ScopeField({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const id = useId();
  return (
    <Input.Wrapper label={t('field.scope')} labelProps={{ id }} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={(['workspace', 'organization'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
        {...form.getInputProps('scope')}
      />
    </Input.Wrapper>
  );
}

/** Settings of the kind. Their problem is shown at the first, and names the field. */
function ConfigFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const text = (name: keyof ExportValues['config']) => form.getInputProps(`config.${name}`);
  const url = <UrlField form={form} />;
  const headers = <HeadersField form={form} />;
  const secret = (label: string, required = true) => <SecretField form={form} label={label} required={required} />;
  switch (form.values.kind) {
    case 'http':
      return (
        <>
          {url}
          {secret(t('field.signing_secret'), false)}
          {headers}
        </>
      );
    case 'splunk_hec':
      return (
        <>
          {url}
          {secret(t('field.token'))}
          <TextInput label={t('field.index')} {...text('index')} />
        </>
      );
    case 'clickhouse':
      return (
        <>
          {url}
          <TextInput label={t('field.database')} {...text('database')} />
          <TextInput label={t('field.table')} {...text('table')} />
          <UserField form={form} placeholder="default" />
          {secret(t('field.password'), false)}
        </>
      );
    case 's3':
      return (
        <>
          <StorageFields form={form} />
          {secret(t('field.secret_access_key'))}
          <ObjectFields form={form} />
        </>
      );
    case 'azure_blob':
      return (
        <>
          {url}
          <TextInput label={t('field.container')} description={t('hint.container')} required {...text('container')} />
          <TextInput label={t('field.account')} description={t('hint.account')} {...text('account')} />
          {secret(t('field.account_key'))}
          <ObjectFields form={form} />
        </>
      );
    case 'otlp':
      return (
        <>
          {url}
          <DialectField form={form} />
          {headers}
        </>
      );
    case 'kafka':
      return (
        <>
          <KafkaFields form={form} />
          {form.values.config.sasl_mechanism !== '' && (
            <>
              <UserField form={form} required />
              {secret(t('field.password'))}
            </>
          )}
        </>
      );
  }
}

function UrlField({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <TextInput
      label={t('field.url')}
      description={t('hint.url')}
      required
      autoComplete="off"
      {...form.getInputProps('config.url')}
      error={form.errors.config}
    />
  );
}

function HeadersField({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <Textarea
      label={t('field.headers')}
      description={t('hint.headers')}
      autosize
      minRows={2}
      maxRows={8}
      {...form.getInputProps('config.headers')}
    />
  );
}

interface SecretFieldProps extends FieldsProps {
  readonly label: string;
  readonly required: boolean;
}

function SecretField({ form, label, required }: SecretFieldProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <PasswordInput
      label={label}
      description={t('hint.hidden')}
      required={required}
      autoComplete="off"
      {...form.getInputProps('config.secret')}
    />
  );
}

interface UserFieldProps extends FieldsProps {
  readonly placeholder?: string;
  readonly required?: boolean;
}

function UserField({ form, ...props }: UserFieldProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <TextInput label={t('field.username')} autoComplete="off" {...props} {...form.getInputProps('config.username')} />
  );
}

/** Settings of Kafka, without the name and the password of the login. */
function KafkaFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const text = (name: keyof ExportValues['config']) => form.getInputProps(`config.${name}`);
  const lines = { autosize: true, minRows: 2, maxRows: 8 };
  return (
    <>
      <Textarea
        label={t('field.brokers')}
        description={t('hint.brokers')}
        required
        {...lines}
        {...text('brokers')}
        error={form.errors.config}
      />
      <TextInput label={t('field.topic')} description={t('hint.topic')} required {...text('topic')} />
      <Select
        label={t('field.key')}
        description={t('hint.key')}
        allowDeselect={false}
        data={MESSAGE_KEYS.map((value) => ({ value, label: t(`key.${value}`) }))}
        {...text('key')}
      />
      <Select label={t('field.encoding')} allowDeselect={false} data={[...ENCODINGS]} {...text('encoding')} />
      <Switch label={t('field.tls')} {...form.getInputProps('config.tls', { type: 'checkbox' })} />
      <Textarea label={t('field.ca')} description={t('hint.ca')} {...lines} {...text('ca')} />
      <Select
        label={t('field.sasl_mechanism')}
        allowDeselect={false}
        data={[{ value: '', label: t('login.none') }, ...MECHANISMS]}
        {...text('sasl_mechanism')}
      />
    </>
  );
}

function DialectField({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  return (
    <Select
      label={t('field.dialect')}
      description={t('hint.dialect')}
      allowDeselect={false}
      data={[{ value: '', label: t('dialect.none') }, ...DIALECTS]}
      {...form.getInputProps('config.dialect')}
    />
  );
}

/** Settings of object storage, without the secret key. */
function StorageFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const text = (name: keyof ExportValues['config']) => form.getInputProps(`config.${name}`);
  return (
    <>
      <TextInput label={t('field.bucket')} required {...text('bucket')} error={form.errors.config} />
      <TextInput label={t('field.region')} {...text('region')} />
      <TextInput label={t('field.endpoint')} description={t('hint.endpoint')} {...text('endpoint')} />
      <Switch label={t('field.path_style')} {...form.getInputProps('config.path_style', { type: 'checkbox' })} />
      <TextInput label={t('field.access_key_id')} required autoComplete="off" {...text('access_key_id')} />
    </>
  );
}

/** Settings of the objects of every object storage. */
function ObjectFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const text = (name: keyof ExportValues['config']) => form.getInputProps(`config.${name}`);
  return (
    <>
      <TextInput label={t('field.prefix')} {...text('prefix')} />
      <Select label={t('field.format')} allowDeselect={false} data={[...FORMATS]} {...text('format')} />
      <Switch
        label={t('field.manifest')}
        description={t('hint.manifest')}
        {...form.getInputProps('config.manifest', { type: 'checkbox' })}
      />
    </>
  );
}

function FilterFields({ form }: FieldsProps): ReactNode {
  const { t } = useTranslation('exports');
  const names = { description: t('hint.names'), splitChars: [','], clearable: true };
  return (
    <>
      <TagsInput label={t('field.teams')} {...names} {...form.getInputProps('teams')} />
      <TagsInput label={t('field.models')} {...names} {...form.getInputProps('models')} />
      <MultiSelect
        label={t('field.outcomes')}
        description={t('hint.outcomes')}
        clearable
        data={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        {...form.getInputProps('outcomes')}
      />
      <NumberInput
        label={t('field.percent')}
        description={t('hint.percent')}
        min={0.01}
        max={100}
        suffix=" %"
        {...form.getInputProps('percent')}
        error={form.errors.percent ?? form.errors.sample_ratio}
      />
      <Switch
        label={t('field.payloads')}
        description={t('hint.payloads')}
        {...form.getInputProps('payloads', { type: 'checkbox' })}
      />
    </>
  );
}
