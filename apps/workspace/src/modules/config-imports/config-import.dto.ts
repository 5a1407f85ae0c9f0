import { FINDING_STATUSES, type FindingStatus, type ImportResult } from '@multilane/importers';
import { ObjectListField, TextListField } from '../../fields/list-fields.js';
import { ChoiceField, CountField, TextField } from '../../fields/scalar-fields.js';

const IMPORT_SOURCES = ['litellm', 'portkey'] as const;

export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** A configuration of two thousand models has some 600 kB. */
const LONGEST_SOURCE = 1_000_000;
const LONGEST_RESULT = 4_000_000;
/** Findings and problems that an answer lists; the report of the command line has all. */
const MOST_LISTED = 2_000;

/** The configuration of another gateway, to be converted. */
export class ConfigImportDto {
  @ChoiceField(IMPORT_SOURCES, { description: "The product: LiteLLM's `config.yaml`, or Portkey's configs or export." })
  source!: ImportSource;

  @TextField({ max: LONGEST_SOURCE, multiline: true, description: 'Text of the file, as YAML or JSON.' })
  text!: string;
}

class ImportFindingView {
  @TextField({
    max: 1000,
    description: 'Path of the key in the source.',
    example: 'model_list[0].litellm_params.model',
  })
  path!: string;

  @ChoiceField(FINDING_STATUSES, {
    description:
      'Outcome for the key. `opens_access`: a restriction that cannot be kept, so that the restricted thing stays closed.',
  })
  status!: FindingStatus;

  @TextField({ max: 2000, description: 'What became of it, or what to do.' })
  message!: string;
}

class ImportVariableView {
  @TextField({ description: 'Name of an environment variable that the result reads.' })
  name!: string;

  @TextField({ description: 'Kind of its value, such as secret or url.' })
  kind!: string;
}

/** A gateway.yaml, and a report on each key of the source. */
export class ConfigImportView {
  @ChoiceField(['config_import'], { description: 'Always `config_import`.' })
  object!: 'config_import';

  @TextField({ max: LONGEST_RESULT, multiline: true, description: 'Text of the gateway.yaml.' })
  yaml!: string;

  @ObjectListField(() => ImportFindingView, {
    maxItems: MOST_LISTED,
    description: 'Outcome for each key of the source, restrictions that cannot be kept first. At most 2,000.',
  })
  findings!: ImportFindingView[];

  @CountField({ description: 'Number of findings, with those that are not listed.' })
  finding_count!: number;

  @ObjectListField(() => ImportVariableView, {
    maxItems: MOST_LISTED,
    description: 'Environment variables to set before the gateway starts with the result.',
  })
  variables!: ImportVariableView[];

  @TextListField({
    maxItems: MOST_LISTED,
    items: { max: 2000 },
    description: 'Problems of the result. Empty: the gateway can start with it.',
  })
  problems!: readonly string[];

  static of({ findings, problems, variables, yaml }: ImportResult): ConfigImportView {
    return {
      object: 'config_import',
      yaml,
      findings: findings.slice(0, MOST_LISTED).map(({ message, path, status }) => ({ path, status, message })),
      finding_count: findings.length,
      variables: variables.slice(0, MOST_LISTED).map(({ kind, name }) => ({ name, kind })),
      problems: problems.slice(0, MOST_LISTED),
    };
  }
}
