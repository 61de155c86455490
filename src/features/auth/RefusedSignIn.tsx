import { useEffect, useRef } from 'react';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';

/** In place of the form, for an account that nobody can sign in to: the server says why, and until when. */
export function RefusedSignIn({ message }: { message: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} className="refused-sign-in">
      <Notice tone="error">
        <p>{message}</p>
        <a href={paths.company.contact}>Contact us</a>
      </Notice>
    </div>
  );
}
