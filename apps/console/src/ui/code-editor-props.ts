export interface CodeEditorProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly language: 'json' | 'yaml';
  readonly label: string;
  readonly readOnly?: boolean;
  /** Problems to mark, by line from 1. */
  readonly problems?: readonly { readonly line: number; readonly message: string }[];
}
