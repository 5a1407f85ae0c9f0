import { type ComponentType, useEffect, useState } from 'react';

export type LateComponent<Props extends object> = ComponentType<Props> & {
  /** Begins to load it. A failure shows where it is drawn. */
  readonly loadSoon: () => void;
  /** Loads it; resolves once that has ended, also where it failed. */
  readonly load: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first drawn, or before by `loadSoon`. For what a page shows at once, in place of `lazy`: once
 * React has drawn the fallback of a `Suspense`, it draws no other one's content for 300 ms, and that would be the whole page.
 *
 * @param Waiting is drawn until the code is there
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
): LateComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const begin = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (failure: unknown) => {
        // A failed load is repeated when the component is drawn again.
        loading = undefined;
        throw failure;
      },
    );
    return loading;
  };
  function Late(props: Props) {
    const [Shown, show] = useState(() => loaded);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      begin().then((component) => show(() => component), setFailure);
    }, []);
    if (failure !== undefined) throw failure;
    return Shown === undefined ? <Waiting {...props} /> : <Shown {...props} />;
  }
  const loadWhole = (): Promise<void> =>
    begin().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Late, { load: loadWhole, loadSoon: () => void loadWhole() });
}
