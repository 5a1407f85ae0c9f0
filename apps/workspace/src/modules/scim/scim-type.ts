/** The media type of SCIM (RFC 7644 section 8.1). */
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
