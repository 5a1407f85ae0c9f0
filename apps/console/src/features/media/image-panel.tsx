import { Button, Card, Group, Image, NumberInput, Select, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { saveFile } from '../../ui/save-file.js';
import { MediaModel, useMediaModel } from './media-model.js';
import { readImages } from './read-images.js';
import { RunButtons } from './run-buttons.js';
import { useMediaCall } from './use-media-call.js';
import { useObjectUrl } from './use-object-url.js';

const SIZES = ['1024x1024', '1536x1024', '1024x1536'];
const MOST_IMAGES = 4;
const LONGEST_PROMPT = 4_000;

/** A prompt, and the images that a model makes of it. */
export function ImagePanel({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('media');
  const model = useMediaModel();
  const [prompt, setPrompt] = useState('');
  const [size, setSize] = useState<string | null>(null);
  const [count, setCount] = useState<string | number>(1);
  const { failure, isBusy, result, start, stop } = useMediaCall<readonly Blob[]>();
  const run = () => {
    const body = { model, prompt, n: Number(count) || 1, ...(size !== null && { size }), response_format: 'b64_json' };
    void start('/images/generations', { workspaceId, body }, async (answer) => readImages(await answer.json()));
  };
  return (
    <Stack gap={16} maw={860}>
      <MediaModel workspaceId={workspaceId} type="image" />
      <Textarea
        label={t('image.prompt')}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_PROMPT}
        dir="auto"
        value={prompt}
        onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
      />
      <Group gap={16} align="flex-end">
        <Select
          label={t('image.size')}
          placeholder={t('asModel')}
          clearable
          w={220}
          data={SIZES}
          value={size}
          onChange={setSize}
        />
        <NumberInput
          label={t('image.count')}
          w={120}
          min={1}
          max={MOST_IMAGES}
          allowDecimal={false}
          clampBehavior="strict"
          value={count}
          onChange={setCount}
        />
      </Group>
      <RunButtons
        label={t('image.run')}
        isBusy={isBusy}
        isDisabled={model === '' || prompt.trim() === ''}
        onRun={run}
        onStop={stop}
      />
      {failure !== undefined && <FailureNotice failure={failure} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} aria-live="polite">
        {result?.map((blob, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: images of one answer have no other identity
          <Drawn key={index} blob={blob} number={index + 1} prompt={prompt} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface DrawnProps {
  readonly blob: Blob;
  readonly number: number;
  readonly prompt: string;
}

function Drawn({ blob, number, prompt }: DrawnProps): ReactNode {
  const { t } = useTranslation('media');
  const url = useObjectUrl(blob);
  return (
    <Card withBorder p={8}>
      <Image src={url} alt={t('image.of', { number, prompt })} radius="sm" />
      <Button
        mt={8}
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveFile(`image-${number}.${blob.type.split('/')[1] ?? 'png'}`, blob.type, blob)}
      >
        {t('download')}
      </Button>
    </Card>
  );
}
