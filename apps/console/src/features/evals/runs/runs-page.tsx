import { Button } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { EvalsFrame } from '../evals-frame.js';
import { RunsTable } from './runs-table.js';

/** The runs of every suite. */
export default function RunsPage(): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const linkTo = (to: string): object => ({ to, params: { workspace } });
  return (
    <EvalsFrame
      tab="runs"
      actions={
        <Button
          variant="default"
          leftSection={<IconColumns2 size={16} aria-hidden />}
          component={Link}
          {...linkTo('/w/$workspace/evals/compare')}
        >
          {t('action.compareRuns')}
        </Button>
      }
    >
      <RunsTable
        empty={{
          sentence: t('noRuns'),
          action: (
            <Button variant="default" component={Link} {...linkTo('/w/$workspace/evals/suites')}>
              {t('action.openSuites')}
            </Button>
          ),
        }}
      />
    </EvalsFrame>
  );
}
