import { FreeObjectField, ObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const MODEL = '`builtin`, or an embedding model of the catalog. Default: `knowledge.embedding_model`, or `builtin`.';

export class CreateKnowledgeBaseDto {
  @TextField({ description: 'Shown in lists.', example: 'handbook' })
  name!: string;

  @TextField({ optional: true, max: 512, description: MODEL, example: 'builtin' })
  embedding_model?: string;
}

export class UpdateKnowledgeBaseDto {
  @TextField({ optional: true, description: 'Shown in lists.' })
  name?: string;

  @TextField({
    optional: true,
    max: 512,
    description: 'The model that documents are embedded with again. It is used when all of them are.',
  })
  embedding_model?: string;
}

export class ListDocumentsQuery extends ListQuery {
  @ChoiceField(['processing', 'ready', 'failed'], { optional: true, description: 'Only documents of this status.' })
  status?: 'processing' | 'ready' | 'failed';

  @TextField({ optional: true, max: 2048, description: 'Only documents from this source.' })
  source_id?: string;
}

class RerankDto {
  @TextField({ max: 512, description: 'A rerank model, by any of its names.' })
  model!: string;
}

export class KnowledgeQueryDto {
  @TextField({ max: 8000, multiline: true, description: 'What is looked for.', example: 'When did the bridge open?' })
  query!: string;

  @CountField({ optional: true, min: 1, max: 100, description: 'Maximum number of results. Default: 5.' })
  top_k?: number;

  @ChoiceField(['hybrid', 'vector', 'lexical'], { optional: true, description: 'Default: `hybrid`.' })
  mode?: string;

  @FreeObjectField({
    optional: true,
    description: 'A condition on the metadata of chunks (docs/contract/knowledge.md#filters).',
    example: { type: 'eq', key: 'source', value: 'plan.pdf' },
  })
  filter?: object;

  @ObjectField(() => RerankDto, { optional: true, description: 'Orders the results with a rerank model.' })
  rerank?: RerankDto;

  @FlagField({ optional: true, description: 'Whether each result says how it was scored. Default: false.' })
  explain?: boolean;
}

const KB_IDS = 'Knowledge bases of the workspace.';
const TEAM_IDS = 'Teams whose callers see the set. Empty: everyone in the workspace.';
const IDS = { min: 36, max: 36 };

class DocsetFields {
  @TextField({ optional: true, nullable: true, min: 0, max: 2000, multiline: true, description: 'For people.' })
  description?: string | null;

  @TextListField({ optional: true, maxItems: 200, items: IDS, description: KB_IDS })
  kb_ids?: string[];

  @TextListField({ optional: true, maxItems: 1000, items: IDS, description: TEAM_IDS })
  team_ids?: string[];
}

export class CreateDocsetDto extends DocsetFields {
  @TextField({ description: 'Shown in lists.', example: 'Everything about bridges' })
  name!: string;
}

/** Changes to a document set. Omitted fields keep their value, so that nothing is opened to others by accident. */
export class UpdateDocsetDto extends DocsetFields {
  @TextField({ optional: true, description: 'Shown in lists.' })
  name?: string;
}
