import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findWorkspaces } from '../api/lookups.js';
import { useSession } from '../api/session.js';
import { useWorkspace } from '../api/use-workspace.js';
import { SearchSelect } from './search-select.js';

/** Choice of no workspace; no id is this. */
const NONE = 'none';

interface KeyScopeInputProps {
  readonly value?: string | null;
  readonly error?: ReactNode;
  readonly onChange: (workspaceId: string | null) => void;
}

/** The workspace of a new key: the current one, and another or none for people who manage the keys of the whole organization. */
export function KeyScopeInput({ onChange, value, ...input }: KeyScopeInputProps): ReactNode {
  const { t } = useTranslation('keys');
  const { id, name } = useWorkspace();
  const described = { label: t('field.workspace'), description: t('hint.workspace') };
  if (!useSession().can('gateway.keys.manage'))
    return <TextInput {...described} value={name} readOnly variant="filled" dir="auto" />;
  return (
    <SearchSelect
      {...described}
      {...input}
      value={value ?? NONE}
      onChange={(chosen) => chosen !== null && onChange(chosen === NONE ? null : chosen)}
      selected={{ value: id, label: name }}
      queryKey={['workspaces', 'of-keys']}
      load={async (text) => [{ value: NONE, label: t('unbound') }, ...(await findWorkspaces(text))]}
    />
  );
}
