// Limits of posts, documents and searches that more than one feature or the browser enforces.

export const TITLE_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 500;
/** Characters of sanitised HTML; about 300 printed pages. */
export const CONTENT_MAX_LENGTH = 1_500_000;
/** Characters of HTML before it is sanitised, which may take something away: as many as a body can hold. */
export const CONTENT_INPUT_MAX_LENGTH = 2 * 1024 * 1024;
/** Opening and closing tags together; a book of 300 pages has some 20,000. */
export const CONTENT_MAX_TAGS = 60_000;
/** Each is an entry of the table of contents. */
export const CONTENT_MAX_HEADINGS = 1_000;
export const SEARCH_QUERY_MAX_LENGTH = 200;

/** Of a post elsewhere, where it appeared first. */
export const CANONICAL_URL_MAX_LENGTH = 2_000;

export const AUTHOR_NAME_MAX_LENGTH = 100;
export const AUTHOR_BIO_MAX_LENGTH = 1_000;
export const AUTHOR_LINKS_MAX = 10;

/** Of one post. */
export const POST_CATEGORIES_MAX = 20;
export const POST_TAGS_MAX = 30;
export const POST_AUTHORS_MAX = 10;

/** Between the author of a post and an editor. */
export const REVIEW_NOTE_MAX_LENGTH = 1_000;

export const TAG_NAME_MAX_LENGTH = 60;

export const SLUG_MAX_LENGTH = 80;

export const CANCEL_COMMENT_MAX_LENGTH = 500;

/** A note of staff about a user. */
export const USER_NOTE_MAX_LENGTH = 1_000;

/** Why somebody is given a plan free of charge. */
export const COMPLIMENTARY_REASON_MAX_LENGTH = 500;
/** Seats of a plan that is given free of charge. */
export const COMPLIMENTARY_SEATS_MAX = 10_000;

/** Days that a subscription is extended by at once. */
export const EXTENSION_DAYS_MAX = 365;
/** As Stripe has it. */
export const COUPON_NAME_MAX_LENGTH = 40;
export const COUPON_MONTHS_MAX = 36;
/** Seats that one person buys. */
export const SEATS_MAX = 1_000;
