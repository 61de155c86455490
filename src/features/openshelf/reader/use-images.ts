import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { fetchImage } from '#src/features/openshelf/openshelf-api.ts';
import { formatError } from '#src/lib/api-client.ts';

export type ReadingImages = PublicationTextJson['images'];
export type ImageState =
  { status: 'loading' } | { status: 'failed'; message: string } | { status: 'shown'; dataUrl: string };
/** By the number of the image; none of those that nobody asked for. */
export type ImageStates = ReadonlyMap<number, ImageState>;

/** Images that are requested at once; the others wait, so that those at the top come first. */
const CONCURRENCY = 2;
const NO_IMAGES: ImageStates = new Map();

/** The images of a text, loaded by our server when a reviewer asks for them. */
export function useImages(id: number, version: number, images: ReadingImages) {
  const [states, setStates] = useState(NO_IMAGES);
  const queue = useRef<number[]>([]);
  const runningCount = useRef(0);
  const requests = useRef(new AbortController());
  useEffect(() => {
    requests.current = new AbortController();
    return () => requests.current.abort();
  }, []);

  const set = (number: number, state: ImageState) => setStates((before) => new Map(before).set(number, state));
  const load = async (number: number, signal: AbortSignal) => {
    try {
      const { data_url: dataUrl, error } = await fetchImage(id, version, number, signal);
      if (signal.aborted) return;
      set(number, dataUrl === null ? { status: 'failed', message: error ?? '' } : { status: 'shown', dataUrl });
    } catch (error) {
      if (!signal.aborted) set(number, { status: 'failed', message: formatError(error) });
    }
  };
  const runNext = async (): Promise<void> => {
    const { signal } = requests.current;
    const number = queue.current.shift();
    if (number === undefined) return;
    runningCount.current += 1;
    await load(number, signal);
    if (signal.aborted) return;
    runningCount.current -= 1;
    await runNext();
  };
  const show = (numbers: readonly number[]) => {
    queue.current.push(...numbers);
    for (const number of numbers) set(number, { status: 'loading' });
    while (runningCount.current < CONCURRENCY && queue.current.length > 0) void runNext();
  };
  const hide = () => {
    requests.current.abort();
    requests.current = new AbortController();
    queue.current = [];
    runningCount.current = 0;
    setStates(NO_IMAGES);
  };
  const available = useMemo(() => images.flatMap(({ url }, at) => (url === null ? [] : [at + 1])), [images]);
  const waiting = available.filter((number) => !states.has(number));
  const failed = available.filter((number) => states.get(number)?.status === 'failed');
  const isLoading = available.some((number) => states.get(number)?.status === 'loading');
  return {
    states,
    show,
    available,
    waiting,
    failed,
    isLoading,
    /** Shows those that aren't, else those again that failed; hides all where there are none of these. */
    toggle() {
      const wanted = waiting.length > 0 ? waiting : failed;
      if (isLoading || available.length === 0) return;
      if (wanted.length === 0) hide();
      else show(wanted);
    },
  };
}
