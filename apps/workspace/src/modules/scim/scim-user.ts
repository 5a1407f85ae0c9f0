import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, NewUser, UserRecord } from '@multilane/persistence';
import { describeText } from '../../fields/describe-text.js';
import { EMAIL } from '../auth/dto/account-rules.js';
import { etagOf } from './protocol/etag.js';
import { isMembers, type Json, type JsonMembers, type Resource } from './protocol/resource.js';
import { USER_SCHEMA } from './protocol/resource-schema.js';
import { badRequest, invalidAttribute } from './protocol/scim-error.js';

/** Values of a person that a SCIM client may set. A role is not among them: that is for people to give. */
export type ScimUserValues = Required<
  Pick<NewUser, 'email' | 'name' | 'scimUserName' | 'scimExternalId' | 'scimAttributes'>
> & { readonly active: boolean | undefined };

/** A team that a person is in. */
export interface UserGroup {
  readonly id: string;
  readonly name: string;
}

const LONGEST_NAME = 200;
/** The size limit of a client's own attributes of one person, in characters of JSON. */
const LONGEST_ATTRIBUTES = 65_536;
/** Stored in columns of their own, or computed each time. */
const NOT_STORED: ReadonlySet<string> = new Set(['schemas', 'id', 'externalId', 'meta', 'active', 'groups']);

