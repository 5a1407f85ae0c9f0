import { Autocomplete, type AutocompleteProps, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { findTeams } from '../../api/lookups.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { KeyScopeInput } from '../../ui/key-scope-input.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { TryKey } from '../../ui/try-key.js';
import { useChoices } from '../../ui/use-choices.js';

interface Props {
  readonly opened: boolean;
  readonly workspaceId: string;
  readonly onClose: () => void;
  /** Called with the plaintext, for the snippets of this page. */
  readonly onMade: (key: string) => void;
}

/** A key in two fields. Limits and the rest are on the page of keys. */
export function NewKeyDrawer({ onClose, onMade, opened, workspaceId }: Props) {
  const { t } = useTranslation('connect');
  const cache = useQueryClient();
  const [made, setMade] = useState<string>();
  return (
    <>
      <FormDrawer
        opened={opened}
        title={t('newKey')}
        onClose={onClose}
        draftKey={`connect-key-${workspaceId}`}
        submitLabel={t('create')}
        row={undefined}
        initialValues={{ name: '', team: '', workspace_id: workspaceId as string | null }}
        validate={{
          name: (name: string) => (name.trim() === '' ? t('required') : null),
          team: (team: string) => (team.trim() === '' ? t('required') : null),
        }}
        onSubmit={async ({ name, team, workspace_id: scope }) => {
          const body = { name: name.trim(), team: team.trim(), ...(scope !== null && { workspace_id: scope }) };
          const { key } = await api.post('/admin/keys', { body });
          setMade(key);
          onMade(key);
          onClose();
          await cache.invalidateQueries({ queryKey: ['keys'] });
        }}
      >
        {(form) => (
          <>
            <TextInput label={t('keyName')} required {...form.getInputProps('name')} />
            <TeamInput {...form.getInputProps('team')} value={form.values.team} />
            <KeyScopeInput {...form.getInputProps('workspace_id')} />
          </>
        )}
      </FormDrawer>
      {made && (
        <SecretOnce secret={made} label={t('key')} onClose={() => setMade(undefined)}>
          <TryKey secret={made} />
        </SecretOnce>
      )}
    </>
  );
}

type TeamInputProps = Pick<AutocompleteProps, 'error' | 'onChange'> & { readonly value: string };

/** The name of a team: one that there is, or another that is typed. */
function TeamInput({ value, ...input }: TeamInputProps) {
  const { t } = useTranslation('connect');
  const { choices } = useChoices({ queryKey: ['teams'], load: findTeams }, value);
  return <Autocomplete label={t('team')} required value={value} data={choices.map(({ label }) => label)} {...input} />;
}
