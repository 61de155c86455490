import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { formatDuration } from '#src/lib/format/units.ts';

/** The state of a publish. While publishing is paused, queued changes wait until someone resumes it. */
export function getPublishStatusLabel(publish: PublishJson, isPaused: boolean): { label: string; tone: BadgeTone } {
  if (publish.status === 'failed') return { label: 'Failed', tone: 'red' };
  if (publish.status === 'rendering') return { label: 'Publishing', tone: 'yellow' };
  if (publish.status === 'queued') return { label: isPaused ? 'Paused' : 'Queued', tone: 'grey' };
  if (publish.paths_total === 0) return { label: 'No pages changed', tone: 'grey' };
  return { label: `Live (took ${formatDuration(publish.milliseconds ?? 0)})`, tone: 'green' };
}

export const isOpenPublish = ({ status }: PublishJson) => status === 'queued' || status === 'rendering';
