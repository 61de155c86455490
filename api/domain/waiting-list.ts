import type { WaitingListStatus } from './enums.ts';
import { alphabetical, byId, defineList, newestFirst, oneOf } from './list-definition.ts';

export const entryStatusLabels: Record<WaitingListStatus, string> = {
  pending: 'Pending',
  invited: 'Invited',
  rejected: 'Rejected',
};

/** What became of the invitation email. */
const deliveryLabels = { waiting: 'Not sent yet', sent: 'Sent', failed: 'Not delivered' };
export type Delivery = keyof typeof deliveryLabels;
export const deliveryStates = Object.keys(deliveryLabels) as [Delivery, ...Delivery[]];

/** Everyone on the waiting lists; at first those who wait, newest first (specification, section 9). */
export const entryList = defineList({
  perPage: 20,
  search: { label: 'Search people' },
  filters: {
    status: oneOf('Status', 'All statuses', entryStatusLabels, { initial: 'pending' }),
    productId: byId('Product', { parameter: 'product' }),
    delivery: oneOf('Invitation', 'Any invitation', deliveryLabels),
  },
  sort: {
    created_at: newestFirst('Joined'),
    first_name: alphabetical('Name', 'First name'),
    email: alphabetical('Email'),
  },
  opens: 'entry',
});
