import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';

type ScreenLink = { label: string; note: string; href: string; icon: IconName; isForManagers?: boolean };

const SCREENS: readonly ScreenLink[] = [
  {
    label: 'Review Queue',
    note: 'Approve, reject or ask for changes',
    href: openshelfPaths.reviewQueue,
    icon: 'inbox',
  },
  {
    label: 'Publications',
    note: 'Every publication, whatever its status',
    href: openshelfPaths.publicationManager,
    icon: 'book-copy',
  },
  {
    label: 'Statistics',
    note: 'Decisions, and how often the AI agrees',
    href: openshelfPaths.openshelfStats,
    icon: 'chart-column',
  },
  {
    label: 'Rejection reasons',
    note: 'The wording that authors get',
    href: openshelfPaths.rejectionReasons,
    icon: 'message-square',
    isForManagers: true,
  },
  {
    label: 'Webhooks',
    note: 'What was sent to the publishing service',
    href: openshelfPaths.openshelfWebhooks,
    icon: 'webhook',
  },
  { label: 'Public shelf', note: 'What readers see', href: openshelfPaths.openshelf, icon: 'library' },
];

/** The ways to all screens of OpenShelf. */
export function ScreenLinks({ canManage }: { canManage: boolean }) {
  return (
    <nav aria-labelledby="shelf_screens">
      <h2 id="shelf_screens">Go to</h2>
      <ul className="shelf-links">
        {SCREENS.filter(({ isForManagers }) => canManage || !isForManagers).map(({ label, note, href, icon }) => (
          <li key={label}>
            <Icon name={icon} />
            <div>
              <a className="row-title" href={href}>
                {label}
              </a>
              <p className="row-note">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}
