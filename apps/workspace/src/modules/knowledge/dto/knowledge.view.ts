import type { DocsetAnswer, DocumentAnswer, KnowledgeBaseAnswer } from '@multilane/knowledge-bases';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';

const CREATED = 'When the resource was created.';

/** A knowledge base as the API shows it. */
export class KnowledgeBaseView implements KnowledgeBaseAnswer {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Shown in lists.' })
  name!: string;

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'The model whose embeddings queries use.' })
  embedding_model!: string;

  @CountField({ nullable: true, description: 'Numbers of an embedding. Null until a document is embedded.' })
  dimensions!: number | null;

  @CountField({ description: 'Number of documents.' })
  document_count!: number;

  @CountField({ description: 'Number of chunks of the documents that are ready.' })
  chunk_count!: number;

  @TextField({ nullable: true, description: 'The model that documents are being embedded with, to replace the other.' })
  next_embedding_model!: string | null;

  @TimeField({ description: CREATED })
  created_at!: string;

  @TimeField({ description: 'When its name or model was last changed.' })
  updated_at!: string;
}

class DocumentProgressView {
  @ChoiceField(['fetch', 'parse', 'chunk', 'embed'], {
    nullable: true,
    description: 'What is done now. Null: it waits.',
  })
  step!: 'fetch' | 'parse' | 'chunk' | 'embed' | null;

  @CountField({ description: 'Number of chunks that are embedded and stored.' })
  embedded_chunks!: number;
}

/** A document as the API shows it. */
export class DocumentView implements DocumentAnswer {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @IdField({ description: 'The knowledge base.' })
  kb_id!: string;

  @TextField({ description: 'The name of the file.' })
  name!: string;

  @TextField({ nullable: true, description: 'The media type, as it was sent.' })
  content_type!: string | null;

  @CountField({ description: 'Size of the file.' })
  bytes!: number;

  @TextField({
    nullable: true,
    description: 'SHA-256 of the bytes, in hexadecimal. Null until an address was fetched.',
  })
  sha256!: string | null;

  @CountField({ description: 'Number of chunks.' })
  chunk_count!: number;

  @ChoiceField(['processing', 'ready', 'failed'], { description: '`failed`: see `error`.' })
  status!: 'processing' | 'ready' | 'failed';

  @TextField({ nullable: true, description: 'Why it failed, and what to do.' })
  error!: string | null;

  @TextField({ nullable: true, description: 'The same as a code (docs/contract/knowledge.md#parsing).' })
  error_code!: string | null;

  @TextField({ nullable: true, description: 'Where it came from: an address, or what its uploader called it.' })
  source_id!: string | null;

  @FreeObjectField({ description: 'What its uploader noted of it.' })
  metadata!: Readonly<Record<string, unknown>>;

  @ObjectField(() => DocumentProgressView, { nullable: true, description: 'Null unless it is processing.' })
  progress!: DocumentProgressView | null;

  @CountField({
    nullable: true,
    description: 'After how many hours its address is fetched again. Null: only on request.',
  })
  refresh_every_hours!: number | null;

  @TimeField({ nullable: true, description: 'When its address is fetched again. Null: only on request.' })
  next_refresh_at!: string | null;

  @TimeField({ description: CREATED })
  created_at!: string;

  @TimeField({ description: 'When it changed last.' })
  updated_at!: string;
}

/** A document set as the API shows it. */
export class DocsetView implements DocsetAnswer {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Shown in lists.' })
  name!: string;

  @TextField({ nullable: true, description: 'For people.' })
  description!: string | null;

  @TextListField({ description: 'Knowledge bases of the workspace.' })
  kb_ids!: readonly string[];

  @TextListField({ description: 'Teams whose callers see the set. Empty: everyone in the workspace.' })
  team_ids!: readonly string[];

  @TimeField({ description: CREATED })
  created_at!: string;

  @TimeField({ description: 'When it changed last.' })
  updated_at!: string;
}

export class DeletedView {
  @IdField({ description: 'What was deleted.' })
  id!: string;

  @FlagField({ description: 'Always true.' })
  deleted!: true;
}

class QueryResultView {
  @TextField({ description: 'The text of the chunk.' })
  content!: string;

  @AmountField({ description: 'How well it fits (docs/contract/knowledge.md#search).' })
  score!: number;

  @IdField({ description: 'The document.' })
  document_id!: string;

  @FreeObjectField({ description: '`source`, `chunk_index`, and more.' })
  metadata!: Readonly<Record<string, unknown>>;

  @FreeObjectField({ optional: true, description: 'How it was scored, if asked for.' })
  explanation?: object;
}

export class QueryResultsView {
  @ObjectListField(() => QueryResultView, { description: 'Best first.' })
  results!: QueryResultView[];
}
