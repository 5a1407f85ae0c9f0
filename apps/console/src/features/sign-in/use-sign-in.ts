import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import type { SecondStepProps } from './second-step.js';

type Entered = Answer<'/auth/login', 'post'> | Answer<'/auth/signup', 'post'> | Answer<'/auth/invites/accept', 'post'>;

/**
 * A sign-in that leads to an address of the console, perhaps by a second step.
 *
 * @param onFailure told each failure, before it is shown
 */
export function useSignIn(target: string, onFailure?: (problem: unknown) => void) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const [step, setStep] = useState<SecondStepProps['step']>();
  const finish = async (): Promise<void> => {
    cache.clear();
    await navigate({ to: target, replace: true } as never);
  };
  const enter = async (work: Promise<Entered>): Promise<void> => {
    setFailure(undefined);
    try {
      const answer = await work;
      if (answer.object === 'sign_in_step') setStep(answer);
      else await finish();
    } catch (problem) {
      onFailure?.(problem);
      setFailure(problem);
    }
  };
  return { failure, step, enter, finish, restart: () => setStep(undefined) };
}
