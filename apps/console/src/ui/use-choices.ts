import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceSource {
  /** Key that the answers are cached by. */
  readonly queryKey: readonly unknown[];
  /** The first choices whose names contain the text: the server searches, so that nothing is out of reach. */
  readonly load: (text: string) => Promise<readonly Choice[]>;
}

const PAUSE_MS = 200;

/** Choices that the server finds for a text, once the typing pauses. Those of the text before stay until then. */
export function useChoices({ queryKey, load }: ChoiceSource, text: string, isWanted = true) {
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data, isError } = useQuery({
    queryKey: [...queryKey, 'choices', asked],
    queryFn: () => load(asked),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return { choices: data ?? [], isError };
}
