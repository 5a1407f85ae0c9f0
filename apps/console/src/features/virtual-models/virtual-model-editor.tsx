import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import RouteEditor from '../../ui/route/route-editor.js';
import { VIRTUAL_MODEL } from '../../ui/route/route-values.js';
import { createVirtualModel, findVirtualModel, updateVirtualModel } from './queries.js';
import type { NewVirtualModel, VirtualModel } from './virtual-model-values.js';

interface VirtualModelEditorProps {
  readonly model: VirtualModel;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** A virtual model as a graph, as a list and as text. */
export default function VirtualModelEditor(props: VirtualModelEditorProps): ReactNode {
  const { model, onClose, onPublished } = props;
  const { t } = useTranslation('virtual-models');
  const workspace = useWorkspace();
  return (
    <RouteEditor
      stored={model}
      store={{
        kind: VIRTUAL_MODEL,
        draftKey: `virtual-model-graph:${model.id}`,
        find: findVirtualModel,
        create: (body) => createVirtualModel(workspace.id, body as unknown as NewVirtualModel),
        update: (id, body, version) => updateVirtualModel(id, body as unknown as NewVirtualModel, version),
      }}
      title={t('edit.title', { name: model.name })}
      onClose={onClose}
      onPublished={onPublished}
    />
  );
}
