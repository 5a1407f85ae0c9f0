import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface UnpricedNoticeProps {
  /** Names of the models. */
  readonly names: readonly string[];
  /** Treatment of their requests by the service. */
  readonly unpriced: 'allow' | 'refuse';
  /** The workspace whose page of models the names lead to; undefined where they are declared in gateway.yaml. */
  readonly workspaceId: string | undefined;
}

/** Names models without a price that budgets in dollars do not count, and says what to do. */
export function UnpricedNotice({ names, unpriced, workspaceId }: UnpricedNoticeProps): ReactNode {
  const { t } = useTranslation('unpriced');
  if (names.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('title', { count: names.length })}
      role="note"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <ModelLink name={name} workspaceId={workspaceId} />
          </Fragment>
        ))}
      </Text>
      <Text size="sm" mt={4}>
        {t(unpriced, { count: names.length })}
      </Text>
    </Alert>
  );
}

function ModelLink({
  name,
  workspaceId,
}: {
  readonly name: string;
  readonly workspaceId: string | undefined;
}): ReactNode {
  if (workspaceId === undefined)
    return (
      <Text span inherit fw={500} dir="auto">
        {name}
      </Text>
    );
  return (
    <Anchor
      component={Link}
      c="inherit"
      underline="always"
      inherit
      dir="auto"
      {...({ to: `/w/${workspaceId}/models`, search: { q: name } } as object)}
    >
      {name}
    </Anchor>
  );
}
