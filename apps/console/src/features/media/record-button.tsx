import { Button } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/notify.js';

/** Records with the microphone, where the browser gives it: over https and on this machine. */
export function RecordButton({ onRecorded }: { readonly onRecorded: (file: File) => void }): ReactNode {
  const { t } = useTranslation('media');
  const [recorder, setRecorder] = useState<MediaRecorder>();
  const current = useRef<MediaRecorder>(undefined);
  current.current = recorder;
  useEffect(() => () => endOf(current.current), []);
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined') return null;
  const begin = async (): Promise<void> => {
    try {
      const made = new MediaRecorder(await navigator.mediaDevices.getUserMedia({ audio: true }));
      const parts: Blob[] = [];
      made.addEventListener('dataavailable', ({ data }) => parts.push(data));
      made.addEventListener('stop', () => {
        const type = made.mimeType.split(';')[0] ?? '';
        // A recording that is stopped at once has not even the head of a file.
        if (parts.every(({ size }) => size === 0)) notify.problem(t('transcription.nothingRecorded'));
        else onRecorded(new File(parts, `recording.${type.split('/')[1] ?? 'webm'}`, { type }));
      });
      made.start();
      setRecorder(made);
    } catch {
      notify.problem(t('transcription.noMicrophone'));
    }
  };
  const end = (): void => {
    endOf(recorder);
    setRecorder(undefined);
  };
  return recorder === undefined ? (
    <Button variant="default" leftSection={<IconMicrophone size={16} aria-hidden />} onClick={() => void begin()}>
      {t('transcription.record')}
    </Button>
  ) : (
    <Button color="red" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={end}>
      {t('transcription.stopRecording')}
    </Button>
  );
}

/** The browser shows the microphone in use until its tracks end. */
function endOf(recorder: MediaRecorder | undefined): void {
  if (recorder === undefined || recorder.state === 'inactive') return;
  recorder.stop();
  for (const track of recorder.stream.getTracks()) track.stop();
}