/** A person as SCIM shows it: what a client sent and nobody has changed since, and what is true. */
export function toScimUser(user: UserRecord, groups: readonly UserGroup[], baseUrl: string): Resource {
  const sent = (user.scimAttributes ?? {}) as JsonMembers;
  const { active, emails, name = splitName(user.name), ...stored } = sent;
  const userName = userNameOf(user, sent);
  const extensions = [...USER_SCHEMA.extensions.keys()].filter((id) => sent[id] !== undefined);
  return {
    schemas: [USER_SCHEMA.id, ...extensions],
    id: user.id,
    ...(user.scimExternalId === null ? {} : { externalId: user.scimExternalId }),
    ...stored,
    userName,
    ...(name === null ? {} : { name }),
    ...((nameOf(sent) ?? userName) === user.name ? {} : { displayName: user.name }),
    ...(active === null && !user.active ? {} : { active: user.active }),
    ...(emails === null ? {} : { emails: emailsOf(user, sent) }),
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map(({ id, name }) => ({
            value: id,
            $ref: `${baseUrl}/Groups/${id}`,
            display: name,
            type: 'direct',
          })),
        }),
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${baseUrl}/Users/${user.id}`,
      version: etagOf(user.revision),
    },
  };
}

/** Reads the values of a person from a resource. Fails with 400 if a required one is missing. */
export function readUserValues(resource: Resource, before?: UserRecord): ScimUserValues {
  const userName = readText(resource, 'userName');
  if (userName === undefined) throw invalidAttribute('userName', 'is required');
  const email = readEmail(resource, userName, before?.email);
  const attributes = Object.fromEntries(Object.entries(resource).filter(([name]) => !NOT_STORED.has(name)));
  if (isDeepStrictEqual(attributes.emails, usualEmails(email))) delete attributes.emails;
  if (JSON.stringify(attributes).length > LONGEST_ATTRIBUTES) {
    throw badRequest('invalidValue', `A person may have ${LONGEST_ATTRIBUTES} characters of attributes at most.`);
  }
  const { active } = resource;
  return {
    email,
    name: (nameOf(resource) ?? userName).slice(0, LONGEST_NAME),
    active: typeof active === 'boolean' ? active : undefined,
    scimUserName: userName.toLowerCase(),
    scimExternalId: readText(resource, 'externalId') ?? null,
    scimAttributes: attributes as JsonObject,
  };
}

/** Attributes that are shown for everybody until a PATCH removes them: then null is stored instead. */
const REMOVABLE = ['active', 'emails', 'name'] as const;

/**
 * Reads the values of a person from a resource after a PATCH. An attribute that was removed is not shown any more: who has no `active` is
 * not active, and who has no `emails` keeps the address for signing in.
 *
 * @param shown the resource before the PATCH
 */
export function readPatchedUser(patched: Resource, shown: Resource, before: UserRecord): ScimUserValues {
  const values = readUserValues(withoutOwnWords(patched, shown, before), before);
  const removed = REMOVABLE.filter((name) => patched[name] === undefined).map((name) => [name, null] as const);
  return {
    ...values,
    active: patched.active === undefined ? false : values.active,
    scimAttributes: { ...values.scimAttributes, ...Object.fromEntries(removed) },
  };
}

/** Names that the service made up are not stored, and make room for those that the client sends. */
function withoutOwnWords(patched: Resource, shown: Resource, { scimAttributes }: UserRecord): Resource {
  const sent = (scimAttributes ?? {}) as JsonMembers;
  const { name, displayName, ...rest } = patched;
  if (isMembers(sent.name) || !isMembers(name) || !isMembers(shown.name)) return patched;
  if (isDeepStrictEqual(name, shown.name)) return displayName === undefined ? rest : { ...rest, displayName };
  const { formatted, ...parts } = name;
  const isOwn = sent.displayName === undefined && displayName === shown.displayName;
  return {
    ...rest,
    name: formatted === shown.name.formatted || formatted === undefined ? parts : { ...parts, formatted },
    ...(isOwn || displayName === undefined ? {} : { displayName }),
  };
}

/** The parts of a name that nobody sent in parts, as clients that import people demand them: both are always there. */
function splitName(name: string): JsonMembers {
  const isAddress = /^[^\s@]+@/.test(name);
  const words = (isAddress ? name.replace(/@.*$/s, '').split(/[._-]+/) : name.split(/\s+/)).filter(
    (word) => word !== '',
  );
  const [first = name, ...others] = words;
  const familyName = others.at(-1) ?? first;
  const givenName = words.length > 1 ? words.slice(0, -1).join(' ') : first;
  return { formatted: name, givenName, familyName };
}

/** The spelling that the client sent, as long as it is the same name. */
function userNameOf({ email, scimUserName }: UserRecord, { userName }: JsonMembers): string {
  const known = scimUserName ?? email;
  return typeof userName === 'string' && userName.toLowerCase() === known ? userName : known;
}

function emailsOf({ email }: UserRecord, { emails }: JsonMembers): Json {
  const sent = Array.isArray(emails) ? emails : [];
  const isThere = sent.some((one) => isMembers(one) && String(one.value).toLowerCase() === email);
  return isThere ? sent : usualEmails(email);
}

/** The address shown for a person for whom a client sent none; not stored, so that reading changes nothing. */
function usualEmails(email: string): Json[] {
  return [{ value: email, type: 'work', primary: true }];
}

/** The primary one, else the one for work, else the first; else the user name where that is one, else the one until now. */
function readEmail({ emails }: Resource, userName: string, before: string | undefined): string {
  const sent = (Array.isArray(emails) ? emails : []).filter(isMembers).filter(({ value }) => typeof value === 'string');
  const isWork = ({ type }: JsonMembers): boolean => String(type).toLowerCase() === 'work';
  const chosen = sent.find(({ primary }) => primary === true) ?? sent.find(isWork) ?? sent[0];
  const email = String(chosen?.value ?? userName);
  const problem = describeText(email, EMAIL);
  if (problem !== undefined && chosen === undefined && before !== undefined) return before;
  if (problem !== undefined) throw invalidAttribute(chosen === undefined ? 'userName' : 'emails', problem);
  return email.toLowerCase();
}

/** The person's name, from the first attribute that has one. */
function nameOf({ displayName, name }: JsonMembers): string | undefined {
  const { formatted, givenName, familyName } = isMembers(name) ? name : {};
  const whole = [givenName, familyName].filter((part) => typeof part === 'string').join(' ');
  const known = [displayName, formatted, whole].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof known === 'string' ? known.replace(/\s+/g, ' ').trim() : undefined;
}

function readText(resource: Resource, name: 'userName' | 'externalId'): string | undefined {
  const value = resource[name];
  if (value === undefined) return undefined;
  const problem = describeText(value, { max: 254 });
  if (problem !== undefined) throw invalidAttribute(name, problem);
  return String(value);
}
