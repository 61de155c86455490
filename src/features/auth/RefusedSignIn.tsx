import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';

const focus = (notice: HTMLElement | null) => notice?.focus();

/** In place of the form, for an account that nobody can sign in to: the server says why, and until when. */
export function RefusedSignIn({ message }: { message: string }) {
  return (
    <div ref={focus} tabIndex={-1} className="refused-sign-in">
      <Notice tone="error">
        <p>{message}</p>
        <a href={paths.contact}>Contact us</a>
      </Notice>
    </div>
  );
}
