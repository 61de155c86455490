import type { ComponentProps, MouseEvent } from 'react';

type Click = { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean };

/** False for a click that asks for a new tab, a new window or a download. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

type Props = ComponentProps<'a'> & {
  href: string;
  /** Without it the link is followed as any other. */
  onOpen?: (() => unknown) | undefined;
};

/** A real link, whose plain click (Enter is one too) changes only what this page shows. */
export function InPageLink({ onOpen, children, ...rest }: Props) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!onOpen || !isPlainClick(event)) return;
    event.preventDefault();
    onOpen();
  };
  // Says that nothing is left: unsaved text may wait.
  const link = { ...rest, onClick, 'data-in-page': onOpen ? '' : undefined };
  return <a {...link}>{children}</a>;
}
