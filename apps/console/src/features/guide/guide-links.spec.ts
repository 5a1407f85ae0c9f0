import { describe, expect, it } from '@jest/globals';
import { anchorOf, guideOfLink } from './guide-links.js';

describe('the links of guides', () => {
  it.each([
    ['limits', 'budgets.md', 'budgets'],
    ['limits', 'contract/limits.md#scopes', 'contract/limits#scopes'],
    ['limits', '#scopes', 'limits#scopes'],
    ['contract/limits', '../budgets.md', 'budgets'],
    ['contract/limits', 'errors.md', 'contract/errors'],
    ['limits', 'https://example.com/a.md', undefined],
    ['limits', '/docs', undefined],
    ['limits', '../apps/gateway/README.md', undefined],
    ['limits', 'decisions/2026-11-01-x.md', undefined],
    ['limits', 'console/home-light.webp', undefined],
  ])('from %s to %s lead to %s', (page, href, guide) => {
    expect(guideOfLink(page, href)).toBe(guide);
  });

  it('name headings as GitHub does', () => {
    expect(anchorOf('Keys, teams and `429`: what happens?')).toBe('keys-teams-and-429-what-happens');
  });
});
