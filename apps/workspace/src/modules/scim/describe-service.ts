import SCIMMY from 'scimmy';
import { MOST_RESULTS } from './protocol/list-request.js';
import { GROUP_SCHEMA, type ResourceSchema, USER_SCHEMA } from './protocol/resource-schema.js';

type Members = Record<string, unknown>;

const RESOURCE_TYPE = SCIMMY.Schemas.ResourceType.id;
const SERVICE_CONFIG = SCIMMY.Schemas.ServiceProviderConfig.id;
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** Attributes that are not shown because they are not served: passwords do not come by SCIM. */
const WITHHELD: ReadonlySet<unknown> = new Set(['password']);

/** Describes this service's support of SCIM (RFC 7643 section 5). */
export function describeService(baseUrl: string): Members {
  return {
    schemas: [SERVICE_CONFIG],
    documentationUri: new URL('/docs', baseUrl).href,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A SCIM token, as `Authorization: Bearer`.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** The kinds of resources (RFC 7643 section 6). */
export function describeResourceTypes(baseUrl: string): Members[] {
  return [describeType(USER_SCHEMA, 'A person.', baseUrl), describeType(GROUP_SCHEMA, 'A team.', baseUrl)];
}

function describeType({ name, id, extensions }: ResourceSchema, description: string, baseUrl: string): Members {
  return {
    schemas: [RESOURCE_TYPE],
    id: name,
    name,
    description,
    endpoint: `/${name}s`,
    schema: id,
    schemaExtensions: [...extensions.keys()].map((schema) => ({ schema, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  };
}

/** The schemas (RFC 7643 section 7). An address is demanded, although a `userName` that is an address can replace it. */
export function describeSchemas(baseUrl: string): Members[] {
  return [USER_SCHEMA, GROUP_SCHEMA]
    .flatMap(({ definitions }) => definitions)
    .map((definition) => {
      const { id, name, description, attributes } = JSON.parse(JSON.stringify(definition.describe()));
      return {
        schemas: [SCHEMA],
        id,
        name,
        description,
        attributes: (attributes as Members[])
          .filter(({ name: attribute }) => !WITHHELD.has(attribute))
          .map(describeAttribute),
        meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
      };
    });
}

/** Parts of attributes that are described differently: people have an address, and the service names members. */
const PARTS: Readonly<Record<string, { readonly of: string; readonly says: Members; readonly whole?: Members }>> = {
  emails: { of: 'value', says: { required: true }, whole: { required: true } },
  members: { of: 'display', says: { mutability: 'readOnly' } },
};

function describeAttribute(attribute: Members): Members {
  const own = PARTS[String(attribute.name)];
  if (own === undefined) return attribute;
  const parts = (attribute.subAttributes as Members[]).map((part) =>
    part.name === own.of ? { ...part, ...own.says } : part,
  );
  return { ...attribute, ...own.whole, subAttributes: parts };
}
