/** What the service writes into the page: whether there is an owner yet, and whether single sign-on is offered. */
export function readSignInFacts(): { readonly needsSetup: boolean; readonly offersSso: boolean } {
  const words = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content.split(' ') ?? [];
  return { needsSetup: words.includes('setup'), offersSso: words.includes('sso') };
}
