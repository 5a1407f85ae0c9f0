import {
  Autocomplete,
  Button,
  Group,
  Paper,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import {
  type FirstModelValues,
  fieldsOf,
  isWithoutCredential,
  listChatKinds,
  registerFirstModel,
} from './first-model-steps.js';

/** First steps of a workspace without a chat model: registers a provider and one of its models, and leads to the first chat. */
export function FirstModel({ workspaceId }: { readonly workspaceId: string }) {
  const { t } = useTranslation('home');
  const kinds = useQuery({
    queryKey: ['provider-kinds'],
    queryFn: () => api.get('/admin/provider-kinds'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (kinds.error) return <FailureNotice failure={kinds.error} onRetry={() => void kinds.refetch()} />;
  const offered = listChatKinds(kinds.data?.data ?? []);
  const [first] = offered;
  return first && <Steps key={workspaceId} workspaceId={workspaceId} kinds={offered} first={first} t={t} />;
}

interface StepsProps {
  readonly workspaceId: string;
  readonly kinds: ReturnType<typeof listChatKinds>;
  readonly first: ReturnType<typeof listChatKinds>[number];
  readonly t: (key: string) => string;
}

function Steps({ first, kinds, t, workspaceId }: StepsProps) {
  const navigate = useNavigate();
  const changed = useChange('askable-models', 'providers', 'models');
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<FirstModelValues>({
    initialValues: { kind: first.kind, model: first.default_models[0] ?? '', settings: {} },
  });
  const kind = kinds.find((each) => each.kind === form.values.kind) ?? first;
  const choose = (name: string | null) => {
    const chosen = kinds.find((each) => each.kind === name) ?? first;
    form.setValues({ kind: chosen.kind, model: chosen.default_models[0] ?? '', settings: {} });
  };
  const register = async (values: FirstModelValues) => {
    setFailure(undefined);
    try {
      const name = await changed(registerFirstModel(workspaceId, kind, values));
      await navigate({ to: `/w/${workspaceId}/playground`, search: { models: [name] } } as never);
    } catch (problem) {
      setFailure(problem);
    }
  };
  return (
    <Paper withBorder p="md" maw={560} mb="lg">
      <Title order={2} size="h4">
        {t('firstModel.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('firstModel.text')}
      </Text>
      <form onSubmit={form.onSubmit(register)}>
        <Stack gap="sm">
          <Select
            label={t('firstModel.provider')}
            description={isWithoutCredential(kind) ? t('firstModel.noKey') : undefined}
            data={kinds.map((each) => ({ value: each.kind, label: each.name }))}
            searchable
            allowDeselect={false}
            value={kind.kind}
            onChange={choose}
          />
          {fieldsOf(kind).map(({ example, help, label, name, secret }) => {
            const Input = secret ? PasswordInput : TextInput;
            return (
              <Input
                key={`${kind.kind} ${name}`}
                label={label}
                description={help}
                placeholder={example ?? undefined}
                required
                autoComplete="off"
                {...(secret && { visibilityToggleButtonProps: { 'aria-label': t('firstModel.show') } })}
                {...form.getInputProps(`settings.${name}`)}
                value={form.values.settings[name] ?? ''}
              />
            );
          })}
          <Autocomplete
            label={t('firstModel.model')}
            data={[...new Set(kind.default_models)]}
            required
            {...form.getInputProps('model')}
          />
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Group>
            <Button type="submit" loading={form.submitting}>
              {t('firstModel.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
