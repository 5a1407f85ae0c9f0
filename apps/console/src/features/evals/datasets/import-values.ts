import type { components } from '../../../api/schema.js';

type Import = components['schemas']['ImportEvalCasesDto'];

/** Source of the cases: requests to chat models, or queries of a knowledge base. */
export type ImportValues = {
  readonly source: Import['source'];
  /** Knowledge base, for `knowledge`. */
  readonly kb_id: string;
  /** Model, for `audit`. Empty: every model. */
  readonly model: string;
  /** Empty: every outcome. */
  readonly outcome: string;
  /** Times in ISO form. Null: as far as payloads are kept, and now. */
  readonly from: string | null;
  readonly to: string | null;
  readonly limit: number | '';
  /** True if the answer of the model is the expected one, for `audit`. */
  readonly expectsAnswer: boolean;
  /** True if the new version also has the cases of the newest one. */
  readonly append: boolean;
};

export const EMPTY_IMPORT: ImportValues = {
  source: 'audit',
  kb_id: '',
  model: '',
  outcome: 'success',
  from: null,
  to: null,
  limit: 100,
  expectsAnswer: true,
  append: true,
};

/** Only the fields of its source are sent. */
export function toImport(values: ImportValues): Import {
  const { append, expectsAnswer, from, kb_id, limit, model, outcome, source, to } = values;
  return {
    source,
    append,
    ...(outcome !== '' && { outcome: outcome as NonNullable<Import['outcome']> }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(limit !== '' && { limit }),
    ...(source === 'knowledge' && { kb_id }),
    ...(source === 'audit' && model.trim() !== '' && { model: model.trim() }),
    ...(source === 'audit' && expectsAnswer && { expected: 'answer' }),
  };
}

/** Finds wrong values before the API is called: the field, and the key of its text. */
export function findImportProblems({
  from,
  kb_id,
  source,
  to,
}: ImportValues): Partial<Record<keyof ImportValues, string>> {
  return {
    ...(source === 'knowledge' && kb_id === '' && { kb_id: 'required.base' }),
    ...(from !== null && to !== null && Date.parse(from) >= Date.parse(to) && { to: 'required.later' }),
  };
}
