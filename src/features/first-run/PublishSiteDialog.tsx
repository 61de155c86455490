import { type ReactNode, useEffect, useState } from 'react';
import type { SavedFirstRunJson } from '#api/features/first-run/first-run.contract.ts';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import { findFirstRunQuestion } from '#api/domain/first-run.ts';
import type { FirstRunQuestion } from '#api/domain/first-run-questions.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { useAction } from '#src/lib/use-action.ts';
import { usePublish } from '#src/stores/use-publish.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import { HomeFrame } from './HomeFrame.tsx';
import type { FirstRunEditor } from './use-first-run.ts';

type Props = {
  isOpen: boolean;
  rendered: PreviewJson | null;
  summary: SavedFirstRunJson['summary'];
  faults: ReadonlyMap<string, string>;
  editor: FirstRunEditor;
  onShow: (question: FirstRunQuestion) => void;
  onFinishLater: () => Promise<void>;
  onClose: () => void;
};

/** What will be public, and the one button that makes it so. */
export function PublishSiteDialog({
  isOpen,
  rendered,
  summary,
  faults,
  editor,
  onShow,
  onFinishLater,
  onClose,
}: Props) {
  const [publishId, setPublishId] = useState<number | null>(null);
  const publish = useAction(async () => {
    await editor.save();
    const { publish_id: id } = await api.post('/api/admin/first-run/publish', {
      json: { version: editor.readVersion() },
    });
    setPublishId(id);
  });
  const isBusy = publish.isBusy || publishId !== null;
  const { page_count: pages, product_count: products, legal_name: legalName } = summary;
  const contents = [
    formatCount(pages, 'page'),
    products > 0 && formatCount(products, 'product'),
    'a menu and a footer',
  ];
  return (
    <Modal isOpen={isOpen} title="It is yours" onClose={() => !isBusy && onClose()}>
      <div className="publish-site">
        <div className="look-frame">
          <HomeFrame title="The home page" rendered={rendered} theme="light" width={1280} />
        </div>
        <ul>
          <Fact icon="check">{contents.filter(Boolean).join(', ')}, in your colours</Fact>
          <Fact icon="scale">Terms and privacy are filled in with {legalName}. Have them checked.</Fact>
          <Fact icon="file-text">There are no posts yet. Write the first one when the site is public.</Fact>
        </ul>
        {faults.size > 0 && (
          <Notice tone="error" title="Fix this before you publish">
            <ul>
              {[...faults].map(([path, message]) => {
                const question = findFirstRunQuestion(path);
                return (
                  <li key={path}>
                    {message}{' '}
                    {question && (
                      <button
                        type="button"
                        className="link-button"
                        aria-label={`Show: ${message}`}
                        onClick={() => onShow(question)}
                      >
                        Show
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
          </Notice>
        )}
        {publish.error && (
          <Notice tone="error" title="Failed to publish">
            {publish.error}
          </Notice>
        )}
        {publishId !== null && <Following id={publishId} />}
        <div className="form-actions">
          <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void onFinishLater()}>
            Go to the admin screens
          </Button>
          <Button
            disabled={faults.size > 0}
            isBusy={isBusy}
            busyLabel="Publishing..."
            onClick={() => void publish.run()}
          >
            Publish the site
          </Button>
        </div>
      </div>
    </Modal>
  );
}

const Fact = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={16} />
    <span>{children}</span>
  </li>
);

/** Leads to the site once it is live. */
function Following({ id }: { id: number }) {
  const publish = usePublish(id);
  const isLive = publish?.status === 'live';
  useEffect(() => {
    if (isLive) window.location.assign(paths.home);
  }, [isLive]);
  if (publish?.status !== 'failed') return null;
  return (
    <Notice tone="error" title="Publishing failed">
      {publish.error} <a href={paths.adminPublishing}>View the publish</a>
    </Notice>
  );
}
