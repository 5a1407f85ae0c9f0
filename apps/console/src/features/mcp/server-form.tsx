import {
  Input,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderFields } from '../../ui/header-fields.js';
import { NamesInput } from '../../ui/names-input.js';
import { AccessField } from './access-field.js';
import { APPROVALS, KINDS, type McpServer, type ServerValues } from './server-values.js';

/** Example in the form that the field reads in every language. */
const PRICE_EXAMPLE = 'search: 0.01';

type ServerForm = UseFormReturnType<ServerValues & Record<string, unknown>>;

interface ServerFormProps {
  readonly form: ServerForm;
  readonly stored: McpServer | undefined;
  readonly workspaceId: string;
}

/** Every field of an MCP server. Its name and kind never change. */
export default function ServerFields({ form, stored, workspaceId }: ServerFormProps): ReactNode {
  const { t } = useTranslation('mcp');
  const { kind } = form.values;
  return (
    <Stack gap={16}>
      <TextInput
        label={t('field.name')}
        description={t('hint.name')}
        required
        data-autofocus={stored === undefined || undefined}
        disabled={stored !== undefined}
        maxLength={32}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('field.kind')}
        description={t(`kindHint.${kind}`)}
        allowDeselect={false}
        disabled={stored !== undefined}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Textarea
        label={t('field.description')}
        autosize
        maxRows={6}
        maxLength={2000}
        dir="auto"
        {...form.getInputProps('description')}
      />
      {kind !== 'sample' && <Connection form={form} stored={stored} />}
      <Select
        label={t('field.approval')}
        description={t(`approvalHint.${form.values.approval}`)}
        allowDeselect={false}
        data={APPROVALS.map((value) => ({ value, label: t(`approval.${value}`) }))}
        {...form.getInputProps('approval')}
      />
      <NamesInput
        label={t('field.tools')}
        description={t('hint.tools')}
        {...form.getInputProps('tools')}
        value={form.values.tools}
      />
      <AccessField
        value={form.values.access}
        error={form.errors.access}
        workspaceId={workspaceId}
        onChange={(access) => form.setFieldValue('access', access as never)}
      />
      <Prices form={form} />
      <NumberInput
        label={t('field.timeout_ms')}
        min={1}
        max={3_600_000}
        allowDecimal={false}
        suffix=" ms"
        hideControls
        {...form.getInputProps('timeout_ms')}
      />
      <Switch
        label={t('field.enabled')}
        description={t('hint.enabled')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function Prices({ form }: Pick<ServerFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('mcp');
  return (
    <>
      <NumberInput
        label={t('field.price_per_call_usd')}
        min={0}
        decimalScale={6}
        prefix="$"
        hideControls
        {...form.getInputProps('price_per_call_usd')}
      />
      <Textarea
        label={t('field.tool_prices_usd')}
        description={t('hint.tool_prices_usd')}
        placeholder={PRICE_EXAMPLE}
        autosize
        minRows={2}
        maxRows={12}
        dir="ltr"
        spellCheck={false}
        {...form.getInputProps('tool_prices_usd')}
      />
    </>
  );
}

/** Address of the server, and the credential of the gateway. */
function Connection({ form, stored }: Omit<ServerFormProps, 'workspaceId'>): ReactNode {
  const { t } = useTranslation('mcp');
  const { kind, usesOauth } = form.values;
  const kept = stored?.header_names ?? [];
  return (
    <>
      <TextInput
        label={t('field.url')}
        description={t(`urlHint.${kind}`)}
        required
        type="url"
        dir="ltr"
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      {kind === 'openapi' && (
        <TextInput
          label={t('field.base_url')}
          description={t('hint.base_url')}
          type="url"
          dir="ltr"
          maxLength={2048}
          {...form.getInputProps('base_url')}
        />
      )}
      <HeaderFields
        form={form}
        hasKept={kept.length > 0}
        label={t('field.headers')}
        description={t('hint.headers')}
        placeholder={kept.length > 0 ? t('headersKept', { names: kept.join(', ') }) : 'Authorization: Bearer …'}
        removeLabel={t('field.removeHeaders')}
      />
      <TagsInput
        label={t('field.forward_headers')}
        description={t('hint.forward_headers')}
        error={form.errors.forward_headers}
        value={form.values.forward_headers ?? []}
        onChange={(names) => form.setFieldValue('forward_headers', (names.length === 0 ? null : names) as never)}
        splitChars={[',', ' ']}
        maxTags={20}
        clearable
      />
      <Switch
        label={t('field.oauth')}
        description={t('hint.oauth')}
        {...form.getInputProps('usesOauth', { type: 'checkbox' })}
      />
      {usesOauth && <OauthFields form={form} stored={stored} />}
      {form.errors.oauth && <Input.Error role="alert">{form.errors.oauth}</Input.Error>}
    </>
  );
}

function OauthFields({ form, stored }: Omit<ServerFormProps, 'workspaceId'>): ReactNode {
  const { t } = useTranslation('mcp');
  return (
    <>
      <TextInput
        label={t('field.token_url')}
        required
        type="url"
        dir="ltr"
        maxLength={2048}
        {...form.getInputProps('token_url')}
      />
      <TextInput label={t('field.client_id')} required maxLength={1000} {...form.getInputProps('client_id')} />
      <PasswordInput
        label={t('field.client_secret')}
        description={t('hint.secret')}
        autoComplete="off"
        placeholder={stored?.has_client_secret ? t('secretKept') : ''}
        maxLength={8192}
        {...form.getInputProps('client_secret')}
      />
      <TextInput
        label={t('field.scope')}
        description={t('hint.scope')}
        maxLength={1000}
        {...form.getInputProps('scope')}
      />
    </>
  );
}
