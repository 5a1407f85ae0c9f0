import { Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../code-editor.js';
import { Lanes } from '../lanes.js';
import { sentenceOf } from './problem-of.js';
import classes from './route-editor.module.css';
import { findLine } from './route-text.js';
import { toDrawing } from './route-values.js';
import type { useRouteDraft } from './use-route-draft.js';

interface RouteTextViewProps {
  readonly draft: ReturnType<typeof useRouteDraft>;
  /** Beside the text. */
  readonly side: ReactNode;
}

/** A route as text, with what is wrong by line, and its lanes below. */
export function RouteTextView({ draft, side }: RouteTextViewProps): ReactNode {
  const { t } = useTranslation(['routing', 'problems']);
  const { body, language, problems, refusal, text, type } = draft;
  const shown = useMemo(() => {
    if (refusal !== undefined) {
      const { key, values } = sentenceOf(refusal.problem);
      return [{ line: findLine(text, refusal.param), message: t(key, values) }];
    }
    return problems.map(({ kind, line }) => ({
      line,
      message: kind === 'mapping' ? t('problem.mapping') : t([`problem.syntax.${kind}`, 'problem.syntax.other']),
    }));
  }, [problems, refusal, t, text]);
  return (
    <div className={classes.columns}>
      <Stack gap={8} style={{ minWidth: 0 }}>
        <CodeEditor
          key={language}
          value={text}
          onChange={type}
          language={language}
          label={t('editor')}
          problems={shown}
        />
        <div aria-live="polite">
          {shown.map(({ line, message }) => (
            <Text key={`${line}:${message}`} size="sm" c="var(--mantine-color-error)">
              {t('problem.line', { line })} {message}
            </Text>
          ))}
        </div>
        <Text size="sm" fw={600}>
          {t('lanes.label')}
        </Text>
        {body === undefined ? (
          <Text size="sm" c="dimmed">
            {t('lanes.unreadable')}
          </Text>
        ) : (
          <Lanes {...toDrawing(body)} />
        )}
      </Stack>
      {side}
    </div>
  );
}
