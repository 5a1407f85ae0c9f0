import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddImageButton, AttachedImageList, useAttachedImages } from '../../ui/attached-images.js';
import { MessageBox } from '../../ui/message-box.js';
import type { ChatMessage } from './lanes.js';

interface Props {
  readonly isRunning: boolean;
  /** Reason for which nothing can be sent now; undefined if it can. */
  readonly obstacle: string | undefined;
  readonly onSay: (content: ChatMessage['content']) => void;
  readonly onStop: () => void;
}

/** Box for the person's message to all lanes. Enter sends, Shift+Enter begins a line. */
export function Composer({ isRunning, obstacle, onSay, onStop }: Props) {
  const { t } = useTranslation('playground');
  const [text, setText] = useState('');
  const { attach, clear, images, remove } = useAttachedImages();
  const canSend = !isRunning && obstacle === undefined && (text.trim() !== '' || images.length > 0);
  const send = () => {
    if (!canSend) return;
    const parts = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
    onSay(parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts]);
    setText('');
    clear();
  };
  return (
    <Stack gap="xs">
      <AttachedImageList images={images} remove={remove} />
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
        <AddImageButton attach={attach} />
      </MessageBox>
    </Stack>
  );
}
