import { Button, Tabs, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { CountText } from '../../ui/count-text.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
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
  const navigate = useNavigate();
  const [{ open, tab }, change] = useUrlSearch<KnowledgeSearch>();
  const mayChange = useSession().can('gateway.knowledge.manage', workspace.id);
  const { failure, hasMore, isLoading, loadMore, onRetry, rows } = useBases();
  const [isCreating, setCreating] = useState(false);
  const create = useKnowledgeChange((workspace_id, { model, name }: { name: string; model: string }) =>
    api.post('/w/kb', {
      query: { workspace_id },
      body: { name: name.trim(), ...(model.trim() !== '' && { embedding_model: model.trim() }) },
    }),
  );
  const isSets = tab === 'sets';
  const begin = () => (isSets ? change({ open: 'new' }) : setCreating(true));
  return (
    <Page
      title={t('title')}
      description={t('description')}
      docs="/docs"
      actions={
        mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={begin}>
            {t(isSets ? 'newSet' : 'newBase')}
          </Button>
        )
      }
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
          <ResourceTable
            columns={[
              { id: 'name', header: t('name'), cell: ({ name }: Base) => <LongText text={name} /> },
              {
                id: 'documents',
                header: t('documents'),
                align: 'end' as const,
                cell: ({ document_count }: Base) => <CountText n={document_count} />,
              },
              {
                id: 'chunks',
                header: t('chunks'),
                align: 'end' as const,
                hideBelow: 'sm' as const,
                cell: ({ chunk_count }: Base) => <CountText n={chunk_count} />,
              },
              {
                id: 'model',
                header: t('embeddingModel'),
                hideBelow: 'sm' as const,
                cell: ({ embedding_model, next_embedding_model }: Base) => (
                  <LongText
                    text={next_embedding_model ? `${embedding_model} → ${next_embedding_model}` : embedding_model}
                  />
                ),
              },
              {
                id: 'created',
                header: t('created'),
                hideBelow: 'md' as const,
                cell: ({ created_at }: Base) => <TimeText at={created_at} />,
              },
            ]}
            rows={rows}
            getRowId={({ id }) => id}
            isLoading={isLoading}
            failure={failure}
            hasMore={hasMore}
            loadMore={loadMore}
            onRetry={onRetry}
            onOpen={({ id }) =>
              void navigate({
                to: '/w/$workspace/knowledge/$base',
                params: { workspace: workspace.id, base: id },
              } as never)
            }
            empty={{
              sentence: t('noBases'),
              action: mayChange && <Button onClick={() => setCreating(true)}>{t('newBase')}</Button>,
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sets">
          <SetsPanel mayChange={mayChange} open={open} onOpen={(id) => change({ open: id })} />
        </Tabs.Panel>
      </Tabs>
      <FormDrawer
        opened={isCreating}
        title={t('newBase')}
        onClose={() => setCreating(false)}
        draftKey={`knowledge-base-${workspace.id}`}
        submitLabel={t('create')}
        initialValues={{ name: '', model: '' }}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required') : null) }}
        onSubmit={async (values) => {
          await create.mutateAsync(values);
          setCreating(false);
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
    </Page>
  );
}
