/** A text that was not loaded; the message is a sentence for reviewers. */
export class FetchError extends Error {
  override name = 'FetchError';
}
