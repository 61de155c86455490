/** Closed vocabularies, shared by schema, contracts and screens. Imports nothing. */
export const blogStatuses = ['draft', 'published', 'archived'] as const;

export const publishStatuses = ['queued', 'rendering', 'live', 'failed'] as const;

/** What a publish is about: one post, one category, everything, the clock, or an earlier release brought back. */
export const publishKinds = ['blog', 'category', 'rebuild', 'clock'] as const;
export type PublishKind = (typeof publishKinds)[number];

/** `publish`: a change of content, at once. `refresh`: what follows from it, in the background. `build`: everything. */
export const releaseKinds = ['publish', 'refresh', 'build', 'restore'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];
