import { webhookStatuses } from '#api/domain/enums.ts';
import type { WebhookPage } from '#src/features/openshelf/openshelf-api.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { FilterLine, type ListView } from '#src/ui/tables/FilterLine.tsx';
import { WEBHOOK_STATUS_LABELS } from './webhook-labels.ts';
import { toWebhooksUrl, type WebhooksState } from './webhooks-state.ts';

type Props = {
  state: WebhooksState;
  /** Of all publications; null until they are known. */
  counts: WebhookPage['counts'] | null;
  /** Of the publication that the list is narrowed to; null where it is not known. */
  publicationTitle: string | null;
  /** Where webhooks go; null where it is not known or not set. */
  url: string | null;
  onChange: (update: Partial<WebhooksState>) => void;
};

export function WebhookFilters({ state, counts, publicationTitle, url, onChange }: Props) {
  const shown = state.publication === null ? counts : null;
  const toView = (label: string, status: WebhooksState['status'], count: number | null): ListView => ({
    label,
    count,
    isCurrent: state.status === status,
    href: toWebhooksUrl({ ...state, status, page: 1 }),
    onOpen: () => onChange({ status }),
  });
  const total = shown && shown.queued + shown.delivered + shown.failed;
  return (
    <FilterLine
      label="Webhooks"
      views={[
        toView('All', null, total),
        ...webhookStatuses.map((status) =>
          toView(WEBHOOK_STATUS_LABELS[status].label, status, shown?.[status] ?? null),
        ),
      ]}
    >
      {url && (
        <span className="webhook-address">
          Sent to <code>{url}</code>
        </span>
      )}
      {state.publication !== null && (
        <span className="filter is-on">
          <span className="filter-words">Publication: {publicationTitle ?? state.publication}</span>
          <button type="button" aria-label="Show all publications" onClick={() => onChange({ publication: null })}>
            <Icon name="x" size={14} />
          </button>
        </span>
      )}
    </FilterLine>
  );
}
