import { listPostTitles } from './bulk-action-copy.ts';
import type { PostSelection } from './posts-api.ts';

/** The titles of the posts that a dialog is about. */
export function PostTitles({ selection }: { selection: PostSelection }) {
  return (
    <ul className="named">
      {listPostTitles(selection).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have the same title
        <li key={at}>{name}</li>
      ))}
    </ul>
  );
}
