import { hasDatePassed } from '#api/domain/post-dates.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishAction } from '#src/features/drafts/publish/publish-action.ts';
import { formatMoment } from '#src/lib/format/dates.ts';

type Live = Pick<BlogJson, 'status' | 'published_at' | 'updated_at'> | null;
type Action = PublishAction<BlogDraftFields>;
type ChosenFields = Pick<BlogDraftFields, 'status' | 'published_at'>;
type Options = { fields: ChosenFields; live: Live; now: number };

const isAfter = (iso: string | null, now: number) => iso !== null && Date.parse(iso) > now;

/** Whether a post waits for its time. `now` in UTC ms. */
export const isScheduledPost = (live: Live, now: number): boolean =>
  live?.status === 'published' && !hasDatePassed(live, now);

/** 'Goes live Thu, 26 Nov, 7:30 am' for a scheduled post. */
export const formatSchedule = (live: Live): string | undefined =>
  isScheduledPost(live, Date.now()) ? `Goes live ${formatMoment(live?.published_at ?? '')}` : undefined;

/** What the button of the editor does, by what readers have and which status is chosen; and what else can be done. */
export function getPublishActions({ fields, live, now }: Options): {
  primary: Action;
  more: Action[];
} {
  const wasPublished = live?.status === 'published';
  const isScheduled = isScheduledPost(live, now);
  const isLive = wasPublished && !isScheduled;
  const date = fields.published_at;
  const schedule = {
    at: isAfter(date, now) ? date : null,
    toChanges: (at: string) => ({ published_at: at }),
  };
  // A date in the past stays: the post is published with it.
  const changes = { status: 'published', published_at: isAfter(date, now) ? null : date } as const;
  const publish: Action = {
    label: 'Publish...',
    confirmLabel: 'Publish',
    busyLabel: 'Publishing...',
    consequence: 'The post goes live straight away.',
    isPublic: true,
    schedule,
    changes,
  };
  const takedowns = isLive || isScheduled ? [isScheduled ? UNSCHEDULE : UNPUBLISH, createArchive(isLive)] : [];
  if (fields.status === 'archived' && live?.status !== 'archived')
    return { primary: createArchive(isLive), more: takedowns.slice(0, 1) };
  if (fields.status === 'draft' && takedowns[0]) return { primary: takedowns[0], more: takedowns.slice(1) };
  if (isScheduled) return { primary: { ...publish, label: 'Update schedule...' }, more: takedowns };
  if (isLive && schedule.at) return { primary: createDelay(schedule.at), more: takedowns };
  if (isLive) return { primary: UPDATE, more: takedowns };
  if (live?.status !== 'archived') return { primary: publish, more: [] };
  if (fields.status === 'draft') return { primary: MOVE_TO_DRAFTS, more: [] };
  const { schedule: _, ...republish } = publish;
  return { primary: { ...republish, label: 'Publish' }, more: [MOVE_TO_DRAFTS] };
}

const UPDATE: Action = {
  label: 'Update',
  confirmLabel: 'Update',
  busyLabel: 'Updating...',
  consequence: 'The new version goes live straight away.',
  isPublic: true,
  isUpdate: true,
  changes: { status: 'published' },
};

const UNPUBLISH: Action = {
  label: 'Unpublish',
  confirmLabel: 'Unpublish',
  busyLabel: 'Unpublishing...',
  consequence: 'The post comes off the site and becomes a draft again.',
  isPublic: false,
  changes: { status: 'draft' },
};

const UNSCHEDULE: Action = {
  label: 'Unschedule',
  confirmLabel: 'Unschedule',
  busyLabel: 'Unscheduling...',
  consequence: 'The post won’t be published automatically. It becomes a draft again.',
  isPublic: false,
  changes: { status: 'draft' },
};

const MOVE_TO_DRAFTS: Action = {
  label: 'Move to drafts',
  confirmLabel: 'Move to drafts',
  busyLabel: 'Moving...',
  consequence: 'The post becomes a draft again. It won’t appear on the site.',
  isPublic: false,
  changes: { status: 'draft' },
};

const createArchive = (isLive: boolean): Action => ({
  label: 'Archive',
  confirmLabel: 'Archive',
  busyLabel: 'Archiving...',
  consequence: isLive ? 'The post comes off the site.' : 'The post moves to the archive.',
  isPublic: false,
  changes: { status: 'archived' },
});

/** A live post that is given a time to come. */
const createDelay = (at: string): Action => ({
  label: 'Schedule...',
  confirmLabel: 'Schedule',
  busyLabel: 'Scheduling...',
  consequence: 'The post will go live at the chosen time. Until then, it comes off the site.',
  isPublic: true,
  changes: { status: 'published', published_at: at },
});
