import type { ReactNode } from 'react';
import { IdText } from './id-text.js';

interface NameTextProps {
  readonly id: string;
  /** Null where it may not be seen. */
  readonly name: string | null;
}

/** The name of what a row refers to, which came with the row; its id where the name may not be seen. */
export function NameText({ id, name }: NameTextProps): ReactNode {
  return name === null ? <IdText id={id} /> : <span dir="auto">{name}</span>;
}
