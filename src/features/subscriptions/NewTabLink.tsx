import type { ComponentProps } from 'react';
import type { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  href: string;
  label: string;
  /** What opens, for a screen reader. */
  opens?: string;
  variant?: ComponentProps<typeof Button>['variant'];
};

/** A link that looks like a button, to a page in a new tab. */
export const NewTabLink = ({ href, label, opens = 'a new tab', variant = 'secondary' }: Props) => (
  <a
    className={`button button-${variant}`}
    href={href}
    target="_blank"
    rel="noopener"
    aria-label={`${label} (opens ${opens})`}
  >
    {label}
    <Icon name="arrow-up-right" size={16} />
  </a>
);
