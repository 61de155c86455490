/** What clients were told, to be compared with what is there in the end. */
export type PostRecord = {
  key: number;
  slug: string;
  /** Null until a response named it. */
  id: number | null;
  /** The last version that was sent, accepted or not. */
  sent: number;
  /** The last one that was accepted; 0 for none. */
  acknowledged: number;
  /** Versions that were sent and never refused: any of them may be the stored one. */
  unknown: Set<number>;
  publishedAt: number;
};

export type DraftRecord = { postId: number; acknowledged: string; unknown: Set<string> };

export type PurchaseRecord = {
  email: string;
  token: string;
  userId: number;
  sessionId: string | null;
  isPaid: boolean;
};

export type PageRead = { path: string; status: number; hash: string; server: number; at: number };

export function createLedger() {
  return {
    posts: new Map<number, PostRecord>(),
    drafts: [] as DraftRecord[],
    /** Addresses whose joining was accepted, and those whose fate is unknown. */
    joins: { acknowledged: new Set<string>(), unknown: new Set<string>() },
    /** Tokens of people whose sign-in was accepted. */
    sessions: [] as { email: string; token: string }[],
    uploads: [] as { id: number; url: string }[],
    /** Ids of works that a reviewer has decided, with the status that was answered. */
    decisions: new Map<number, 'APPROVED' | 'REJECTED'>(),
    purchases: [] as PurchaseRecord[],
    reads: [] as PageRead[],
    counts: { requests: 0, writes: 0, refused: 0, unknown: 0 },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

/** The versions of a post that may be stored. */
export const listPossibleVersions = ({ acknowledged, unknown }: PostRecord): number[] =>
  [...new Set([...(acknowledged > 0 ? [acknowledged] : []), ...unknown])].sort((a, b) => a - b);
