import { Alert, Text } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Imported } from '../queries.js';

interface ImportedNoticeProps {
  readonly imported: Imported;
  readonly onClose: () => void;
}

const REASONS = ['no_payload', 'truncated', 'duplicate', 'unsupported'] as const;

/** Result of an import: the number of requests that became cases, and the reasons of the others. */
export function ImportedNotice({ imported, onClose }: ImportedNoticeProps): ReactNode {
  const { t } = useTranslation(['evals', 'common']);
  const { skipped, version } = imported;
  const reasons = REASONS.filter((reason) => skipped[reason] > 0).map((reason) =>
    t(`import.skipped.${reason}`, { count: skipped[reason] }),
  );
  return (
    <Alert
      variant="light"
      role="status"
      mb="md"
      icon={<IconDatabaseImport size={18} aria-hidden />}
      title={t('import.done', { count: imported.imported, version: version.version })}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      {reasons.length > 0 && <Text size="sm">{t('import.left', { reasons: reasons.join(', ') })}</Text>}
    </Alert>
  );
}
