import type { ReactNode } from 'react';
import { type NamedKind, NameOf } from './name-of.js';

const KINDS: Readonly<Record<string, NamedKind>> = {
  workspace: 'workspace',
  team: 'team',
  service_account: 'account',
  user: 'user',
  api_key: 'key',
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ScopedNameProps {
  /** Dimension of requests, such as `customer`. */
  readonly dimension: string;
  /** The one of it: an id, or a name. */
  readonly part: string;
  readonly workspaceId: string | undefined;
}

/** One of a dimension of requests, by its name. Teams and keys of gateway.yaml have names instead of ids. */
export function ScopedName({ dimension, part, workspaceId }: ScopedNameProps): ReactNode {
  const kind = KINDS[dimension];
  if (kind === undefined || !ID.test(part)) return <span dir="auto">{part}</span>;
  return <NameOf kind={kind} id={part} workspaceId={workspaceId} />;
}
