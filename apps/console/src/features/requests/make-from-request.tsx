import { Button, Group } from '@mantine/core';
import { IconRoute, IconShieldPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeExample } from '../../api/bench-example.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { writeDraft } from '../../ui/form-draft.js';
import { UNLIMITED } from '../../ui/parallel-values.js';
import { payloadQuery, type RequestRow, useMayReadPayloads } from './queries.js';
import { toExample } from './to-example.js';

/** Opens the forms of a guardrail and of a virtual model, filled in from a request. */
export function MakeFromRequest({ request }: { readonly request: RequestRow }) {
  const { id } = useWorkspace();
  const { can } = useSession();
  const model = request.logical_name ?? request.model;
  if (request.workspace_id !== id) return null;
  return (
    <Group gap={8} mt={16}>
      {can('gateway.guardrails.manage', id) && <MakeGuardrail request={request} workspaceId={id} />}
      {model !== null && can('gateway.models.manage', id) && <MakeRoute model={model} workspaceId={id} />}
    </Group>
  );
}

function MakeGuardrail({ request, workspaceId }: { readonly request: RequestRow; readonly workspaceId: string }) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayRead = useMayReadPayloads();
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    // A request without a stored text makes a guardrail without an example.
    const payload = mayRead ? await client.fetchQuery(payloadQuery(request.id)).catch(() => undefined) : undefined;
    if (payload !== undefined) writeExample(workspaceId, toExample(payload.request, payload.answer));
    const model = request.logical_name ?? request.model;
    // Fields of the form of guardrails; those that are left out have their defaults.
    writeDraft(`guardrails:${workspaceId}:new`, { models: model === null ? null : [model] });
    await navigate({ to: `/w/${workspaceId}/guardrails`, search: { open: 'new' } as never });
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      leftSection={<IconShieldPlus size={16} aria-hidden />}
      onClick={() => void open()}
    >
      {t('make.guardrail')}
    </Button>
  );
}

function MakeRoute({ model, workspaceId }: { readonly model: string; readonly workspaceId: string }) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const open = (): void => {
    const target = { weight: '', timeout_ms: '', requires: '', parallel: UNLIMITED };
    // Fields of the form of virtual models: the model first, and a place for the one that answers in its stead.
    writeDraft(`virtual-models:${workspaceId}:new`, {
      name: t('make.routeName', { model }).slice(0, LONGEST_NAME),
      strategy: 'failover',
      targets: [
        { ...target, model },
        { ...target, model: '' },
      ],
    });
    void navigate({ to: `/w/${workspaceId}/virtual-models`, search: { open: 'new' } as never });
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconRoute size={16} aria-hidden />} onClick={open}>
      {t('make.route')}
    </Button>
  );
}

/** Characters of the name of a model. */
const LONGEST_NAME = 512;
