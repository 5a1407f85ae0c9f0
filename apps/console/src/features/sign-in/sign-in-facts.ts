/** Facts that the service writes into the page. */
export interface SignInFacts {
  /** True if there is no owner yet. */
  readonly needsSetup: boolean;
  /** True if the organization that gateway.yaml names offers single sign-on. */
  readonly offersSso: boolean;
  /** True if any other organization does. */
  readonly offersOthers: boolean;
}

export function readSignInFacts(): SignInFacts {
  const words = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content.split(' ') ?? [];
  return {
    needsSetup: words.includes('setup'),
    offersSso: words.includes('sso'),
    offersOthers: words.includes('organizations'),
  };
}
