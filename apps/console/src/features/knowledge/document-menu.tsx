import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../api/client.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { notify } from '../../ui/notify.js';
import { type RowAction, RowMenu } from '../../ui/row-menu.js';
import { type KnowledgeDocument, useDocumentActions } from './queries.js';

interface DocumentMenuProps {
  readonly baseId: string;
  readonly document: KnowledgeDocument;
  readonly mayChange: boolean;
  readonly onRemove: (document: KnowledgeDocument) => void;
}

/** Actions on a document: those that its state and its source allow. */
export function DocumentMenu({ baseId, document, mayChange, onRemove }: DocumentMenuProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const { id: workspaceId } = useWorkspace();
  const { cancel, refresh, retry } = useDocumentActions(baseId);
  const { id, name, sha256, source_id: source, status } = document;
  const action = (label: string, run: (id: string) => Promise<unknown>): RowAction => ({
    label,
    onClick: () => void run(id).catch((problem: unknown) => notify.failure(problem)),
  });
  const href = `${basePath()}/w/kb/${baseId}/documents/${id}/content?workspace_id=${workspaceId}`;
  const download = sha256 === null ? [] : [{ label: t('download'), file: { href, name } }];
  const changes = [
    status === 'processing'
      ? action(t('cancel'), cancel)
      : action(t(status === 'failed' ? 'retry' : 'readAgain'), retry),
    ...(source?.startsWith('http') ? [action(t('fetchAgain'), refresh)] : []),
    { label: t('delete'), onClick: () => onRemove(document), danger: true },
  ];
  return <RowMenu label={t('actionsOf', { name })} actions={[...download, ...(mayChange ? changes : [])]} />;
}
