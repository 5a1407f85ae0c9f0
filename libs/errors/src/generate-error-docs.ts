import { ERRORS } from './error-registry.js';

/** docs/errors.md, from the registry. */
export function generateErrorDocs(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, type, message, remedy }]) => `| ${status} | \`${code}\` | \`${type}\` | ${message} | ${remedy} |`,
  );
  return `# Errors

Generated from \`libs/errors\`; change the registry, not this file.

Every error has the same format:

\`\`\`json
{ "error": { "message": "…", "type": "invalid_request_error", "param": "messages[2].content", "code": "invalid_value" } }
\`\`\`

If one field caused the error, \`param\` contains its path. Every response has an \`X-Request-Id\` header. Your operator finds the
details in the log under this id. Errors of a provider are logged and never passed on.

| Status | code | type | Meaning | What to do |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
