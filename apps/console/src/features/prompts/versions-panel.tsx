import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeOpened } from '../../api/conversations/opened-conversation.js';
import { diffLines } from './diff-lines.js';
import { latestOf, type Prompt, type PromptVersion, writeVersion } from './prompt-values.js';
import classes from './versions-panel.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** A version of a prompt, compared with another one if so chosen, and its way into the playground. */
export function VersionsPanel({
  prompt,
  workspaceId,
}: {
  readonly prompt: Prompt;
  readonly workspaceId: string;
}): ReactNode {
  const { t } = useTranslation('prompts');
  const latest = latestOf(prompt)?.version;
  const [shown, setShown] = useState<string>();
  const [base, setBase] = useState<string | null>(null);
  const find = (number: string | null | undefined): PromptVersion | undefined =>
    prompt.versions.find(({ version }) => String(version) === number);
  const version = find(shown ?? String(latest)) ?? latestOf(prompt);
  if (version === undefined) return t('noVersions');
  const numbers = prompt.versions.map((each) => ({
    value: String(each.version),
    label: each.comment === undefined ? t('version', { version: each.version }) : `${each.version} · ${each.comment}`,
  }));
  const before = find(base);
  const text = writeVersion(version);
  return (
    <Stack gap={12}>
      <Group grow align="end">
        <Select
          label={t('field.version')}
          data={numbers.toReversed()}
          value={String(version.version)}
          allowDeselect={false}
          onChange={(next) => setShown(next ?? undefined)}
        />
        <Select
          label={t('field.compare')}
          placeholder={t('nothing')}
          data={numbers.toReversed().filter(({ value }) => value !== String(version.version))}
          value={base}
          clearable
          onChange={setBase}
        />
      </Group>
      {version.comment !== undefined && <Text size="sm">{version.comment}</Text>}
      <Lines before={before === undefined ? text : writeVersion(before)} after={text} />
      <OpenInPlayground version={version} workspaceId={workspaceId} />
    </Stack>
  );
}

function Lines({ after, before }: { readonly before: string; readonly after: string }): ReactNode {
  const { t } = useTranslation('prompts');
  return (
    // A long text is scrolled, also with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need focus
    <section className={classes.lines} tabIndex={0} aria-label={t('field.content')} dir="auto">
      {diffLines(before, after).map(({ key, kind, text }) => (
        <div key={key} data-kind={kind}>
          <span aria-hidden>{SIGNS[kind]} </span>
          {kind === 'removed' && <del>{text}</del>}
          {kind === 'added' && <ins>{text}</ins>}
          {kind === 'same' && text}
        </div>
      ))}
    </section>
  );
}

interface OpenProps {
  readonly version: PromptVersion;
  readonly workspaceId: string;
}

/** Hands the messages to the playground, with the defaults of the variables in their places. */
function OpenInPlayground({ version, workspaceId }: OpenProps): ReactNode {
  const { t } = useTranslation('prompts');
  const navigate = useNavigate();
  const open = (): void => {
    const filled = fillDefaults(version);
    const system = filled.filter(({ role }) => role === 'system').map(({ content }) => content);
    const messages = filled.filter(({ role }) => role !== 'system') as {
      role: 'user' | 'assistant';
      content: string;
    }[];
    writeOpened(workspaceId, { system: system.join('\n\n'), messages });
    const search = version.model === undefined ? {} : { models: [version.model] };
    void navigate({ to: `/w/${workspaceId}/playground`, search: search as never });
  };
  return (
    <Group>
      <Button size="xs" variant="default" leftSection={<IconMessages size={16} aria-hidden />} onClick={open}>
        {t('action.playground')}
      </Button>
    </Group>
  );
}

function fillDefaults({ messages, variables = [] }: PromptVersion): PromptVersion['messages'] {
  const usual = new Map(variables.map((variable) => [variable.name, variable.default as unknown]));
  return messages.map(({ content, role }) => ({
    role,
    content: content.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
      const value = usual.get(name);
      return value === undefined || value === null ? place : String(value);
    }),
  }));
}
