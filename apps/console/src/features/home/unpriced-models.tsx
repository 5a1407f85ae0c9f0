import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnpricedNotice } from '../../ui/unpriced-notice.js';
import { useUnpricedModels } from './queries.js';

/** Models without a price that keys of the workspace with a budget in dollars may use; nothing if there are none. */
export function UnpricedModels({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { data } = useUnpricedModels(workspaceId);
  if (data === undefined || data.names.length === 0) return null;
  return (
    <Box mb="md">
      <UnpricedNotice {...data} workspaceId={workspaceId} />
    </Box>
  );
}
