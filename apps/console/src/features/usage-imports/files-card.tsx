import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../ui/failure-notice.js';
import type { Trial } from '../../ui/use-trial.js';
import { SourceFiles, type SourceFilesProps } from './source-files.js';

interface FilesCardProps extends SourceFilesProps, Pick<Trial<unknown>, 'failure' | 'isBusy'> {
  readonly title: string;
  readonly text: string;
  /** Further fields below the files. */
  readonly fields?: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
  /** What came of the last action. */
  readonly children: ReactNode;
}

/** Card in which files of a source are chosen and something is done with them. */
export function FilesCard(props: FilesCardProps): ReactNode {
  const { action, children, failure, fields, isBusy, onAction, text, title, ...chosen } = props;
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb={8}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb={16}>
        {text}
      </Text>
      <Stack gap={16}>
        <SourceFiles {...chosen} />
        {fields}
        <Group>
          <Button variant="default" loading={isBusy} disabled={chosen.files.length === 0} onClick={onAction}>
            {action}
          </Button>
        </Group>
        {failure !== undefined && <FailureNotice failure={failure} />}
        {children}
      </Stack>
    </Card>
  );
}
