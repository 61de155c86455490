import type { Permission } from './permissions.ts';

/** Whoever publishes texts describes and deletes any upload, and others what they uploaded themselves. */
export const mayChangeUploads = (may: (permission: Permission) => boolean, isOwn: boolean): boolean =>
  isOwn || may('posts.publish') || may('documents.write');
