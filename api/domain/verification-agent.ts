/** The browser that the publisher names when it verifies a release: what it doesn't find was unpublished. */
export const VERIFICATION_AGENT = 'Release verification';
