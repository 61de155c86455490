import { listPostTitles } from './bulk-action-copy.ts';
import type { ManagedPost } from './posts-api.ts';

/** The titles of the posts that a dialog is about. */
export function PostTitles({ posts }: { posts: readonly ManagedPost[] }) {
  return (
    <ul className="named">
      {listPostTitles(posts).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have the same title
        <li key={at}>{name}</li>
      ))}
    </ul>
  );
}
