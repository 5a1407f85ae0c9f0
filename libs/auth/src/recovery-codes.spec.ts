import { describe, expect, it } from '@jest/globals';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten, all different, in groups that can be read aloud', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
  });

  it('have one hash however they are written, and another for somebody else', () => {
    const hash = hashRecoveryCode('ada', 'k3ma-9xtp-4hwz-r7cd');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashRecoveryCode('ada', ' K3MA 9XTP 4HWZ R7CD ')).toBe(hash);
    expect(hashRecoveryCode('eve', 'k3ma-9xtp-4hwz-r7cd')).not.toBe(hash);
    expect(hashRecoveryCode('ada', 'k3ma-9xtp-4hwz-r7ce')).not.toBe(hash);
  });
});
