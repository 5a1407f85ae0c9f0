import { Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconPencil, IconShieldOff, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { type Person, usePersonActions } from './queries.js';

type Intent = 'edit' | 'password' | 'secondFactor' | 'deactivate' | 'remove';

interface DrawerProps {
  readonly person: Person;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Actions on a person. */
export function PersonButtons({ person, onClose }: Pick<DrawerProps, 'person' | 'onClose'>): ReactNode {
  const { t } = useTranslation('people');
  const [intent, setIntent] = useState<Intent>();
  const { update, remove } = usePersonActions(person.user_id);
  const { name, active } = person;
  const end = (): void => setIntent(undefined);
  const of = (name: Intent): DrawerProps => ({ person, opened: intent === name, onClose: end });
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
      <ActionButton icon={IconPencil} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </ActionButton>
      <ActionButton icon={IconKey} onClick={() => setIntent('password')}>
        {t('action.password')}
      </ActionButton>
      <ResetSecondFactor {...of('secondFactor')} onOpen={() => setIntent('secondFactor')} />
      {active ? (
        <ActionButton icon={IconUserOff} onClick={() => setIntent('deactivate')}>
          {t('action.deactivate')}
        </ActionButton>
      ) : (
        <ActionButton icon={IconUserCheck} onClick={() => void activate()}>
          {t('action.activate')}
        </ActionButton>
      )}
      <ActionButton icon={IconTrash} c="red" onClick={() => setIntent('remove')}>
        {t('action.remove')}
      </ActionButton>
      <EditPerson {...of('edit')} />
      <NewPassword {...of('password')} />
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

/** For owners: a person who has lost the app signs in with the password again. */
function ResetSecondFactor({
  person,
  opened,
  onClose,
  onOpen,
}: DrawerProps & { readonly onOpen: () => void }): ReactNode {
  const { t } = useTranslation('people');
  const { can, user } = useSession();
  const { resetSecondFactor } = usePersonActions(person.user_id);
  if (!person.has_second_factor || !can('org.owners.manage') || person.user_id === user.id) return null;
  return (
    <>
      <ActionButton icon={IconShieldOff} onClick={onOpen}>
        {t('action.secondFactor')}
      </ActionButton>
      <ConfirmDialog
        opened={opened}
        title={t('secondFactor.title', { name: person.name })}
        consequence={t('secondFactor.text')}
        confirmLabel={t('action.secondFactor')}
        danger
        onClose={onClose}
        onConfirm={async () => {
          await resetSecondFactor();
          onClose();
          notify.success(t('done.secondFactor'));
        }}
      />
    </>
  );
}

function EditPerson({ person, opened, onClose }: DrawerProps): ReactNode {
  const { t } = useTranslation('people');
  const { can } = useSession();
  const { update } = usePersonActions(person.user_id);
  const { name, role } = person;
  const roles = can('org.owners.manage')
    ? (['org_member', 'org_admin', 'owner'] as const)
    : (['org_member', 'org_admin'] as const);
  return (
    <FormDrawer
      opened={opened}
      title={t('edit.title', { name })}
      onClose={onClose}
      draftKey={`person:${person.user_id}`}
      row={person}
      initialValues={{ name, role }}
      validate={{ name: (value) => (value.trim() ? null : t('required.name')) }}
      submitLabel={t('action.save')}
      onSubmit={async (values) => {
        await update(values.role === role ? { name: values.name } : values);
        onClose();
        notify.success(t('done.save'));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <TextInput label={t('field.name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
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
  );
}

function NewPassword({ person, opened, onClose }: DrawerProps): ReactNode {
  const { t } = useTranslation('people');
  const { setPassword } = usePersonActions(person.user_id);
  return (
    <FormDrawer
      opened={opened}
      title={t('password.title', { name: person.name })}
      onClose={onClose}
      row={undefined}
      initialValues={{ new_password: '' }}
      validate={{ new_password: (value) => (value.length >= 12 ? null : t('required.password')) }}
      submitLabel={t('action.save')}
      onSubmit={async ({ new_password }) => {
        await setPassword(new_password);
        onClose();
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
  );
}
