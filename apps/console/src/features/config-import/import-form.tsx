import { Button, Card, FileInput, Group, Select, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfigImport, convertConfig, type ImportSource, SOURCES } from './queries.js';

interface ImportFormProps {
  readonly isBusy: boolean;
  readonly onConvert: (convert: () => Promise<ConfigImport>) => void;
}

/** Asks for a file of another gateway. */
export function ImportForm({ isBusy, onConvert }: ImportFormProps): ReactNode {
  const { t } = useTranslation('import');
  const [source, setSource] = useState<ImportSource>('litellm');
  const [file, setFile] = useState<File | null>(null);
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb={8}>
        {t('upload.title')}
      </Title>
      <Text size="sm" c="dimmed" mb={16}>
        {t('upload.text')}
      </Text>
      <Stack gap={16}>
        <Group gap={16} align="flex-start">
          <Select
            label={t('upload.source')}
            data={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
            value={source}
            allowDeselect={false}
            onChange={(chosen) => setSource(SOURCES.find((name) => name === chosen) ?? 'litellm')}
          />
          <FileInput
            label={t('upload.file')}
            placeholder={t('upload.choose')}
            description={t(`hint.${source}`)}
            accept=".yaml,.yml,.json,application/json,text/yaml"
            value={file}
            onChange={setFile}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            miw={280}
          />
        </Group>
        <Group>
          <Button
            loading={isBusy}
            disabled={file === null}
            onClick={() => file && onConvert(async () => convertConfig(source, await file.text()))}
          >
            {t('upload.convert')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
