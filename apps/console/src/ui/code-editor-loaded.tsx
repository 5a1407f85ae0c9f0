import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { oneDarkHighlightStyle } from '@codemirror/theme-one-dark';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Box, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CodeEditorProps } from './code-editor-props.js';
import { pageNonce } from './nonce.js';

const THEME = EditorView.theme({
  '&': { fontSize: '13px', maxHeight: '560px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', minHeight: '240px', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
});

const colours = (scheme: string) =>
  syntaxHighlighting(scheme === 'dark' ? oneDarkHighlightStyle : defaultHighlightStyle, { fallback: true });

/** CodeMirror. Tab leaves the editor, so that nobody is caught in it. */
export default function CodeEditorLoaded({
  value,
  onChange,
  language,
  label,
  readOnly = false,
  problems,
}: CodeEditorProps): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const highlight = useRef(new Compartment());
  const scheme = useComputedColorScheme('light');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later effects bring it up to date
  useEffect(() => {
    if (holder.current === null) return;
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          lintGutter(),
          language === 'json' ? json() : yaml(),
          highlight.current.of(colours(scheme)),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorState.readOnly.of(readOnly),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current?.(update.state.doc.toString());
          }),
          THEME,
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [language, readOnly, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: highlight.current.reconfigure(colours(scheme)) });
  }, [scheme]);

  useEffect(() => {
    const { current } = view;
    if (current === undefined || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { current } = view;
    if (current === undefined) return;
    const { doc } = current.state;
    const marks = (problems ?? []).map(({ line, message }) => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      return { from, to, message, severity: 'error' as const };
    });
    current.dispatch(setDiagnostics(current.state, marks));
  }, [problems]);

  return <Box ref={holder} style={{ border: '1px solid var(--mantine-color-default-border)', borderRadius: 6 }} />;
}
