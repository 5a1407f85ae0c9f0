import { Stack, Text } from '@mantine/core';
import { IconBinaryTree } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ActionButton } from '../../ui/action-button.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { Lanes } from '../../ui/lanes.js';
import { notify } from '../../ui/notify.js';
import { ResourcePage } from '../../ui/resource-page.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { RowName } from '../../ui/table/row-name.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlState } from '../../ui/use-url-state.js';
import {
  createVirtualModel,
  findVirtualModel,
  removeVirtualModel,
  updateVirtualModel,
  useVirtualModels,
} from './queries.js';
import { VirtualModelForm } from './virtual-model-form.js';
import {
  EMPTY_VIRTUAL_MODEL,
  filledTargets,
  toVirtualModelBody,
  type VirtualModel,
  type VirtualModelValues,
  valuesOfVirtualModel,
} from './virtual-model-values.js';

/** With the graph and the parser of YAML, loaded when it is opened. */
const VirtualModelEditor = lazy(() => import('./virtual-model-editor.js'));

/** Names that stand for several models. */
export default function VirtualModelsPage(): ReactNode {
  const { t } = useTranslation('virtual-models');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const [drawn, setDrawn] = useState<VirtualModel>();
  const done = useChange('models');
  const close = (): void => {
    setDrawn(undefined);
    setSearch({ open: drawn?.id });
  };
  const list = useVirtualModels(workspace.id, search.q);
  const canManage = can('gateway.models.manage', workspace.id);
  return (
    <ResourcePage<VirtualModel, VirtualModelValues>
      namespace="virtual-models"
      root="models"
      draftKey={`virtual-models:${workspace.id}`}
      formSize={680}
      list={{ ...list, rows: list.rows as unknown as readonly VirtualModel[] }}
      columns={useVirtualModelColumns()}
      nameOf={({ name }) => name}
      load={findVirtualModel}
      canCreate={canManage}
      canManage={() => canManage}
      emptyValues={EMPTY_VIRTUAL_MODEL}
      toValues={valuesOfVirtualModel}
      validate={(values) => ({
        name: values.name.trim() ? null : t('required.name'),
        targets: filledTargets(values).length > 0 ? null : t('required.targets'),
      })}
      create={(values) => createVirtualModel(workspace.id, toVirtualModelBody(values))}
      update={({ id }, values, version) => updateVirtualModel(id, toVirtualModelBody(values), version)}
      remove={({ id }) => removeVirtualModel(id)}
      buttons={(model) => (
        <ActionButton
          icon={IconBinaryTree}
          onClick={() => {
            setDrawn(model);
            setSearch({ open: undefined });
          }}
        >
          {t('action.graph')}
        </ActionButton>
      )}
      form={(form) => <VirtualModelForm form={form} workspaceId={workspace.id} />}
      details={(model) => <VirtualModelFacts model={model} />}
    >
      {drawn && (
        <Suspense>
          <VirtualModelEditor
            model={drawn}
            onClose={close}
            onPublished={() => {
              close();
              void done(Promise.resolve());
              notify.success(t('done.save'));
            }}
          />
        </Suspense>
      )}
    </ResourcePage>
  );
}

function useVirtualModelColumns(): readonly ResourceColumn<VirtualModel>[] {
  const { t } = useTranslation(['virtual-models', 'models']);
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name }) => <RowName name={name} />,
    },
    { id: 'strategy', header: t('field.strategy'), cell: ({ strategy }) => t(`strategy.${strategy}`) },
    {
      id: 'targets',
      header: t('field.targets'),
      cell: ({ targets }) => (
        <Text size="sm" lineClamp={2} dir="auto">
          {targets.map(({ model }) => model).join(', ')}
        </Text>
      ),
      hideBelow: 'sm',
    },
    { id: 'type', header: t('field.type'), cell: ({ type }) => t(`models:type.${type}`), hideBelow: 'md' },
  ];
}

function VirtualModelFacts({ model }: { readonly model: VirtualModel }): ReactNode {
  const { t } = useTranslation(['virtual-models', 'models']);
  return (
    <Stack gap={24}>
      <Lanes strategy={model.strategy} targets={model.targets} retry={model.retry} shadow={model.shadow} />
      <FactList
        facts={[
          { label: t('field.strategy'), value: t(`strategy.${model.strategy}`) },
          { label: t('field.type'), value: t(`models:type.${model.type}`) },
          { label: t('field.sticky'), value: t(model.sticky ? 'yes' : 'no') },
          { label: t('field.drop'), value: model.unsupported_parameters?.drop?.join(', ') || '—' },
          { label: t('field.created'), value: <TimeText at={model.created_at} /> },
          { label: t('field.updated'), value: <TimeText at={model.updated_at} /> },
          { label: t('field.id'), value: <IdText id={model.id} /> },
        ]}
      />
    </Stack>
  );
}
