import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { EnabledBadge, NamesText, PauseButton, ScopeText } from '../../ui/policy-fields.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { LabelsPanel } from './labels-panel.js';
import { PromptFields } from './prompt-form.js';
import {
  checkPrompt,
  EMPTY_PROMPT,
  latestOf,
  type Prompt,
  type PromptValues,
  toChangedPrompt,
  toNewPrompt,
  valuesOfPrompt,
  writeLabel,
} from './prompt-values.js';
import { createPrompt, findPrompt, removePrompt, updatePrompt, usePrompts } from './queries.js';
import { VersionsPanel } from './versions-panel.js';

const MANAGE = 'gateway.prompts.manage';
const RELEASE = 'gateway.prompts.release';

/** Prompts: their versions, and the labels that requests use. */
export default function PromptsPage(): ReactNode {
  const { t } = useTranslation('prompts');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search] = useUrlState();
  const done = useChange('prompts');
  const isAllowed = (permission: string, { workspace_id: id }: Prompt): boolean => can(permission, id ?? undefined);
  const mayChange = (prompt: Prompt): boolean =>
    isAllowed(MANAGE, prompt) && (prompt.protected_labels.length === 0 || isAllowed(RELEASE, prompt));
  return (
    <ResourcePage<Prompt, PromptValues>
      namespace="prompts"
      root="prompts"
      draftKey={`prompt:${workspace.id}`}
      list={usePrompts(workspace.id, search.q)}
      columns={usePromptColumns()}
      nameOf={({ name }) => name}
      load={findPrompt}
      canCreate={can(MANAGE, workspace.id)}
      canManage={(prompt) => isAllowed(MANAGE, prompt)}
      emptyValues={EMPTY_PROMPT}
      toValues={valuesOfPrompt}
      validate={(values) =>
        Object.fromEntries(Object.entries(checkPrompt(values)).map(([field, text]) => [field, t(text)]))
      }
      create={(values) => createPrompt(toNewPrompt(values, workspace.id))}
      update={(prompt, values, version) => updatePrompt(prompt.id, toChangedPrompt(values, prompt), version)}
      remove={({ id }) => removePrompt(id)}
      buttons={(prompt) =>
        mayChange(prompt) && (
          <PauseButton enabled={prompt.enabled} onChange={(enabled) => done(updatePrompt(prompt.id, { enabled }))} />
        )
      }
      formSize={720}
      form={(form, row) => (
        <PromptFields
          form={form}
          isNew={row === undefined}
          hasScope={row === undefined && can(MANAGE)}
          mayRelease={row !== undefined && isAllowed(RELEASE, row)}
        />
      )}
      details={(prompt) => (
        <PromptFacts
          prompt={prompt}
          workspaceId={workspace.id}
          mayManage={isAllowed(MANAGE, prompt)}
          mayRelease={isAllowed(RELEASE, prompt)}
        />
      )}
    />
  );
}

function usePromptColumns(): readonly ResourceColumn<Prompt>[] {
  const { t } = useTranslation('prompts');
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => <RowName name={name} /> },
    {
      id: 'state',
      header: t('field.state'),
      cell: ({ enabled, versions }) => <EnabledBadge enabled={enabled} isIdle={versions.length === 0} />,
    },
    {
      id: 'labels',
      header: t('field.labels'),
      cell: ({ labels }) => <NamesText names={labels.map(writeLabel)} all="" />,
      hideBelow: 'sm',
    },
    {
      id: 'latest',
      header: t('field.latest'),
      cell: (prompt) => String(latestOf(prompt)?.version ?? ''),
      hideBelow: 'md',
    },
    {
      id: 'scope',
      header: t('field.scope'),
      cell: ({ workspace_id: id }) => <ScopeText workspaceId={id} />,
      hideBelow: 'md',
    },
  ];
}

interface FactsProps {
  readonly prompt: Prompt;
  readonly workspaceId: string;
  readonly mayManage: boolean;
  readonly mayRelease: boolean;
}

function PromptFacts({ mayManage, mayRelease, prompt, workspaceId }: FactsProps): ReactNode {
  const { t } = useTranslation('prompts');
  const isIdle = prompt.versions.length === 0;
  return (
    <FactList
      facts={[
        { label: t('field.state'), value: <EnabledBadge enabled={prompt.enabled} isIdle={isIdle} /> },
        { label: t('field.scope'), value: <ScopeText workspaceId={prompt.workspace_id} /> },
        { label: t('field.description'), value: prompt.description },
        {
          label: t('field.labels'),
          value: <LabelsPanel prompt={prompt} mayManage={mayManage} mayRelease={mayRelease} />,
        },
        { label: t('field.protected'), value: <NamesText names={prompt.protected_labels} all="" /> },
        { label: t('field.versions'), value: <VersionsPanel prompt={prompt} workspaceId={workspaceId} /> },
        { label: t('field.updated'), value: <TimeText at={prompt.updated_at} /> },
        { label: t('field.id'), value: <IdText id={prompt.id} /> },
      ]}
    />
  );
}
