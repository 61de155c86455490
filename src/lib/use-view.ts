import { useMemo } from 'react';
import { toListAddress, useListState } from './use-list-state.ts';

const implyNothing = () => undefined;

const readNamed = <View extends string>(query: string, views: readonly { view: View }[]): View | undefined =>
  views.find(({ view }) => view === new URLSearchParams(query).get('view'))?.view;

/**
 * Which view of a screen is open, as `view` in its address; without it the one that `imply` finds in the address, else the
 * first. Opening one leaves the rest of the address behind. The arguments are constants.
 */
export function useView<View extends string>(
  path: string,
  views: readonly { view: View }[],
  imply: (query: URLSearchParams) => View | undefined = implyNothing,
) {
  const options = useMemo(() => {
    const first = views[0]?.view as View;
    return {
      parse: (query: string) => ({
        view: readNamed(query, views) ?? imply(new URLSearchParams(query)) ?? first,
        page: 1,
      }),
      toUrl: ({ view }: { view: View }) => toListAddress(path, { view: view !== first && view }),
    };
  }, [path, views, imply]);
  const { listState, change } = useListState<{ view: View; page: number; search?: string }>(options);
  return {
    view: listState.view,
    toHref: (view: View) => options.toUrl({ view }),
    open: (view: View) => change({ view } as Partial<{ view: View; page: number }>),
  };
}
