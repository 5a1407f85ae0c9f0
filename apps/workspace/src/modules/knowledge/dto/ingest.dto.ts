import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';

/** Options for reading the pages of a feed or a sitemap. */
export class PagesDto {
  @CountField({ optional: true, min: 1, max: 500, description: 'Maximum number of pages. Default: 50.' })
  max?: number;

  @FlagField({ optional: true, description: 'Whether pages of other hosts are read too. Default: false.' })
  other_hosts?: boolean;

  @FlagField({
    optional: true,
    description:
      'Whether the sound or video that is attached to an item of a feed, as in podcasts, is read instead of its page. Default: false.',
  })
  enclosures?: boolean;
}

export class IngestUrlDto {
  @IdField({ description: 'The knowledge base.' })
  kb_id!: string;

  @TextField({
    max: 2048,
    description: 'The address of a page, a PDF or another document.',
    example: 'https://example.com/plan',
  })
  url!: string;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: 8_760,
    description:
      'After how many hours it is fetched again. Null: only on request. Default: null, and for an address that was ingested before, what it was.',
  })
  refresh_every_hours?: number | null;

  @ObjectField(() => PagesDto, {
    optional: true,
    description: 'The address is a feed or a sitemap: each page that it names becomes a document.',
  })
  pages?: PagesDto;
}

/** Result of an ingest. */
export class IngestedView {
  @IdField({ description: 'The document.' })
  id!: string;

  @IdField({ description: 'The knowledge base.' })
  kb_id!: string;

  @TextField({ description: 'The name of the document.' })
  name!: string;

  @CountField({ description: 'Number of chunks.' })
  chunk_count!: number;

  @TextField({ nullable: true, description: 'SHA-256 of the bytes, in hexadecimal.' })
  sha256!: string | null;

  @TextField({ nullable: true, description: 'The address.' })
  source_id!: string | null;
}

class IngestedPageView {
  @IdField({ description: 'The document.' })
  id!: string;

  @TextField({ description: 'The address of the page.' })
  source_id!: string;

  @ChoiceField(['processing', 'ready', 'failed'], { description: '`ready` if it was there already.' })
  status!: 'processing' | 'ready' | 'failed';
}

/** The pages of a feed or a sitemap. */
export class IngestedPagesView {
  @IdField({ description: 'The knowledge base.' })
  kb_id!: string;

  @TextField({ description: 'The address of the list.' })
  url!: string;

  @FlagField({ description: 'False if the list names more pages, or a sitemap of the index could not be read.' })
  complete!: boolean;

  @ObjectListField(() => IngestedPageView, { description: 'A document for each page, in the order of the list.' })
  data!: IngestedPageView[];
}
