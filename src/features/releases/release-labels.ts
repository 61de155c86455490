import type { ReleaseDetailsJson, ReleaseJson } from '#api/features/releases/releases.contract.ts';

export const RELEASE_KIND_LABELS: Record<ReleaseJson['kind'], string> = {
  publish: 'Publish',
  refresh: 'Background refresh',
  build: 'Full site build',
  restore: 'Restore',
};

export const CHANGE_LABELS: Record<ReleaseDetailsJson['changes'][number]['change'], string> = {
  added: 'New',
  changed: 'Changed',
  removed: 'Removed',
  redirect: 'Redirected',
};
