/** Something the person at the terminal can act on: shown as its message alone, without a stack. */
export class LaunchFailure extends Error {
  /**
   * @param {string} message what went wrong and what to do
   * @param {string} [output] what the failed program printed, shown below the message
   */
  constructor(message, output = '') {
    super(message);
    this.name = 'LaunchFailure';
    this.output = output;
  }
}

const NETWORK_FAILURE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT|NO_OFFLINE_|error sending request/;

const CAUSES = [
  {
    pattern: NETWORK_FAILURE,
    advice:
      'The package registry could not be reached. Check the network; behind a proxy or a private registry, set ' +
      '"proxy", "https-proxy" or "registry" in .npmrc. Packages are fetched once; afterwards no network is needed.',
  },
  {
    pattern: /CERT|SSL|certificate/,
    advice:
      'The package registry was not trusted. Behind a proxy that inspects traffic, set "cafile" in .npmrc and ' +
      'NODE_EXTRA_CA_CERTS to its certificate.',
  },
  { pattern: /E401|E403|Unauthorized|Forbidden/i, advice: 'The package registry refused access: check .npmrc.' },
  {
    pattern: /E404|ETARGET|notarget/,
    advice:
      'The package registry does not have this version for this machine: install Node 24 or newer yourself and ' +
      'start again, or use another registry.',
  },
  { pattern: /ENOSPC/, advice: 'The disk is full: about 1.5 GB is needed.' },
  { pattern: /EACCES|EPERM|EROFS/, advice: 'A folder cannot be written: check its owner and permissions.' },
];

/**
 * True if the output of npm or pnpm says that no registry answered.
 *
 * @param {string} output
 */
export function isNetworkFailure(output) {
  return NETWORK_FAILURE.test(output);
}

/**
 * One sentence on why fetching packages failed, from what npm or pnpm printed.
 *
 * @param {string} output
 */
export function explainFetchFailure(output) {
  return CAUSES.find(({ pattern }) => pattern.test(output))?.advice ?? 'The output below says why.';
}
