import type { PublicationHistoryEntryJson } from '#api/features/openshelf/publications/publications.contract.ts';
export const History = ({ entries }: { entries: readonly PublicationHistoryEntryJson[] }) => <p>{entries.length}</p>;
