import { FileInput, Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SOURCE_NAMES, type UsageSource } from './queries.js';

export interface SourceFilesProps {
  readonly sources: readonly UsageSource[];
  readonly source: UsageSource;
  readonly files: readonly File[];
  readonly filesLabel: string;
  readonly onSource: (source: UsageSource) => void;
  readonly onFiles: (files: File[]) => void;
}

/** Asks for files of a source. */
export function SourceFiles({ files, filesLabel, onFiles, onSource, source, sources }: SourceFilesProps): ReactNode {
  const { t } = useTranslation('usage-imports');
  return (
    <Group gap={16} align="flex-start">
      <Select
        label={t('source.label')}
        data={sources.map((value) => ({ value, label: SOURCE_NAMES[value] }))}
        value={source}
        allowDeselect={false}
        onChange={(chosen) => onSource(sources.find((name) => name === chosen) ?? source)}
      />
      <FileInput
        multiple
        label={filesLabel}
        placeholder={t('choose')}
        description={t(`hint.${source}`)}
        accept=".csv,.json,.jsonl,text/csv,application/json"
        value={[...files]}
        onChange={onFiles}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        miw={320}
      />
    </Group>
  );
}
