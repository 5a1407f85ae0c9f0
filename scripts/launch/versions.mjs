/** The exact versions the project is built and tested with; the launcher fetches what the machine lacks. */
export const PINNED = { node: '24.21.0', pnpm: '12.21.0' };

/** The oldest Node that runs the project; an installed one at least this new is used as it is. */
export const MINIMUM_NODE = '24.7.0';

/**
 * Orders two versions by major, minor and patch; a leading `v` and a pre-release suffix are ignored.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number} negative when `left` is older, zero when equal, positive when newer
 */
export function compareVersions(left, right) {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/**
 * @param {string} version
 * @throws {TypeError} when the text holds no version
 */
function parseVersion(version) {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (patch === undefined) throw new TypeError(`"${version}" is not a version`);
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/**
 * The registry package that holds Node's binary for one platform. It is fetched directly, not through the `node`
 * package, because that one finds it in an install script, and install scripts may be switched off.
 *
 * @param {string} platform as `process.platform`
 * @param {string} architecture as `process.arch`
 */
export function nameNodePackage(platform, architecture) {
  const family = platform === 'darwin' && architecture === 'arm64' ? 'node-bin' : 'node';
  return `${family}-${platform === 'win32' ? 'win' : platform}-${architecture}`;
}
