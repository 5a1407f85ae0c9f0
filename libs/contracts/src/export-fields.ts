/**
 * Types of the fields of an exported record. `decimal` is an amount with ten digits behind the point, `json` any value, and `strings` an object whose
 * values are strings.
 */
export type ExportFieldType =
  | 'time'
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'decimal'
  | 'strings'
  | 'json';

export interface ExportField {
  readonly name: string;
  readonly type: ExportFieldType;
  /** Number in the Protobuf message. It never changes and is never given to another field. */
  readonly number: number;
}

/** Version of the fields. It rises when a field is changed or removed; new fields are added under the same version. */
export const EXPORT_SCHEMA_VERSION = 1;

const TYPES: readonly (readonly [string, ExportFieldType])[] = [
  ['time', 'time'],
  ['id', 'string'],
  ['request_id', 'string'],
  ['endpoint', 'string'],
  ['method', 'string'],
  ['status', 'int32'],
  ['outcome', 'string'],
  ['error_code', 'string'],
  ['organization_id', 'string'],
  ['organization', 'string'],
  ['workspace_id', 'string'],
  ['workspace', 'string'],
  ['team_id', 'string'],
  ['team', 'string'],
  ['user_id', 'string'],
  ['service_account_id', 'string'],
  ['credential_type', 'string'],
  ['credential_id', 'string'],
  ['api_key_name', 'string'],
  ['key_role', 'string'],
  ['model', 'string'],
  ['logical_name', 'string'],
  ['provider', 'string'],
  ['provider_kind', 'string'],
  ['upstream_model', 'string'],
  ['streamed', 'boolean'],
  ['duration_ms', 'double'],
  ['time_to_first_byte_ms', 'double'],
  ['prompt_tokens', 'int64'],
  ['completion_tokens', 'int64'],
  ['total_tokens', 'int64'],
  ['cached_tokens', 'int64'],
  ['reasoning_tokens', 'int64'],
  ['usage_source', 'string'],
  ['attempts', 'int32'],
  ['cache', 'string'],
  ['cost_usd', 'decimal'],
  ['price_version', 'string'],
  ['details', 'json'],
  ['client_address', 'string'],
  ['images', 'int64'],
  ['characters', 'int64'],
  ['audio_seconds', 'double'],
  ['kind', 'string'],
  ['tags', 'strings'],
  ['customer', 'string'],
  ['client', 'string'],
  ['client_version', 'string'],
  ['session', 'string'],
  ['payload', 'json'],
];

/** Fields of an exported record, in the order of their numbers. A new one goes to the end. */
export const EXPORT_FIELDS: readonly ExportField[] = TYPES.map(([name, type], index) => ({
  name,
  type,
  number: index + 1,
}));

const PROTOBUF_TYPES: Readonly<Record<ExportFieldType, string>> = {
  time: 'google.protobuf.Timestamp',
  string: 'optional string',
  boolean: 'optional bool',
  int32: 'optional int32',
  int64: 'optional int64',
  double: 'optional double',
  decimal: 'optional string',
  strings: 'map<string, string>',
  json: 'optional string',
};

const NOTES: Partial<Readonly<Record<ExportFieldType, string>>> = {
  decimal: ' // Decimal number, such as 0.0000125.',
  json: ' // JSON.',
};

/** The schema of a record in Protobuf, as docs/export-record.proto has it. */
export function generateExportSchema(): string {
  const fields = EXPORT_FIELDS.map(
    ({ name, number, type }) => `  ${PROTOBUF_TYPES[type]} ${name} = ${number};${NOTES[type] ?? ''}`,
  );
  return `// Generated from libs/contracts/src/export-fields.ts. A field keeps its number and its type in version ${EXPORT_SCHEMA_VERSION} of the schema.
syntax = "proto3";

package multilane.exports.v${EXPORT_SCHEMA_VERSION};

import "google/protobuf/timestamp.proto";

// Record of a request. A field that is not known or not exported is not set.
message Record {
${fields.join('\n')}
}
`;
}
