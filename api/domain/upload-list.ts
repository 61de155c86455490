import { uploadKinds } from './enums.ts';
import { byChoice, defineList } from './list-definition.ts';

/** Images, videos, audio and files, newest first. */
export const uploadList = defineList({
  perPage: 24,
  search: { label: 'Search media', placeholder: 'File name or alt text' },
  filters: { kind: byChoice(null, uploadKinds) },
  sort: {},
  viewsBy: 'kind',
  views: [
    { label: 'All', set: { kind: null } },
    { label: 'Images', set: { kind: 'image' } },
    { label: 'Videos', set: { kind: 'video' } },
    { label: 'Audio', set: { kind: 'audio' } },
    { label: 'Files', set: { kind: 'file' } },
  ],
});
