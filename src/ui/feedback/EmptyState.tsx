import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';

type Props = {
  title: string;
  /** In place of the drawing. */
  icon?: IconName;
  children?: ReactNode;
  action?: ReactNode;
};

/** Replaces an empty list: says why it is empty, and what to do about it. */
export function EmptyState({ title, icon, children, action }: Props) {
  return (
    <div className="empty-state">
      {icon ? <Icon name={icon} size={24} /> : <Drawing />}
      <h2>{title}</h2>
      {children}
      {action && <div className="form-actions">{action}</div>}
    </div>
  );
}

/** A leaf and the sun, in the colours of the site. */
function Drawing() {
  return (
    <svg className="empty-drawing" viewBox="0 0 60 36" width={120} height={72} aria-hidden="true">
      <circle cx="31" cy="8" r="6" fill="var(--kowhai)" />
      <path fill="var(--control)" fillOpacity="0.5" d="M0 31h60v5H0zM21 8a25 25 0 0125 25 25 25 0 01-25-25z" />
      <path
        fill="var(--action)"
        fillOpacity="0.85"
        d="M7 6a25 25 0 0125 25 25 25 0 01-25-25zM57 6a25 25 0 01-25 25 25 25 0 0125-25z"
      />
    </svg>
  );
}
