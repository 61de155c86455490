import { formatNumber } from '#api/domain/numbers.ts';
import { publicationList } from '#api/domain/openshelf-lists.ts';
import { DEFAULT_REJECTION_COMMENTS, moveRules, type PublicationStatus } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useListAddress, useListRows } from '#src/ui/lists/use-list.ts';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { FailureDialog } from '#src/features/openshelf/decisions/FailureDialog.tsx';
import { useDecidableList } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { useRowDecision } from '#src/features/openshelf/decisions/use-row-decision.tsx';
import { fetchPublications } from '#src/features/openshelf/openshelf-lists-api.ts';
import { formatStatus } from '#src/features/openshelf/publication-labels.ts';
import { toCategoryOptions, useCategories } from '#src/features/openshelf/use-categories.ts';
import { createPublicationColumns } from './publication-columns.tsx';

/** The statuses that the filter offers (specification, section 4). A link may name any. */
const FILTER_STATUSES: readonly PublicationStatus[] = [
  'DRAFT',
  'SUBMITTED',
  'AI_REVIEWING',
  'AI_APPROVED',
  'ADMIN_REVIEWING',
  'PUBLISHED',
  'REJECTED',
];

type State = StateOf<typeof publicationList>;

/** All publications in every status: filters, search, and decisions on those that await review. */
export function PublicationManagerIsland() {
  return <RequireAuth access="openshelf.review">{() => <PublicationManager />}</RequireAuth>;
}

/** The list, with the decisions that the server has not confirmed yet. */
function usePublications() {
  const address = useListAddress(publicationList, openshelfPaths.publicationManager);
  const { state, key } = address;
  const decidable = useDecidableList(key, async (signal) => ({
    page: await fetchPublications(state, signal),
    state,
    key,
  }));
  const toDecided = (publication: PublicationJson): PublicationJson => {
    const action = decidable.getDecision(publication.id);
    return action === null ? publication : { ...publication, status: moveRules[action].to, is_appeal: false };
  };
  const loaded = decidable.page;
  const list = useListRows(address, {
    value: loaded && { ...loaded, page: { ...loaded.page, rows: loaded.page.rows.map(toDecided) } },
    error: decidable.error && `Failed to fetch publications: ${decidable.error}`,
    isLoading: decidable.isLoading,
    reload: decidable.reload,
  });
  return { list, decidable };
}

function PublicationManager() {
  const { list, decidable } = usePublications();
  const decision = useRowDecision({
    defaultComments: DEFAULT_REJECTION_COMMENTS.manager,
    onDecide: decidable.decideRow,
  });
  const fields = useFilterFields(list.state, list.change);
  const words = { title: 'No publications found', message: 'No publications found matching your criteria.' };
  return (
    <div className="screen-parts">
      {list.page && (
        <ScreenCount>
          <span className="heading-count">{formatNumber(list.total)}</span>
        </ScreenCount>
      )}
      <ListScreen
        list={list}
        title="Publications"
        noun={{ one: 'publication', many: 'publications' }}
        failure="Error Loading Publications"
        fields={fields}
        columns={createPublicationColumns(decision.ask)}
        tableClass="publication-table"
        noMatches={words}
        empty={
          <EmptyState title={words.title} icon="search">
            <p>{words.message}</p>
          </EmptyState>
        }
      />
      {decision.dialogs}
      <FailureDialog failure={decidable.failure} onClose={decidable.closeFailure} />
    </div>
  );
}

function useFilterFields({ status, category }: State, onChange: (change: Partial<State>) => void) {
  const categories = useCategories();
  const statuses = [...new Set([...FILTER_STATUSES, ...(status ? [status] : [])])];
  return {
    status: (
      <FilterSelect
        key="status"
        label="Status"
        options={[
          { value: '', label: 'All statuses' },
          ...statuses.map((value) => ({ value, label: formatStatus(value) })),
        ]}
        value={status ?? ''}
        onChange={(value) => onChange({ status: statuses.find((each) => each === value) ?? null })}
      />
    ),
    category: (
      <FilterSelect
        key="category"
        label="Category"
        options={toCategoryOptions(categories, category)}
        value={category ?? ''}
        onChange={(value) => onChange({ category: value || null })}
      />
    ),
  };
}
