import { isRecord } from '@multilane/contracts';

/** A value of JSON, as SCIM carries it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonMembers = { [name: string]: Json };

/** A resource, with the canonical names of its attributes; those of an extension are under its schema id. */
export type Resource = JsonMembers;

export function isMembers(value: unknown): value is JsonMembers {
  return isRecord(value);
}
