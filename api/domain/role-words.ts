import { type Bundle, roleBundles, roleLabels, type UserRole } from './permissions.ts';

export const hasBundle = (role: UserRole, bundle: Bundle): boolean => {
  const held: readonly Bundle[] = roleBundles[role];
  return held.includes(bundle);
};

/** Without those that another of them holds: who publishes posts writes own ones, too. */
export const dropContained = (held: readonly Bundle[]): Bundle[] =>
  held.filter((bundle) => bundle !== 'writing' || !held.includes('posts'));

/** A role in words: alone, in a sentence, and what whoever has it does. */
export const roleWords: Record<UserRole, { label: string; inSentence: string; description: string }> = {
  admin: {
    label: roleLabels.admin,
    inSentence: 'an admin',
    description: 'Everything: people, money, publishing, and all that the other roles may do.',
  },
  editor: {
    label: roleLabels.editor,
    inSentence: 'an editor',
    description:
      'Writes, changes and publishes all posts and documentation, with images and videos. No people, no money.',
  },
  author: {
    label: roleLabels.author,
    inSentence: 'an author',
    description: 'Writes their own posts, with images and videos, and submits them. An editor publishes them.',
  },
  moderator: {
    label: roleLabels.moderator,
    inSentence: 'a moderator',
    description:
      'Reviews the works that are submitted, and keeps the rejection reasons. No posts, no people, no money.',
  },
  user: {
    label: roleLabels.user,
    inSentence: 'a user',
    description: 'Their own account and plans. No admin pages.',
  },
};

/** The work of a bundle, as lists of what a role may do name it. */
export const bundleLabels: Record<Bundle, string> = {
  writing: 'Write own posts and submit them',
  posts: 'Write and publish posts',
  documentation: 'Write and publish documentation',
  media: 'Images and videos',
  openshelf: 'Review submitted works',
  people: 'People, roles and email',
  waitingLists: 'Waiting lists',
  billing: 'Plans, payments and refunds',
  navigation: 'Redirects and addresses not found',
  site: 'Site versions, server and audit log',
};
