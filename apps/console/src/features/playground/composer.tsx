import { ActionIcon, FileButton, Group, Stack, Tooltip } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageBox } from '../../ui/message-box.js';
import { notify } from '../../ui/notify.js';
import type { ChatMessage } from './lanes.js';
import classes from './playground.module.css';

interface Props {
  readonly isRunning: boolean;
  /** Why nothing can be sent now; undefined if it can. */
  readonly obstacle: string | undefined;
  readonly onSay: (content: ChatMessage['content']) => void;
  readonly onStop: () => void;
}

const MOST_IMAGES = 4;
const MOST_BYTES = 5 * 1024 * 1024;

/** What the person says to all lanes. Enter sends, Shift+Enter begins a line. */
export function Composer({ isRunning, obstacle, onSay, onStop }: Props) {
  const { t } = useTranslation('playground');
  const [text, setText] = useState('');
  const [images, setImages] = useState<readonly string[]>([]);
  const canSend = !isRunning && obstacle === undefined && (text.trim() !== '' || images.length > 0);
  const send = () => {
    if (!canSend) return;
    const parts = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
    onSay(parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts]);
    setText('');
    setImages([]);
  };
  const attach = async (files: File[]) => {
    const small = files.filter(({ size }) => size <= MOST_BYTES);
    if (small.length < files.length) notify.failure(new Error(t('imageTooLarge')));
    const urls = await Promise.all(small.map(readAsUrl));
    setImages((before) => [...before, ...urls].slice(0, MOST_IMAGES));
  };
  return (
    <Stack gap="xs">
      {images.length > 0 && (
        <Group gap="xs">
          {images.map((url, index) => (
            <div key={url} className={classes.attached}>
              <img src={url} alt={t('attached')} />
              <ActionIcon
                size="sm"
                variant="filled"
                color="dark"
                aria-label={t('removeImage')}
                onClick={() => setImages(images.filter((_, position) => position !== index))}
              >
                <IconX size={12} />
              </ActionIcon>
            </div>
          ))}
        </Group>
      )}
      <MessageBox
        text={text}
        onText={setText}
        texts={{ label: t('message'), hint: t('messageHint'), send: t('send'), stop: t('stop') }}
        description={obstacle}
        canSend={canSend}
        isRunning={isRunning}
        onSend={send}
        onStop={onStop}
      >
        <FileButton
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(files) => void attach(files)}
        >
          {(props) => (
            <Tooltip label={t('addImage')}>
              <ActionIcon {...props} variant="default" size="lg" aria-label={t('addImage')}>
                <IconPhoto size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
      </MessageBox>
    </Stack>
  );
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
