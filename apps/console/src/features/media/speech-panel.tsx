import { Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { saveFile } from '../../ui/save-file.js';
import { MediaModel, useMediaModel } from './media-model.js';
import { RunButtons } from './run-buttons.js';
import { useMediaCall } from './use-media-call.js';
import { useObjectUrl } from './use-object-url.js';

const FORMATS = ['wav', 'mp3', 'opus', 'aac', 'flac'];
const LONGEST_TEXT = 4_096;

/** A text, and the sound that a model makes of it. */
export function SpeechPanel({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('media');
  const model = useMediaModel();
  const [text, setText] = useState('');
  const [voice, setVoice] = useState('alloy');
  const [format, setFormat] = useState('wav');
  const { failure, isBusy, result, start, stop } = useMediaCall<Blob>();
  const url = useObjectUrl(result);
  const run = () => {
    const body = { model, input: text, voice, response_format: format };
    void start('/audio/speech', { workspaceId, body }, (answer) => answer.blob());
  };
  return (
    <Stack gap={16} maw={860}>
      <MediaModel workspaceId={workspaceId} type="speech" />
      <Textarea
        label={t('speech.text')}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_TEXT}
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap={16} align="flex-end">
        <TextInput
          label={t('speech.voice')}
          required
          w={200}
          maxLength={200}
          value={voice}
          onChange={({ currentTarget }) => setVoice(currentTarget.value)}
        />
        <Select
          label={t('speech.format')}
          w={120}
          allowDeselect={false}
          data={FORMATS}
          value={format}
          onChange={(next) => setFormat(next ?? 'wav')}
        />
      </Group>
      <RunButtons
        label={t('speech.run')}
        isBusy={isBusy}
        isDisabled={model === '' || text.trim() === '' || voice.trim() === ''}
        onRun={run}
        onStop={stop}
      />
      {failure !== undefined && <FailureNotice failure={failure} />}
      {result && url && (
        <Group gap={16}>
          {/* biome-ignore lint/a11y/useMediaCaption: what is said is the text above */}
          <audio controls src={url} aria-label={t('speech.result')} />
          <ActionButton icon={IconDownload} onClick={() => saveFile(`speech.${format}`, result.type, result)}>
            {t('download')}
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}
