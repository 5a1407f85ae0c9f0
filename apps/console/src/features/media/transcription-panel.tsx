import { FileInput, Group, Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MediaModel, useMediaModel } from './media-model.js';
import { RecordButton } from './record-button.js';
import { RunButtons } from './run-buttons.js';
import { useMediaCall } from './use-media-call.js';

const FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'];

/** A recording, and the text that a model hears in it. */
export function TranscriptionPanel({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('media');
  const model = useMediaModel();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState('json');
  const { failure, isBusy, result, start, stop } = useMediaCall<string>();
  const run = (chosen: File) => {
    const body = new FormData();
    // Files last, so that the upload goes on while it arrives.
    body.set('model', model);
    body.set('response_format', format);
    body.set('file', chosen);
    void start('/audio/transcriptions', { workspaceId, body }, readTranscript);
  };
  return (
    <Stack gap={16} maw={860}>
      <MediaModel workspaceId={workspaceId} type="transcription" />
      <Group gap={16} align="flex-end">
        <FileInput
          label={t('transcription.file')}
          placeholder={t('transcription.choose')}
          required
          accept="audio/*,video/mp4,video/webm"
          clearable
          clearButtonProps={{ 'aria-label': t('transcription.clear') }}
          w={320}
          maw="100%"
          value={file}
          onChange={setFile}
        />
        <RecordButton onRecorded={setFile} />
        <Select
          label={t('transcription.format')}
          w={160}
          allowDeselect={false}
          data={FORMATS}
          value={format}
          onChange={(next) => setFormat(next ?? 'json')}
        />
      </Group>
      <RunButtons
        label={t('transcription.run')}
        isBusy={isBusy}
        isDisabled={model === '' || file === null}
        onRun={() => file && run(file)}
        onStop={stop}
      />
      {failure !== undefined && <FailureNotice failure={failure} />}
      {result !== undefined && <CodeText label={t('transcription.result')} text={result} />}
    </Stack>
  );
}

/** Reads an answer as text; JSON on lines of its own. */
async function readTranscript(answer: Response): Promise<string> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
