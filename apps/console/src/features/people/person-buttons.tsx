import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { type Person, usePersonActions } from './queries.js';

type Intent = 'edit' | 'password' | 'deactivate' | 'remove';

/** Actions on a person. */
export function PersonButtons({
  person,
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('people');
  const { can } = useSession();
  const [intent, setIntent] = useState<Intent>();
  const { update, setPassword, remove } = usePersonActions(person.user_id);
  const { name, active, role } = person;
  const end = (): void => setIntent(undefined);
  const roles = can('org.owners.manage')
    ? (['org_member', 'org_admin', 'owner'] as const)
    : (['org_member', 'org_admin'] as const);
  const activate = async (): Promise<void> => {
    try {
      await update({ active: true });
      notify.success(t('done.activate'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <Group gap={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setIntent('edit')}
      >
        {t('action.edit')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => setIntent('password')}
      >
        {t('action.password')}
      </Button>
      {active ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserOff size={16} aria-hidden />}
          onClick={() => setIntent('deactivate')}
        >
          {t('action.deactivate')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => void activate()}
        >
          {t('action.activate')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        c="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIntent('remove')}
      >
        {t('action.remove')}
      </Button>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name })}
        onClose={end}
        draftKey={`person:${person.user_id}`}
        initialValues={{ name, role }}
        validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await update(values.role === role ? { name: values.name } : values);
          end();
          notify.success(t('done.save'));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <TextInput
              label={t('field.name')}
              required
              data-autofocus
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <Select
              label={t('field.role')}
              description={t(`roleHint.${form.values.role}`)}
              allowDeselect={false}
              data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
              {...form.getInputProps('role')}
            />
          </Stack>
        )}
      </FormDrawer>
      <FormDrawer
        opened={intent === 'password'}
        title={t('password.title', { name })}
        onClose={end}
        initialValues={{ new_password: '' }}
        validate={{ new_password: (value) => (value.length >= 12 ? null : t('required.password')) }}
        submitLabel={t('action.save')}
        onSubmit={async ({ new_password }) => {
          await setPassword(new_password);
          end();
          notify.success(t('done.password'));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <Text size="sm">{t('password.text')}</Text>
            <PasswordInput
              label={t('field.newPassword')}
              description={t('required.password')}
              required
              autoComplete="new-password"
              {...form.getInputProps('new_password')}
            />
          </Stack>
        )}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'deactivate'}
        title={t('deactivate.title', { name })}
        consequence={t('deactivate.text')}
        confirmLabel={t('action.deactivate')}
        danger
        onClose={end}
        onConfirm={async () => {
          await update({ active: false });
          end();
          notify.success(t('done.deactivate'));
        }}
      />
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('remove.title', { name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.remove')}
        confirmWord={person.email}
        danger
        onClose={end}
        onConfirm={async () => {
          await remove();
          onClose();
          notify.success(t('done.remove'));
        }}
      />
    </Group>
  );
}
