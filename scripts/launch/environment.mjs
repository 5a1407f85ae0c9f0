/** Settings of npm that say how to reach a registry. Every other one belongs to the npm that started us, not to ours. */
const KEPT_SETTING =
  /^(registry|.+:registry|\/\/.+|_auth.*|(https?[-_])?proxy|no[-_]?proxy|ca|cafile|cert|key|strict[-_]ssl|(user|global)config|cache|fetch[-_].+|maxsockets|ignore[-_]scripts|(prefer[-_])?offline)$/i;

const SETTING_PREFIX = /^npm_config_/i;

/** Set by npm around a script, and read by a nested npm, pnpm or node-gyp as if meant for them. */
const LEAKED = /^(npm_.*|INIT_CWD|NODE)$/i;

/**
 * The environment for an npm or pnpm that the launcher starts: free of what `npm start` sets for its own child
 * (such as `npm_config_global` or `npm_config_omit`), except the registry, proxy and certificate settings.
 * pnpm reads those under its own prefix, so each is repeated there unless it is set already.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string | undefined>}
 */
export function cleanEnvironment(environment) {
  /** @type {Record<string, string | undefined>} */
  const cleaned = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!LEAKED.test(name) || isKeptSetting(name)) cleaned[name] = value;
  }
  for (const [name, value] of Object.entries(cleaned)) {
    if (!isKeptSetting(name) || value === '') continue;
    const forPnpm = name.replace(SETTING_PREFIX, 'pnpm_config_');
    cleaned[forPnpm] ??= value;
  }
  return cleaned;
}

/** @param {string} name */
function isKeptSetting(name) {
  return SETTING_PREFIX.test(name) && KEPT_SETTING.test(name.replace(SETTING_PREFIX, ''));
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {readonly string[]} folders searched before the ones already in PATH
 * @param {string} separator between PATH's entries on this platform
 */
export function prependPath(environment, folders, separator) {
  const rest = environment.PATH === undefined || environment.PATH === '' ? [] : [environment.PATH];
  return { ...environment, PATH: [...folders, ...rest].join(separator) };
}
