import { ActionIcon, FileButton, Group, Tooltip } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './attached-images.module.css';
import { notify } from './notify.js';

const MOST_IMAGES = 4;
const MOST_BYTES = 5 * 1024 * 1024;

interface AttachedImages {
  /** Data URLs. */
  readonly images: readonly string[];
  readonly attach: (files: readonly File[]) => Promise<void>;
  readonly remove: (url: string) => void;
  readonly clear: () => void;
}

/** The images that a person adds to a message. */
export function useAttachedImages(): AttachedImages {
  const { t } = useTranslation('common');
  const [images, setImages] = useState<readonly string[]>([]);
  return {
    images,
    async attach(files) {
      const small = files.filter(({ size }) => size <= MOST_BYTES);
      if (small.length < files.length) notify.problem(t('image.tooLarge'));
      const urls = await Promise.all(small.map(readAsUrl));
      setImages((before) => [...new Set([...before, ...urls])].slice(0, MOST_IMAGES));
    },
    remove: (url) => setImages((before) => before.filter((each) => each !== url)),
    clear: () => setImages([]),
  };
}

/** Shows them above the message. */
export function AttachedImageList({ images, remove }: Pick<AttachedImages, 'images' | 'remove'>): ReactNode {
  const { t } = useTranslation('common');
  if (images.length === 0) return null;
  return (
    <Group gap="xs" mb={8}>
      {images.map((url) => (
        <div key={url} className={classes.attached}>
          <img src={url} alt={t('image.attached')} />
          <ActionIcon
            size="sm"
            variant="filled"
            color="dark"
            aria-label={t('image.remove')}
            onClick={() => remove(url)}
          >
            <IconX size={12} />
          </ActionIcon>
        </div>
      ))}
    </Group>
  );
}

/** Chooses files beside the message. */
export function AddImageButton({ attach }: Pick<AttachedImages, 'attach'>): ReactNode {
  const { t } = useTranslation('common');
  return (
    <FileButton multiple accept="image/png,image/jpeg,image/webp,image/gif" onChange={(files) => void attach(files)}>
      {(props) => (
        <Tooltip label={t('image.add')}>
          <ActionIcon {...props} variant="default" size="lg" aria-label={t('image.add')}>
            <IconPhoto size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}

/** A file, or bytes of an answer, as a data URL. */
export function readAsUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
