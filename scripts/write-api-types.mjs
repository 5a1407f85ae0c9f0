/** The types of the control plane for the console, from the OpenAPI document that its controllers make. Needs a build. */
import { createRequire } from 'node:module';

const HEAD = '/** Generated from the OpenAPI document of apps/workspace by `pnpm docs:generate`. */\n';

/** @returns {Promise<() => string>} */
export async function importTypesGenerator() {
  const { describeWithoutServices } = await import('../apps/workspace/dist/app/describe-without-services.js');
  // The tool is the console's own, with the compiler that it needs.
  const fromConsole = createRequire(new URL('../apps/console/package.json', import.meta.url));
  const { default: openapiTS, astToString } = fromConsole('openapi-typescript');
  const types = HEAD + astToString(await openapiTS(await describeWithoutServices(), { alphabetize: true }));
  return () => types;
}
