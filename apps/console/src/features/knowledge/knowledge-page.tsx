import { Button, Tabs, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { LongText } from './long-text.js';
import { type Base, useBases, useKnowledgeChange } from './queries.js';
import { SetsPanel } from './sets-panel.js';

export interface KnowledgeSearch {
  readonly tab?: string;
  readonly open?: string;
}

/** The knowledge bases and document sets of a workspace. */
export default function KnowledgePage() {
  const { t } = useTranslation('knowledge');
  const workspace = useWorkspace();
  const [{ open, tab }, change] = useUrlSearch<KnowledgeSearch>();
  const mayChange = useSession().can('gateway.knowledge.manage', workspace.id);
  const [isCreating, setCreating] = useState(false);
  const isSets = tab === 'sets';
  const begin = () => (isSets ? change({ open: 'new' }) : setCreating(true));
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={mayChange && <CreateButton onClick={begin}>{t(isSets ? 'newSet' : 'newBase')}</CreateButton>}
    >
      <Tabs
        value={isSets ? 'sets' : 'bases'}
        onChange={(value) => change({ tab: value === 'sets' ? value : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="bases">{t('bases')}</Tabs.Tab>
          <Tabs.Tab value="sets">{t('sets')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bases">
          <BasesTable onCreate={mayChange && (() => setCreating(true))} />
        </Tabs.Panel>
        <Tabs.Panel value="sets">
          <SetsPanel mayChange={mayChange} open={open} onOpen={(id) => change({ open: id })} />
        </Tabs.Panel>
      </Tabs>
      <NewBase opened={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function BasesTable({ onCreate }: { readonly onCreate: false | (() => void) }): ReactNode {
  const { t } = useTranslation('knowledge');
  const workspace = useWorkspace();
  const navigate = useNavigate();
  return (
    <ResourceTable
      {...useBases()}
      columns={useBaseColumns()}
      getRowId={({ id }) => id}
      onOpen={({ id }) =>
        void navigate({
          to: '/w/$workspace/knowledge/$base',
          params: { workspace: workspace.id, base: id },
        } as never)
      }
      empty={{
        sentence: t('noBases'),
        action: onCreate && <Button onClick={onCreate}>{t('newBase')}</Button>,
      }}
    />
  );
}

function useBaseColumns(): readonly ResourceColumn<Base>[] {
  const { t } = useTranslation('knowledge');
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => <LongText text={name} /> },
    {
      id: 'documents',
      header: t('documents'),
      align: 'end',
      cell: ({ document_count }) => <CountText n={document_count} />,
    },
    {
      id: 'chunks',
      header: t('chunks'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ chunk_count }) => <CountText n={chunk_count} />,
    },
    {
      id: 'model',
      header: t('embeddingModel'),
      hideBelow: 'sm',
      cell: ({ embedding_model, next_embedding_model }) => (
        <LongText text={next_embedding_model ? `${embedding_model} → ${next_embedding_model}` : embedding_model} />
      ),
    },
    {
      id: 'created',
      header: t('created'),
      hideBelow: 'md',
      cell: ({ created_at }) => <TimeText at={created_at} />,
    },
  ];
}

interface NewBaseProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function NewBase({ opened, onClose }: NewBaseProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const workspace = useWorkspace();
  const { mutateAsync: create } = useKnowledgeChange((workspace_id, { model, name }: { name: string; model: string }) =>
    api.post('/w/kb', {
      query: { workspace_id },
      body: { name: name.trim(), ...(model.trim() !== '' && { embedding_model: model.trim() }) },
    }),
  );
  return (
    <FormDrawer
      opened={opened}
      title={t('newBase')}
      onClose={onClose}
      draftKey={`knowledge-base-${workspace.id}`}
      submitLabel={t('create')}
      row={undefined}
      initialValues={{ name: '', model: '' }}
      validate={{ name: (name: string) => (name.trim() === '' ? t('required') : null) }}
      onSubmit={async (values) => {
        await create(values);
        onClose();
      }}
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required {...form.getInputProps('name')} />
          <TextInput
            label={t('embeddingModel')}
            description={t('embeddingModelText')}
            placeholder="builtin"
            {...form.getInputProps('model')}
          />
        </>
      )}
    </FormDrawer>
  );
}
