import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';

/** A token that was just created: it is shown once, and only its hash is stored. */
export interface NewSecret {
  readonly token: string;
  readonly hash: string;
  readonly hint: string;
}

export function newSecret(kind: keyof typeof TOKEN_PREFIXES): NewSecret {
  const token = newToken(TOKEN_PREFIXES[kind]);
  return { token, hash: hashToken(token), hint: tokenHint(token) };
}
