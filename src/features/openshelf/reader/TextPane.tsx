import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
export const TextPane = ({ publication }: { publication: PublicationDetailJson }) => <p>{publication.description}</p>;
