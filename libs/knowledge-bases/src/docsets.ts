import type { DocsetValues, PageRequest } from '@multilane/persistence';
import { inCallerTerms, notFound } from './explain-error.js';
import type { KnowledgeServices } from './knowledge-bases.js';
import type { KnowledgeCaller } from './knowledge-caller.js';
import { type DeletedAnswer, type DocsetAnswer, type ListAnswer, showDocset, showPage } from './views.js';

/** Members of a document set, as they are sent. Fields that are left out of a change stay as they were. */
export interface SentDocset {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly kb_ids?: readonly string[] | undefined;
  readonly team_ids?: readonly string[] | undefined;
}

/** Document sets (docs/contract/knowledge.md#document-sets). One for other teams is not found. */
export class Docsets {
  constructor(private readonly services: KnowledgeServices) {}

  async create({ actor, place }: KnowledgeCaller, sent: SentDocset & { readonly name: string }): Promise<DocsetAnswer> {
    const { description = null, kb_ids: kbIds = [], name, team_ids: teamIds = [] } = sent;
    const values = { name, description, kbIds, teamIds };
    return inCallerTerms(async () =>
      showDocset(await this.services.database.change(actor, ({ docsets }) => docsets.create(place, values))),
    );
  }

  async list({ place, viewer }: KnowledgeCaller, page: PageRequest): Promise<ListAnswer<DocsetAnswer>> {
    const { docsets } = this.services.database;
    return inCallerTerms(async () => showPage(await docsets.listPage(place, viewer, page), showDocset));
  }

  async find({ place, viewer }: KnowledgeCaller, id: string): Promise<DocsetAnswer> {
    const docset = await inCallerTerms(() => this.services.database.docsets.find(place, viewer, id));
    if (docset === undefined) throw notFound('document set');
    return showDocset(docset);
  }

  async update({ actor, place, viewer }: KnowledgeCaller, id: string, sent: SentDocset): Promise<DocsetAnswer> {
    const changes: Partial<DocsetValues> = {
      ...(sent.name !== undefined && { name: sent.name }),
      ...(sent.description !== undefined && { description: sent.description }),
      ...(sent.kb_ids !== undefined && { kbIds: sent.kb_ids }),
      ...(sent.team_ids !== undefined && { teamIds: sent.team_ids }),
    };
    return inCallerTerms(async () =>
      showDocset(
        await this.services.database.change(actor, ({ docsets }) => docsets.update(place, viewer, id, changes)),
      ),
    );
  }

  async remove({ actor, place, viewer }: KnowledgeCaller, id: string): Promise<DeletedAnswer> {
    await inCallerTerms(() => this.services.database.change(actor, ({ docsets }) => docsets.remove(place, viewer, id)));
    return { id, deleted: true };
  }
}
