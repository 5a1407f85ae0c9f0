import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { type PolicyScope, ScopeField } from '../../ui/policy-fields.js';
import RouteEditor from '../../ui/route/route-editor.js';
import { ROUTING_CONFIG } from '../../ui/route/route-values.js';
import {
  createRoutingConfig,
  findRoutingConfig,
  type RoutingBody,
  type RoutingConfig,
  updateRoutingConfig,
} from './queries.js';

interface RoutingEditorProps {
  /** The config that is changed; undefined for a new one. */
  readonly stored: RoutingConfig | undefined;
  readonly onClose: () => void;
  readonly onPublished: (id: string) => void;
}

/** A routing config as it is edited. */
export default function RoutingEditor({ onClose, onPublished, stored }: RoutingEditorProps): ReactNode {
  const { t } = useTranslation('routing');
  const { can } = useSession();
  const workspace = useWorkspace();
  const [scope, setScope] = useState<PolicyScope>('workspace');
  const workspace_id = scope === 'organization' ? null : workspace.id;
  return (
    <RouteEditor
      stored={stored}
      store={{
        kind: ROUTING_CONFIG,
        draftKey: `routing:${stored?.id ?? `${workspace.id}:new`}`,
        find: findRoutingConfig,
        create: (body) => createRoutingConfig({ ...(body as unknown as RoutingBody), workspace_id }),
        update: (id, body, version) => updateRoutingConfig(id, body as unknown as RoutingBody, version),
      }}
      title={stored === undefined ? t('create.title') : t('edit.title', { name: stored.name })}
      head={stored === undefined && can('gateway.routing.manage') && <ScopeField value={scope} onChange={setScope} />}
      onClose={onClose}
      onPublished={onPublished}
    />
  );
}
