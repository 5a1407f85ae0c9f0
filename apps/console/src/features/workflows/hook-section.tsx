import { Button, Group, PasswordInput, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { IconTrash, IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../api/client.js';
import { versionOf } from '../../api/versions.js';
import { CodeText } from '../../ui/code-text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FactList } from '../../ui/fact-list.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { useWorkflowActions, type Workflow } from './queries.js';

const SCHEMES = ['standard', 'github', 'stripe'] as const;

interface HookSectionProps {
  readonly workflow: Workflow;
  readonly mayManage: boolean;
}

/** The address at which signed requests start a workflow. */
export function HookSection({ mayManage, workflow }: HookSectionProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { removeHook } = useWorkflowActions();
  const [intent, setIntent] = useState<'edit' | 'remove'>();
  const [generated, setGenerated] = useState<string>();
  const close = (): void => setIntent(undefined);
  const { hook } = workflow;
  return (
    <section aria-label={t('hook')}>
      <Title order={2} size="h5" mb={8}>
        {t('hook')}
      </Title>
      {hook === null ? (
        <Text size="sm" c="dimmed">
          {t('noHook')}
        </Text>
      ) : (
        <Stack gap={12}>
          <CodeText label={t('field.hookUrl')} text={`${location.origin}${basePath()}${hook.path}`} />
          <FactList
            facts={[
              { label: t('field.scheme'), value: t(`scheme.${hook.scheme}`) },
              { label: t('field.secrets'), value: hook.secret_hints.join(', ') },
            ]}
          />
        </Stack>
      )}
      {mayManage && (
        <Group gap={8} mt={12}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconWebhook size={16} aria-hidden />}
            onClick={() => setIntent('edit')}
          >
            {t(hook === null ? 'action.addHook' : 'action.editHook')}
          </Button>
          {hook !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIntent('remove')}
            >
              {t('action.removeHook')}
            </Button>
          )}
        </Group>
      )}
      <HookForm workflow={workflow} opened={intent === 'edit'} onClose={close} onSecret={setGenerated} />
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('action.removeHook')}
        consequence={t('removeHookText')}
        danger
        onClose={close}
        onConfirm={async () => {
          await removeHook(workflow.id, versionOf(workflow));
          close();
        }}
      />
      {generated !== undefined && (
        <SecretOnce secret={generated} label={t('field.secret')} onClose={() => setGenerated(undefined)} />
      )}
    </section>
  );
}

interface HookFormProps extends Pick<HookSectionProps, 'workflow'> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function HookForm({ workflow, opened, onClose, onSecret }: HookFormProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { setHook } = useWorkflowActions();
  const { hook } = workflow;
  return (
    <FormDrawer
      opened={opened}
      title={t('hook')}
      onClose={onClose}
      row={workflow}
      initialValues={{ scheme: hook?.scheme ?? 'standard', secret: '', keep_previous: false }}
      submitLabel={t('action.save')}
      secrets={['secret']}
      onSubmit={async ({ keep_previous, scheme, secret }, version) => {
        const given = secret === '' ? {} : { secret };
        const body = { scheme, ...given, ...(hook !== null && { keep_previous }) };
        const changed = await setHook(workflow.id, body, version);
        onClose();
        if (changed.secret !== null) onSecret(changed.secret);
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Select
            label={t('field.scheme')}
            allowDeselect={false}
            data={SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
            {...form.getInputProps('scheme')}
          />
          <PasswordInput
            label={t('field.secret')}
            description={t('hint.hookSecret')}
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
          {hook !== null && (
            <Switch
              label={t('field.keepPrevious')}
              description={t('hint.keepPrevious')}
              {...form.getInputProps('keep_previous', { type: 'checkbox' })}
            />
          )}
        </Stack>
      )}
    </FormDrawer>
  );
}
