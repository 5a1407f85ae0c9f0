/** Reads the facts that the service writes into the page: true if there is no owner yet, and if single sign-on is offered. */
export function readSignInFacts(): { readonly needsSetup: boolean; readonly offersSso: boolean } {
  const words = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content.split(' ') ?? [];
  return { needsSetup: words.includes('setup'), offersSso: words.includes('sso') };
}
