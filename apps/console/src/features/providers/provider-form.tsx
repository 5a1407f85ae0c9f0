import {
  Accordion,
  Anchor,
  Checkbox,
  JsonInput,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ParallelInputs } from '../../ui/parallel-inputs.js';
import {
  hintsOf,
  isStored,
  type Provider,
  type ProviderKind,
  type ProviderSetting,
  type ProviderValues,
  TIMEOUTS,
} from './provider-values.js';
import { useProviderKinds } from './queries.js';
import { QuotaInputs } from './quota-inputs.js';

type Form = UseFormReturnType<ProviderValues & Record<string, unknown>>;

interface ProviderFormProps {
  readonly form: Form;
  /** The stored provider that is changed; undefined for a new one. */
  readonly stored: Provider | undefined;
}

/** The fields that the manifest of the chosen kind describes. */
export function ProviderForm({ form, stored }: ProviderFormProps): ReactNode {
  const { t } = useTranslation('providers');
  const kinds = useProviderKinds();
  const kind = kinds.data?.find((each) => each.kind === form.values.kind);
  return (
    <Stack gap={16}>
      {stored === undefined ? (
        <Select
          label={t('field.kind')}
          required
          searchable
          data-autofocus
          disabled={kinds.isLoading}
          data={(kinds.data ?? []).map(({ kind: value, name }) => ({ value, label: name }))}
          nothingFoundMessage={t('noKind')}
          {...form.getInputProps('kind')}
          onChange={(chosen) => chooseKind(form, kinds.data, chosen ?? '')}
        />
      ) : (
        <TextInput label={t('field.kind')} value={kind?.name ?? stored.kind} readOnly variant="filled" />
      )}
      {kind?.documentation_url && (
        <Anchor href={kind.documentation_url} size="sm" target="_blank" rel="noreferrer">
          {t('documentation', { name: kind.name })}
        </Anchor>
      )}
      {kind && (
        <>
          <TextInput
            label={t('field.name')}
            description={t('hint.name')}
            required
            maxLength={128}
            dir="auto"
            {...form.getInputProps('name')}
          />
          {kind.settings.map((setting) => (
            <SettingField key={setting.name} setting={setting} form={form} stored={stored} />
          ))}
          <MoreFields form={form} stored={stored} />
        </>
      )}
    </Stack>
  );
}

/** The name is suggested as long as nobody typed one. */
function chooseKind(form: Form, kinds: readonly ProviderKind[] | undefined, chosen: string): void {
  const isSuggested = form.values.name === '' || kinds?.some(({ kind }) => kind === form.values.name);
  form.setFieldValue('kind', chosen);
  if (isSuggested) form.setFieldValue('name', chosen);
}

interface SettingFieldProps extends ProviderFormProps {
  readonly setting: ProviderSetting;
}

function SettingField({ setting, form, stored }: SettingFieldProps): ReactNode {
  const { name, secret } = setting;
  const isKept = secret && isStored(stored, name);
  return (
    <Stack gap={4}>
      <SettingInput setting={setting} form={form} isKept={isKept} />
      {isKept && stored && <StoredSecret form={form} name={name} hints={hintsOf(stored, name)} />}
    </Stack>
  );
}

interface SettingInputProps {
  readonly setting: ProviderSetting;
  readonly form: Form;
  /** True if a value is stored, which nobody is shown. */
  readonly isKept: boolean;
}

function SettingInput({ setting, form, isKept }: SettingInputProps): ReactNode {
  const { t } = useTranslation('providers');
  const { name, label, help, type, required, secret, default: fallback, example } = setting;
  const shared = {
    label: t(`setting.${name}.label`, { defaultValue: label }),
    description: t(`setting.${name}.help`, { defaultValue: help }),
    required: required && !isKept,
    placeholder: isKept ? t('secret.kept') : (fallback ?? example ?? undefined),
    autoComplete: 'off',
    spellCheck: false,
    dir: 'ltr',
    ...form.getInputProps(name),
    value: (form.values[name] as string | undefined) ?? '',
  } as const;
  switch (type) {
    case 'boolean':
      return (
        <Select
          {...shared}
          data={['true', 'false'].map((value) => ({ value, label: t(`boolean.${value}`) }))}
          placeholder={fallback === null ? undefined : t('byDefault', { value: t(`boolean.${fallback}`) })}
          value={shared.value || null}
          onChange={(value) => form.setFieldValue(name, value ?? '')}
          clearable
        />
      );
    case 'json':
      return <JsonInput {...shared} autosize minRows={4} maxRows={12} formatOnBlur={false} />;
    case 'list':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxRows={8}
          description={`${shared.description} ${t('hint.lines')}`}
        />
      );
    default:
      // A password manager would offer the password of the console for a secret, unless it is told that this is new.
      return (
        <TextInput {...shared} type={secret ? 'password' : 'text'} autoComplete={secret ? 'new-password' : 'off'} />
      );
  }
}

interface StoredSecretProps {
  readonly form: Form;
  readonly name: string;
  readonly hints: readonly string[];
}

function StoredSecret({ form, name, hints }: StoredSecretProps): ReactNode {
  const { t } = useTranslation('providers');
  const { remove } = form.values;
  return (
    <Checkbox
      size="xs"
      label={
        <Text span inherit>
          {t('secret.remove')}
          {hints.length > 0 && (
            <Text span inherit c="dimmed" ff="monospace">
              {' '}
              {hints.map((hint) => `…${hint}`).join(', ')}
            </Text>
          )}
        </Text>
      }
      checked={remove.includes(name)}
      onChange={({ currentTarget }) =>
        form.setFieldValue('remove', currentTarget.checked ? [...remove, name] : remove.filter((each) => each !== name))
      }
    />
  );
}

/** Settings that every kind has and few need. */
function MoreFields({ form, stored }: ProviderFormProps): ReactNode {
  const { t } = useTranslation('providers');
  const { timeouts } = form.values;
  return (
    <Accordion variant="default" chevronPosition="left" order={3}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('more')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap={16}>
            <Textarea
              label={t('field.headers')}
              description={t('hint.headers')}
              placeholder="X-Team: research"
              autosize
              minRows={2}
              dir="ltr"
              {...form.getInputProps('headers')}
            />
            {stored && stored.header_names.length > 0 && (
              <StoredSecret form={form} name="headers" hints={stored.header_names} />
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
              {TIMEOUTS.map((name) => (
                <NumberInput
                  key={name}
                  label={t(`timeout.${name}`)}
                  suffix=" ms"
                  min={1}
                  max={2_147_483_647}
                  allowDecimal={false}
                  placeholder={t('timeout.default')}
                  hideControls
                  value={timeouts[name] ?? ''}
                  onChange={(ms) =>
                    form.setFieldValue('timeouts', { ...timeouts, [name]: typeof ms === 'number' ? ms : undefined })
                  }
                />
              ))}
            </SimpleGrid>
            <ParallelInputs
              value={form.values.parallel}
              onChange={(parallel) => form.setFieldValue('parallel', parallel)}
            />
            <QuotaInputs value={form.values.quota} onChange={(quota) => form.setFieldValue('quota', quota)} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
