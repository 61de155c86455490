import { useState } from 'react';
import { getPageName } from '#api/domain/site-pages.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { fetchLinks, type PageSummary } from './pages-api.ts';

type Props = {
  page: PageSummary | null;
  /** Where its visitors may be sent. */
  pages: readonly PageSummary[];
  /** @throws what the server refuses */
  onDelete: (page: PageSummary, redirectTo: string | null) => Promise<void>;
  onClose: () => void;
};

/** Asks before a page is deleted, and where its visitors go. */
export function DeletePageDialog({ page, pages, onDelete, onClose }: Props) {
  const [redirectTo, setRedirectTo] = useState('');
  const close = () => {
    setRedirectTo('');
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={page !== null}
      title={`Delete ${page ? getPageName(page) : 'page'}?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      failure="Failed to delete the page"
      isDestructive
      onConfirm={() => (page ? onDelete(page, redirectTo || null) : Promise.resolve())}
      onClose={close}
    >
      {page && <Consequences page={page} />}
      {page?.live_address && (
        <SelectField
          label={`Send visitors of ${page.live_address} to`}
          name="redirect_to"
          options={[
            { value: '', label: 'Nowhere: they are told that the page doesn’t exist' },
            ...pages.flatMap((other) =>
              other.id === page.id || other.live_address === null
                ? []
                : [{ value: other.live_address, label: `${getPageName(other)} (${other.live_address})` }],
            ),
          ]}
          value={redirectTo}
          onChange={({ currentTarget }) => setRedirectTo(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

function Consequences({ page }: { page: PageSummary }) {
  const { value: links } = useQuery(`links to page ${page.id}`, (signal) => fetchLinks(page.id, signal));
  const linking = links?.length ?? 0;
  return (
    <p>
      {page.live_address === null ? 'It was never on the site.' : 'It leaves the site straight away.'}
      {linking > 0 && ` ${formatCount(linking, 'page')} ${pluralize(linking, 'links', 'link')} to it.`} You can undo
      this for 30 seconds.
    </p>
  );
}
