import { Group, SegmentedControl, Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { late } from '../../ui/late.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { useRequests, useSeesOthers } from './queries.js';
import type { RequestSearch } from './request-search.js';

/** The table with its filters and tools, which are much code: loaded once the heading is there, so that they take no bandwidth from it. */
const RequestsList = late(
  () => import('./requests-list.js').then((code) => code.RequestsList),
  () => <Skeleton h={320} />,
);

const CaptureButton = late(
  () => import('./payload-capture.js').then((code) => code.CaptureButton),
  () => null,
);

/** The requests of a workspace, or of the organization: filtered by the URL, followed live, opened in a drawer. */
export default function RequestsPage() {
  const { t } = useTranslation('requests');
  const { id: workspaceId } = useWorkspace();
  const mayAskEverywhere = useSession().can('gateway.audit.read');
  const seesOthers = useSeesOthers();
  const [search, change] = useUrlSearch<RequestSearch>();
  const [isLive, setLive] = useState(false);
  const list = useRequests(search, workspaceId, isLive);
  return (
    <Page
      title={t('title')}
      description={t(seesOthers ? 'description' : 'descriptionOwn')}
      actions={
        <Group gap="sm">
          <CaptureButton workspaceId={workspaceId} />
          {mayAskEverywhere && (
            <SegmentedControl
              size="xs"
              aria-label={t('scope.label')}
              value={search.scope === 'organization' ? 'organization' : 'workspace'}
              onChange={(scope) => change({ scope: scope === 'organization' ? scope : undefined })}
              data={['workspace', 'organization'].map((value) => ({ value, label: t(`scope.${value}`) }))}
            />
          )}
          <Switch
            size="sm"
            label={t('live')}
            checked={isLive}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
        </Group>
      }
    >
      <RequestsList list={list} search={search} onChange={change} workspaceId={workspaceId} isLive={isLive} />
    </Page>
  );
}
