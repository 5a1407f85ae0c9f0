/** Types of the control plane for the console, from the OpenAPI document that its controllers make, and names of endpoints. Needs a build. */
import { createRequire } from 'node:module';

const HEAD = '/** Generated from the OpenAPI document of apps/workspace by `pnpm docs:generate`. */\n';
const NAMES_HEAD = `/** Generated from the names in libs/contracts by \`pnpm docs:generate\`. */
export const ENDPOINT_NAMES: readonly string[] = [
`;

/** @returns {Promise<() => string>} */
export async function importTypesGenerator() {
  const { describeWithoutServices } = await import('../apps/workspace/dist/app/describe-without-services.js');
  // The tool is the console's own, with the compiler that it needs.
  const fromConsole = createRequire(new URL('../apps/console/package.json', import.meta.url));
  const { default: openapiTS, astToString } = fromConsole('openapi-typescript');
  const { document } = await describeWithoutServices();
  const types = HEAD + astToString(await openapiTS(document, { alphabetize: true }));
  return () => types;
}

/** @returns {Promise<() => string>} */
export async function importNamesGenerator() {
  const { ENDPOINT_NAMES } = await import('../libs/contracts/dist/index.js');
  const lines = ENDPOINT_NAMES.map((name) => `  '${name}',\n`);
  return () => `${NAMES_HEAD}${lines.join('')}];\n`;
}
