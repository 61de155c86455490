import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { formatDuration } from '#src/lib/format/duration.ts';

/** The state of a publish. While publishing is held, what is queued waits for a person. */
export function getPublishStatusLabel(publish: PublishJson, isHeld: boolean): { words: string; tone: BadgeTone } {
  if (publish.status === 'failed') return { words: 'Failed', tone: 'red' };
  if (publish.status === 'rendering') return { words: 'Rendering', tone: 'yellow' };
  if (publish.status === 'queued') return { words: isHeld ? 'On hold' : 'Queued', tone: 'grey' };
  if (publish.paths_total === 0) return { words: 'No page changed', tone: 'grey' };
  return { words: `Live in ${formatDuration(publish.milliseconds ?? 0)}`, tone: 'green' };
}

export const isOpenPublish = ({ status }: PublishJson) => status === 'queued' || status === 'rendering';
