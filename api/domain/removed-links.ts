/** Why the sanitiser removed where a link leads. */
export const removedLinkReasons = ['script', 'not_https', 'user_name', 'image_map', 'invalid'] as const;
export type RemovedLinkReason = (typeof removedLinkReasons)[number];

/** A link of a text that is not live any more: its address, as text only, and its words. */
export type RemovedLink = { address: string; text: string; reason: RemovedLinkReason };
/** `links` are the first of them; `count` is how many there are. */
export type RemovedLinks = { count: number; links: RemovedLink[] };
